/** Ids for rows and files: unique without coordination, and each sorts after all that were made before it, whatever the clock does. */
import { randomBytes, randomInt } from 'node:crypto'
import { sha256 } from './hash.ts'

/** The last id's milliseconds, and its number among those of the same one. */
let last = { ms: 0, number: 0 }
const mostInMs = 0xFFF

/** An id that is further ahead is not followed: it is of a clock that was wrong by far, or was made up. */
const followedMs = 50 * 365.25 * 86_400_000

/**
 * A version 7 UUID (RFC 9562 §5.7), 36 lower-case characters. Sorts by millisecond and, within one, by a number that rises (§6.2,
 * method 1). When the clock was set back it continues from the last id, so that order never depends on the clock; the time in an id is no
 * date to show.
 */
export function newId<Id extends string = string>(nowMs: number = Date.now()): Id {
  const asked = Math.trunc(nowMs)
  if (asked > Date.now() + followedMs)
    return idOf(asked, randomInt(mostInMs + 1)) as Id
  if (asked > last.ms)
    last = { ms: asked, number: randomInt(mostInMs >> 1) }
  else
    last = last.number < mostInMs ? { ms: last.ms, number: last.number + 1 } : { ms: last.ms + 1, number: 0 }
  return idOf(last.ms, last.number) as Id // Every branded id of the contract has this form.
}

/** Ids that are made from now on sort after this one: it was made by an earlier run. */
export function followId(id: string): void {
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const number = Number.parseInt(id.slice(15, 18), 16)
  const isLater = ms > last.ms || (ms === last.ms && number > last.number)
  if (isLater && ms <= Date.now() + followedMs)
    last = { ms, number }
}

/** Sorts after every id that is followed. */
export function firstNotFollowed(nowMs: number = Date.now()): string {
  return idOf(nowMs + followedMs, 0)
}

function idOf(ms: number, number: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | number, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3F), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The same id for the same words each time, as a version 8 UUID (RFC 9562 §5.8). Sorts by the time of `origin`, an id itself. */
export function derivedId(origin: string, words: string): string {
  const hex = sha256(`${origin} ${words}`)
  return `${origin.slice(0, 14)}8${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}
