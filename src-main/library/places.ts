/**
 * Places of an order that is made by hand. Each is a text of hexadecimal digits, sorted as text, and between any two there is another one:
 * what is moved gets a new place, and nothing else does. Pure.
 */
import { z } from 'zod'

/** So many digits are counted up at the end of an order, and down at its beginning. More follow for what was put in between. */
const headDigits = 8
const middle = 0x80000000n
const end = 16n ** BigInt(headDigits)

/** Without zeros at the end of what follows the head: so no two texts are the same place. */
export const Place = z.string().regex(/^[0-9a-f]{8}(?:[0-9a-f]*[1-9a-f])?$/)

/** The first so many digits, as a number; shorter places have zeros there. Anything else, in a damaged file, is zero. */
function digits(place: string, count: number): bigint {
  const text = place.slice(0, count).padEnd(count, '0')
  return /^[0-9a-f]+$/.test(text) ? BigInt(`0x${text}`) : 0n
}

function printed(value: bigint, count: number): string {
  const text = value.toString(16).padStart(count, '0')
  return text.slice(0, headDigits) + text.slice(headDigits).replace(/0+$/, '')
}

/**
 * So many places that rise, all after `low` and before `high`; null is no limit. The shortest there are. A limit that is not before the
 * other one is none.
 */
export function placesBetween(low: string | null, high: string | null, count: number): string[] {
  if (low !== null && high !== null && low >= high)
    return placesBetween(low, null, count)
  const all = (of: (index: bigint) => bigint): bigint[] => Array.from({ length: count }, (_, index) => of(BigInt(index)))
  const many = BigInt(count)
  const [first, last] = [low === null ? null : digits(low, headDigits), high === null ? null : digits(high, headDigits)]
  if (last === null && (first ?? middle) + many < end)
    return all(index => (first ?? middle) + index + 1n).map(value => printed(value, headDigits))
  if (first === null && last !== null && last > many)
    return all(index => last - many + index).map(value => printed(value, headDigits))
  for (let width = headDigits; ; width++) {
    // Strictly between the first digits of both: so it is between both, whatever follows those.
    const from = low === null ? 0n : digits(low, width)
    const room = (high === null ? 16n ** BigInt(width) : digits(high, width)) - from
    if (room > many)
      return all(index => from + room * (index + 1n) / (many + 1n)).map(value => printed(value, width))
    // Below zeros alone there is nothing: that is no place of this order.
    if (high !== null && width > high.length + headDigits && digits(high, width) <= from)
      return placesBetween(low, null, count)
  }
}
