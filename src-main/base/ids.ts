/** Ids for rows and files: unique without coordination, and sortable by creation time. */
import { randomBytes } from 'node:crypto'

/** A version 7 UUID (RFC 9562 §5.7), 36 lower-case characters. Sorts by millisecond; within the same one, in random order. */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.trunc(nowMs), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0F), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3F), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
