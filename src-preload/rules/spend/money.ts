/**
 * Exact money: whole micros, millionths of a currency's unit. Products are computed in integers and rounded once, so that
 * nothing drifts; decimals are parsed and formatted digit by digit, never as a float.
 */
import type { Currency, Micros } from '#contract/spend.ts'

/** A rate times a quantity: 15,000 micros per 1,000 characters, times 412. */
export interface Term { readonly micros: Micros, readonly per: number, readonly quantity: number }

/** A micro is the sixth decimal. */
export const digitsOfMicros = 6
const mostMicros = 1_000_000_000_000_000

/** The sum of whole quantities times their rates, rounded once (half up) and capped at the largest amount. */
export function sumOfTerms(terms: readonly Term[]): Micros {
  const denominator = terms.reduce((product, term) => product * BigInt(term.per), 1n)
  const numerator = terms.reduce((
    sum,
    { micros, per, quantity },
  ) => sum + BigInt(micros) * BigInt(quantity) * (denominator / BigInt(per)), 0n)
  return Math.min(Number((2n * numerator + denominator) / (2n * denominator)), mostMicros)
}

/** "0.015" or "0,015" as micros; null for text that is not an amount, or has more than six decimals. */
export function microsOf(written: string): Micros | null {
  const match = /^(\d{1,9})(?:[.,](\d{0,40}))?$|^[.,](\d{1,40})$/.exec(written.trim())
  if (!match)
    return null
  const fraction = (match[2] ?? match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > digitsOfMicros)
    return null
  return Number(match[1] ?? 0) * 10 ** digitsOfMicros + Number(fraction.padEnd(digitsOfMicros, '0'))
}

/** Micros as a plain decimal: 15,000 is "0.015". `Intl.NumberFormat` takes it without loss, and `microsOf` parses it. */
export function decimalOf(micros: Micros): `${number}` {
  const digits = String(micros).padStart(digitsOfMicros + 1, '0')
  const fraction = digits.slice(-digitsOfMicros).replace(/0+$/, '')
  return `${digits.slice(0, -digitsOfMicros)}${fraction === '' ? '' : `.${fraction}`}` as `${number}` // Digits with at most one point.
}

export interface Amount { readonly currency: Currency, readonly leastMicros: Micros, readonly mostMicros: Micros }

/** One sum for each currency, in order of appearance: amounts of different currencies are never added. */
export function sumOfAmounts(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<Currency, Amount>()
  for (const { currency, leastMicros, mostMicros } of amounts) {
    const before = sums.get(currency)
    sums.set(currency, {
      currency,
      leastMicros: (before?.leastMicros ?? 0) + leastMicros,
      mostMicros: (before?.mostMicros ?? 0) + mostMicros,
    })
  }
  return [...sums.values()]
}
