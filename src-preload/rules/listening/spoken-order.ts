/** A text with its numbers in the order in which they are said: a currency after its number, percent in Chinese before it, dates either way. */

const scales = 'million|billion|trillion|thousand|millones|millions|millionen|milliarden|[mb]n|[kmb]'
const amount = new RegExp(String.raw`([$€£¥￥])\s?(\d[\d.,]*\d|\d)(\s?(?:${scales})(?!\p{L}))?`, 'giu')
/** In digits, where it is a whole number. */
const sizes: Readonly<Record<string, number>> = {
  ...{ thousand: 1e3, million: 1e6, millions: 1e6, millionen: 1e6, millones: 1e6, billion: 1e9, milliarden: 1e9, trillion: 1e12 },
  ...{ tausend: 1e3, mil: 1e3, mille: 1e3, 万: 1e4, 亿: 1e8 },
}
const scaled = new RegExp(String.raw`(?<![\d.,])(\d{1,6}(?:[.,]\d{1,4})?)\s?(${Object.keys(sizes).toReversed().join('|')})(?!\p{Script=Latin})`, 'giu')
const percent = /(\d[\d.,]*\d|\d)\s?%/gu
const fraction = /(?<![\d/])(1\/2|1\/4|3\/4|1\/3|2\/3)(?![\d/])/gu
const month = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)([a-z]*)'
const dayFirst = new RegExp(String.raw`(?:the )?\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\b`, 'giu')
const monthFirst = new RegExp(String.raw`\b${month}\.?(?: the)? (\d{1,2})(?:st|nd|rd|th)?\b`, 'giu')
/** Between an amount and its cents. */
const andCents: Readonly<Record<string, string>> = { en: 'and', es: 'con', fr: 'et', it: 'e', pt: 'e' }

/** Between the lower number of a fraction and the upper one. */
const partOf: Readonly<Record<string, string>> = { zh: '分之', ja: '分の', ko: '분의 ' }

/** Each of these is the text as somebody may say it; the first is the text itself. */
export function inSpokenOrder(text: string, language: string): string[] {
  const scale: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', mn: 'million', b: 'billion', bn: 'billion' }
  const turned = text.replaceAll(amount, (_, sign: string, number: string, size: string | undefined) =>
    `${number} ${scale[size?.trim().toLowerCase() ?? ''] ?? size ?? ''} ${sign}`)
  const and = ['', ...Object.hasOwn(andCents, language) ? [`${andCents[language]} `] : []]
  const cents = and.flatMap(each => [
    text.replaceAll(/([$€£])\s?(\d+)[.,](\d\d)(?!\d)/gu, `$2 $1 ${each}$3`),
    text.replaceAll(/(\d+)[.,](\d\d)\s?([$€£])/gu, `$1 $3 ${each}$2`),
    ...language === 'en' ? [text.replaceAll(/([$€£])\s?(\d+)[.,](\d\d)(?!\d)/gu, `$2 $1 ${each}$3 cents`)] : [],
  ])
  const clock = text.replaceAll(/(\d{1,2})[:.](\d\d)\s?(uhr|uur)/giu, '$1 $3 $2').replaceAll(/(\d{1,2}):00/gu, '$1')
  const length = text.replaceAll(/(\d+)[.,](\d+)\s?(m(?:et[er]r?[eois]*|ètres?)?)(?!\p{L})/giu, '$1 $3 $2')
  const apart = text.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/gu, '').replaceAll(/R\$\s?(\d[\d.,]*)/gu, '$1 reais')
  const degree = text.replaceAll(/(?<!\p{L})n\s?°/giu, 'n ')
  const part = text.replaceAll(fraction, each => `${{ '1/2': '½', '1/4': '¼', '3/4': '¾', '1/3': '⅓', '2/3': '⅔' }[each]}`)
  const areas = text.replaceAll(/(?<!\p{L})m2(?!\d)/gu, 'm²').replaceAll(/(?<!\p{L})km\s?\/\s?h(?!\p{L})/giu, 'kmh')
  const full = text.replaceAll(scaled, (all, number: string, size: string) => {
    const value = Number(number.replace(',', '.')) * (sizes[size.toLowerCase()] ?? 1)
    return Number.isSafeInteger(value) ? String(value) : all
  })
  const before = Object.hasOwn(partOf, language) ? inEasternOrder(text, language) : []
  const lasting = language === 'en' ? [text.replaceAll(/(\d{1,2}):(\d\d):(\d\d)/gu, '$1 hours $2 minutes and $3 seconds')] : []
  const dates = language === 'en' ? datesOf(text) : language === 'de' ? germanDatesOf(text) : []
  return [...new Set([text, turned, ...cents, clock, degree, length, apart, part, areas, full, ...before, ...lasting, ...dates])]
}

/** Percent and fractions from the whole to the part; an amount with its tenths. */
function inEasternOrder(text: string, language: string): string[] {
  const parts = text.replaceAll(/(?<![\d/])(\d{1,3})\/(\d{1,3})(?![\d/])/gu, `$2${partOf[language]}$1`)
  if (language !== 'zh')
    return [parts]
  const amounts = text.replaceAll(/[¥￥]\s?(\d+)\.(\d)0?(?!\d)/gu, '$1元$2角').replaceAll(/[¥￥]\s?(\d+)\.(\d)([1-9])(?!\d)/gu, '$1元$2角$3分')
  return [text.replaceAll(percent, '%$1'), parts, amounts, amounts.replaceAll('元', '块').replaceAll('角', '毛')]
}

const germanMonths = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

/** *3.5.* as the third of the fifth, or of May. */
function germanDatesOf(text: string): string[] {
  const date = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})(?:\.\s?(\d{2,4})?)?(?![\d.])/gu
  return [
    text.replaceAll(date, (_, day: string, month: string, year = '') => `${Number(day)} ${Number(month)} ${year}`),
    text.replaceAll(date, (all, day: string, month: string, year = '') => {
      const name = germanMonths[Number(month) - 1]
      return name === undefined ? all : `${Number(day)} ${name} ${year}`
    }),
  ]
}

/** *1 March* in each of its orders. */
function datesOf(text: string): string[] {
  const dated = text.replaceAll(dayFirst, '$2$3 $1')
  return [dated, ...['$3 $1$2', 'the $3 of $1$2', '$1$2 the $3'].map(order => dated.replaceAll(monthFirst, order))]
}
