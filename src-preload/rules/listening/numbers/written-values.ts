/** The values of numbers in digits: without their marks, 3.5 and 35 would be the same. */

const expression = /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d-])[-−](?=\d)|\d+(?:[.,:’'\u00A0\u202F]\d+)*/gu
const fraction = /(?<![\d/])(\d{1,3})\/(\d{1,3})(?![\d/])/gu
/** *3-5*, *3–2*: telephone numbers have more digits. */
const range = /(?<![\d-])(\d{1,2})\s?[-–]\s?(\d{1,2})(?![\d-])/gu
/** What is said with a number, or written as its sign. */
const signs = /[%\p{Sc}°]|(?<!\p{L})(?:per\s?cent|prozent|pour ?cent|por ?ciento|per ?cento|por ?cento|procent|dollars?|euros?|pounds?|yen|元|块|百分之)(?!\p{Script=Latin})/giu

interface Written {
  /** Of each number, as what it may be read; empty for more parts than a number has. */
  readonly values: readonly ReadonlySet<number>[]
  readonly minuses: number
  readonly fractions: string
  readonly ranges: string
  /** The words around them. */
  readonly words: string
}

/** `1.234` may be either; `10:30` may be written without its colon. */
function valuesOf(number: string): ReadonlySet<number> {
  const parts = number.split(/[.,:’'\u00A0\u202F]/)
  const marks = number.replaceAll(/\d/g, '')
  const whole = Number(parts.join(''))
  if (parts.length === 1)
    return new Set([whole])
  const isGrouped = parts.slice(1).every(part => part.length === 3) && new Set(marks).size === 1
  const last = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1) ?? ''}`)
  if (marks.includes(':'))
    return new Set([whole, last])
  if (parts.length === 2)
    return new Set(isGrouped ? [whole, last] : [last])
  // An address or a date has more full stops than a number.
  const [groups, end] = [marks.slice(0, -1), marks.at(-1) ?? '']
  return new Set(isGrouped ? [whole] : new Set(groups).size === 1 && !groups.includes(end) ? [last] : [])
}

function writtenIn(text: string): Written {
  const found = Array.from(text.matchAll(expression), ([each]) => each)
  const numbers = found.filter(each => /\d/.test(each))
  return {
    values: numbers.map(valuesOf),
    minuses: found.length - numbers.length,
    fractions: Array.from(text.matchAll(fraction), ([each]) => each).join(' '),
    ranges: Array.from(text.matchAll(range), ([, from = '', to = '']) => `${from}-${to}`).join(' '),
    words: text.replaceAll(expression, ' ').replaceAll(signs, ' ').toLowerCase().replaceAll(/[^\p{L}\p{M}]+/gu, ' ').trim(),
  }
}

/** Whether two stretches with the same words, both in digits, have other numbers. Where one is in words, nothing is told here. */
export function haveOtherNumbers(one: string, other: string): boolean {
  const [mine, theirs] = [writtenIn(one), writtenIn(other)]
  if (mine.values.length === 0 || theirs.values.length === 0 || mine.words !== theirs.words)
    return false
  const isWhole = ({ values }: Written): boolean => values.length === 1
  // *1/2* and *3-5* are two numbers, *12* and *35* are one.
  if (isWhole(mine) !== isWhole(theirs))
    return [mine, theirs].some(each => each.values.length === 2 && (each.fractions !== '' || each.ranges !== ''))
  if (mine.values.length !== theirs.values.length)
    return false
  return mine.minuses !== theirs.minuses || mine.values.some((values, at) => {
    const others = theirs.values[at]
    return others !== undefined && values.size > 0 && others.size > 0 && ![...values].some(value => others.has(value))
  })
}
