/** A text with its numbers in the order in which they are said: a currency after its number, percent in Chinese before it, dates either way. */

const scales = 'million|billion|trillion|thousand|millones|millions|millionen|milliarden|[mb]n|[kmb]'
const amount = new RegExp(String.raw`([$€£¥])\s?(\d[\d.,]*\d|\d)(\s?(?:${scales})(?!\p{L}))?`, 'giu')
const percent = /(\d[\d.,]*\d|\d)\s?%/gu
const fraction = /(?<![\d/])(1\/2|1\/4|3\/4|1\/3|2\/3)(?![\d/])/gu
const month = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)([a-z]*)'
const dayFirst = new RegExp(String.raw`(?:the )?\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\b`, 'giu')
const monthFirst = new RegExp(String.raw`\b${month}\.?(?: the)? (\d{1,2})(?:st|nd|rd|th)?\b`, 'giu')
/** Between an amount and its cents. */
const andCents: Readonly<Record<string, string>> = { en: 'and', es: 'con', fr: 'et', it: 'e', pt: 'e' }

/** Each of these is the text as somebody may say it; the first is the text itself. */
export function inSpokenOrder(text: string, language: string): string[] {
  const scale: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', mn: 'million', b: 'billion', bn: 'billion' }
  const turned = text.replaceAll(amount, (_, sign: string, number: string, size: string | undefined) =>
    `${number} ${scale[size?.trim().toLowerCase() ?? ''] ?? size ?? ''} ${sign}`)
  const and = ['', ...Object.hasOwn(andCents, language) ? [`${andCents[language]} `] : []]
  const cents = and.flatMap(each => [
    text.replaceAll(/([$€£])\s?(\d+)[.,](\d\d)(?!\d)/gu, `$2 $1 ${each}$3`),
    text.replaceAll(/(\d+)[.,](\d\d)\s?([$€£])/gu, `$1 $3 ${each}$2`),
  ])
  const clock = text.replaceAll(/(\d{1,2})[:.](\d\d)\s?(uhr|uur)/giu, '$1 $3 $2').replaceAll(/(\d{1,2}):00/gu, '$1')
  const length = text.replaceAll(/(\d+)[.,](\d+)\s?(m(?:et[er]r?[eois]*|ètres?)?)(?!\p{L})/giu, '$1 $3 $2')
  const apart = text.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/gu, '').replaceAll(/R\$\s?(\d[\d.,]*)/gu, '$1 reais')
  const degree = text.replaceAll(/(?<!\p{L})n\s?°/giu, 'n ')
  const part = text.replaceAll(fraction, each => `${{ '1/2': '½', '1/4': '¼', '3/4': '¾', '1/3': '⅓', '2/3': '⅔' }[each]}`)
  const before = language === 'zh' ? [text.replaceAll(percent, '%$1')] : []
  const lasting = language === 'en' ? [text.replaceAll(/(\d{1,2}):(\d\d):(\d\d)/gu, '$1 hours $2 minutes and $3 seconds')] : []
  const dates = language === 'en' ? datesOf(text) : []
  return [...new Set([text, turned, ...cents, clock, degree, length, apart, part, ...before, ...lasting, ...dates])]
}

/** *1 March* in each of its orders. */
function datesOf(text: string): string[] {
  const dated = text.replaceAll(dayFirst, '$2$3 $1')
  return [dated, ...['$3 $1$2', 'the $3 of $1$2', '$1$2 the $3'].map(order => dated.replaceAll(monthFirst, order))]
}
