/** Formats money: no more precise than it is known, and precise enough that a small amount is not shown as zero. */
import type { Currency, Micros, Sum } from '#contract/spend.ts'
import type { Amount } from '#rules/spend/money.ts'
import type { Texts } from '../../texts/texts.ts'
import { decimalOf, digitsOfMicros } from '#rules/spend/money.ts'

/** An amount below one keeps this many significant digits; a larger one is rounded to the currency's own digits. */
const digits = { about: 2, exact: 3 }

function formatOf(
  { micros, currency }: { micros: Micros, currency: Currency },
  language: string,
  how: keyof typeof digits,
): Intl.NumberFormat {
  const { minimumFractionDigits = 2 } = new Intl.NumberFormat(language, { style: 'currency', currency }).resolvedOptions()
  const leadingZeros = digitsOfMicros - String(micros).length
  const meaning = micros === 0 || leadingZeros < 0 ? 0 : leadingZeros + digits[how]
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits: Math.max(minimumFractionDigits, Math.min(meaning, digitsOfMicros)),
  })
}

/** $0.0072 · $0.50 · $12.35 */
export function showMoney(micros: Micros, currency: Currency, language: string): string {
  return formatOf({ micros, currency }, language, 'exact').format(decimalOf(micros))
}

/** One amount, or from the least to the most. */
export function showAmount({ currency, leastMicros, mostMicros }: Amount, language: string): string {
  const format = formatOf({ micros: mostMicros, currency }, language, 'about')
  const [least, most] = [format.format(decimalOf(leastMicros)), format.format(decimalOf(mostMicros))]
  return least === most ? most : format.formatRange(decimalOf(leastMicros), decimalOf(mostMicros))
}

export function showAmounts(amounts: readonly Amount[], language: string): string {
  return amounts.map(amount => showAmount(amount, language)).join(' + ')
}

/** What was spent, with "about" where it is not exact; what was possibly charged is listed separately. Empty without either. */
export function showSums(sums: readonly Sum[], texts: Texts, language: string): string {
  return sums.flatMap(({ currency, spentMicros, isExact, possibleMicros }) => {
    const spent = showMoney(spentMicros, currency, language)
    return [
      ...(spentMicros > 0 || possibleMicros === 0 ? [isExact ? spent : texts.spend.about(spent)] : []),
      ...(possibleMicros > 0 ? [texts.spend.possibly(showMoney(possibleMicros, currency, language))] : []),
    ]
  }).join(' + ')
}
