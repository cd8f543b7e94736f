/** Every usual way to say a written number, in letters without spaces. */
import { chinese, eachChinese, eachDigit, japanese, korean } from './asian.ts'
import { dutch, dutchOrdinals, english, englishDecade, englishOrdinal, englishPairs, german, germanOrdinals, hundreds } from './germanic.ts'
import { french, frenchOrdinals, italian, italianOrdinals, portuguese, portugueseOrdinals, spanish, spanishOrdinals } from './romance.ts'

interface Speller {
  readonly cardinal: (n: number) => string[]
  readonly ordinals?: (n: number) => string[]
  /** Other ways to say four digits. */
  readonly years?: (n: number) => string[]
  readonly point: readonly string[]
  /** Between hours and minutes, and between the goals of both sides. */
  readonly clock?: readonly string[]
  /** After a full hour. */
  readonly hours?: readonly string[]
  /** After the minutes, and in place of thirty of them. */
  readonly minutes?: { readonly after: string, readonly half: string }
}

const spellers: Readonly<Record<string, Speller>> = {
  en: {
    ...{ cardinal: english, ordinals: n => english(n).map(englishOrdinal), years: englishPairs, point: ['point'] },
    ...{ clock: ['', 'oh', 'to'], hours: ['oclock', 'hundred'] },
  },
  de: { cardinal: german, ordinals: germanOrdinals, years: n => hundreds(n, 'de'), point: ['komma', 'punkt'], clock: ['uhr', 'zu'] },
  nl: {
    ...{ cardinal: dutch, ordinals: dutchOrdinals, years: n => hundreds(n, 'nl'), point: ['komma', 'punt'] },
    ...{ clock: ['uur', ''], hours: ['uur'] },
  },
  fr: {
    ...{ cardinal: french, ordinals: frenchOrdinals, point: ['virgule', 'point'] },
    ...{ clock: ['heures', 'heure', 'a'], hours: ['heures', 'heure'] },
  },
  es: {
    ...{ cardinal: spanish, ordinals: spanishOrdinals, point: ['coma', 'punto'] },
    ...{ clock: ['y', '', 'a'], hours: ['horas', 'hora', 'enpunto'] },
  },
  it: { cardinal: italian, ordinals: italianOrdinals, point: ['virgola', 'punto'], clock: ['e', '', 'a'], hours: ['inpunto'] },
  pt: {
    ...{ cardinal: portuguese, ordinals: portugueseOrdinals, point: ['virgula', 'ponto'] },
    ...{ clock: ['e', 'horase', 'horas', 'a'], hours: ['horas', 'hora'] },
  },
  zh: { cardinal: chinese, years: n => eachChinese(String(n)), point: ['点'], clock: ['点'], minutes: { after: '分', half: '半' } },
  ja: { cardinal: japanese, years: n => [eachDigit(String(n), 'ja')], point: ['点'], clock: ['時'], minutes: { after: '分', half: '半' } },
  ko: { cardinal: korean, years: n => [eachDigit(String(n), 'ko')], point: ['점', '쩜'], clock: ['시'], minutes: { after: '분', half: '반' } },
}

/** Whether numbers of this language are known; of others nobody can tell whether one was said right. */
export function spellsNumbers(language: string): boolean {
  return spellers[language] !== undefined
}

const largest = 1e15
/** Characters: what is longer is read out digit by digit, and heard the same way. */
const longest = 30
const romans: readonly (readonly [string, number])[] = [
  ...[['m', 1000], ['cm', 900], ['d', 500], ['cd', 400], ['c', 100], ['xc', 90], ['l', 50], ['xl', 40]] as const,
  ...[['x', 10], ['ix', 9], ['v', 5], ['iv', 4], ['i', 1]] as const,
]

/** What a Roman numeral in capitals counts; null for any other word. */
export function romanNumber(written: string): number | null {
  if (!/^[IVXLC]{1,7}$/.test(written))
    return null
  let [rest, sum] = [written.toLowerCase(), 0]
  for (const [sign, value] of romans) {
    while (rest.startsWith(sign)) {
      rest = rest.slice(sign.length)
      sum += value
    }
  }
  return rest === '' ? sum : null
}

/** Also ordinals: a plain number in a date or after a name is often one. Empty for languages without a speller. */
export function waysToSay(n: number, language: string): string[] {
  const speller = spellers[language]
  return speller && Number.isSafeInteger(n) && n < largest
    ? [...speller.cardinal(n), ...speller.years?.(n) ?? [], ...n > 0 ? speller.ordinals?.(n) ?? [] : []]
    : []
}

/** After a whole number: *3.5* as *three and a half*. */
const halfOf: Readonly<Record<string, readonly string[]>> = {
  ...{ en: ['andahalf'], de: ['einhalb'], nl: ['enhalf', 'eneenhalf'], fr: ['etdemi', 'etdemie'], es: ['ymedio', 'ymedia'] },
  ...{ it: ['emezzo', 'emezza'], pt: ['emeio', 'emeia'], zh: ['半'] },
}

const grouped = /^\d{1,3}(?:[.,’'\u00A0\u202F]\d{3})+$/

/** Of `1,000`, `3.5`, `10:30`, `21st`, `1920s`: the ways to say it, and its digits. */
export function saidNumber(written: string, language: string): string[] {
  if (written.length > longest)
    return [written]
  const [, body = '', suffix = ''] = /^(.*\d)(\D*)$/u.exec(written.toLowerCase()) ?? []
  const speller = spellers[language]
  if (grouped.test(body)) {
    const digits = body.replaceAll(/\D/g, '')
    return [digits + suffix, ...waysToSay(Number(digits), language)]
  }
  const parts = body.split(/[.,:h]/)
  const [whole = '', ...rest] = parts
  if (rest.length === 0)
    return wholeNumber(body, suffix, language)
  if (!speller || rest.length > 1)
    return [parts.join('')]
  const [tail = ''] = rest
  const isTime = /[:h]/.test(body)
  const heads = speller.cardinal(Number(whole))
  if (isTime) {
    const minutes = Number(tail) === 0 ? ['', ...speller.hours ?? []] : minutesOf(tail, speller)
    return [parts.join(''), ...heads.flatMap(head => (speller.clock ?? ['']).flatMap(middle => minutes.map(end => head + middle + end)))]
  }
  const oneAndAHalf = whole === '1' && language === 'de' ? ['anderthalb'] : []
  const halves = tail === '5' ? [...oneAndAHalf, ...heads.flatMap(head => (halfOf[language] ?? []).map(half => head + half))] : []
  const tails = [...eachOf(tail, speller), ...speller.cardinal(Number(tail))]
  return [parts.join(''), ...halves, ...heads.flatMap(head => speller.point.flatMap(point => tails.map(end => head + point + end)))]
}

function minutesOf(tail: string, speller: Speller): string[] {
  const said = [...speller.cardinal(Number(tail)), ...eachOf(tail, speller)]
  const { after, half } = speller.minutes ?? {}
  return [...said, ...after === undefined ? [] : said.map(each => each + after), ...half !== undefined && tail === '30' ? [half] : []]
}

function wholeNumber(digits: string, suffix: string, language: string): string[] {
  const speller = spellers[language]
  const n = Number(digits)
  if (!speller)
    return [digits + suffix]
  const ways = waysToSay(n, language)
  const short = n > 1000 && n % 10 === 0 ? english(n % 100) : []
  const decades = suffix === 's' && language === 'en'
    ? [...ways, ...short].map(englishDecade)
    : suffix === 'er' && language === 'de' ? speller.cardinal(n).map(each => `${each}er`) : []
  const single = language === 'zh' && digits.length > 1
    ? eachChinese(digits)
    : digits.length > 1 ? eachOf(digits, speller) : digits === '0' && language === 'en' ? ['oh', 'nil', 'nothing'] : []
  return [digits, digits + suffix, ...ways, ...decades, ...single]
}

function eachOf(digits: string, { cardinal }: Speller): string[] {
  const said = Array.from(digits, digit => cardinal(Number(digit))[0]!).join('')
  return cardinal === english && digits.includes('0') ? [said, said.replaceAll('zero', 'oh')] : [said]
}
