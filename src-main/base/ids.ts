/** Ids for rows and files: unique without coordination, and sortable by creation time. */
import { randomBytes } from 'node:crypto'
import { sha256 } from './hash.ts'

/** A version 7 UUID (RFC 9562 §5.7), 36 lower-case characters. Sorts by millisecond; within the same one, in random order. */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.trunc(nowMs), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0F), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3F), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The same id for the same words each time, as a version 8 UUID (RFC 9562 §5.8). Sorts by the time of `origin`, an id itself. */
export function derivedId(origin: string, words: string): string {
  const hex = sha256(`${origin} ${words}`)
  return `${origin.slice(0, 14)}8${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}
