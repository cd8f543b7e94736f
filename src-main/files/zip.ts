/** Writes ZIP archives as a stream, without compressing: media are compressed already. Sizes are known before, so the whole length is, too. */
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** Valid on every system, without folders, different from all others of the archive. */
  readonly name: string
  readonly sizeBytes: number
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
  readonly read: () => AsyncIterable<Uint8Array>
}

/** From this size or place on a field of four bytes is too small, and the entry is written by ZIP64. */
const fourBytes = 0xFFFF_FFFF
const twoBytes = 0xFFFF
/** Names are UTF-8; checksum and sizes follow the content. */
const flags = 0x0808
const plainVersion = 20
const zip64Version = 45

interface Placed { readonly entry: ZipEntry, readonly name: Buffer, readonly offset: number }

/** The length of the whole archive, in bytes. */
export function zipLength(entries: readonly ZipEntry[]): number {
  const { list, end } = place(entries)
  const directoryEnd = list.reduce((sum, each) => sum + directoryRecord(each, 0).length, end)
  return directoryEnd + endRecords(end, directoryEnd - end, entries.length).length
}

/** @throws Error when the content of an entry is not as long as it was said to be: what has been sent is then not a whole archive */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  const { list, end } = place(entries)
  const directory: Buffer[] = []
  for (const each of list) {
    yield localRecord(each)
    let checksum = 0
    let sizeBytes = 0
    for await (const piece of each.entry.read()) {
      checksum = crc32(piece, checksum)
      sizeBytes += piece.byteLength
      yield piece
    }
    if (sizeBytes !== each.entry.sizeBytes)
      throw new Error(`${each.entry.name} has changed while it was read`)
    yield descriptor(each, checksum)
    directory.push(directoryRecord(each, checksum))
  }
  const whole = Buffer.concat(directory)
  yield whole
  yield endRecords(end, whole.length, entries.length)
}

function place(entries: readonly ZipEntry[]): { list: Placed[], end: number } {
  let end = 0
  const list = entries.map((entry): Placed => {
    const placed = { entry, name: Buffer.from(entry.name, 'utf8'), offset: end }
    end += localRecord(placed).length + entry.sizeBytes + descriptor(placed, 0).length
    return placed
  })
  return { list, end }
}

const isLarge = ({ sizeBytes }: ZipEntry): boolean => sizeBytes >= fourBytes

function localRecord({ entry, name }: Placed): Buffer {
  const extra = isLarge(entry) ? zip64Extra([0, 0]) : Buffer.alloc(0)
  const size = isLarge(entry) ? fourBytes : 0
  const record = Buffer.alloc(30)
  record.writeUInt32LE(0x0403_4B50, 0)
  record.writeUInt16LE(isLarge(entry) ? zip64Version : plainVersion, 4)
  record.writeUInt16LE(flags, 6)
  record.writeUInt32LE(timeOf(entry.at), 10)
  record.writeUInt32LE(size, 18)
  record.writeUInt32LE(size, 22)
  record.writeUInt16LE(name.length, 26)
  record.writeUInt16LE(extra.length, 28)
  return Buffer.concat([record, name, extra])
}

function descriptor({ entry }: Placed, checksum: number): Buffer {
  const record = Buffer.alloc(isLarge(entry) ? 24 : 16)
  record.writeUInt32LE(0x0807_4B50, 0)
  record.writeUInt32LE(checksum, 4)
  if (isLarge(entry)) {
    record.writeBigUInt64LE(BigInt(entry.sizeBytes), 8)
    record.writeBigUInt64LE(BigInt(entry.sizeBytes), 16)
  }
  else {
    record.writeUInt32LE(entry.sizeBytes, 8)
    record.writeUInt32LE(entry.sizeBytes, 12)
  }
  return record
}

function directoryRecord({ entry, name, offset }: Placed, checksum: number): Buffer {
  const isFar = offset >= fourBytes
  const large = [...isLarge(entry) ? [entry.sizeBytes, entry.sizeBytes] : [], ...isFar ? [offset] : []]
  const extra = large.length > 0 ? zip64Extra(large) : Buffer.alloc(0)
  const version = large.length > 0 ? zip64Version : plainVersion
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x0201_4B50, 0)
  // Made under Unix, so that readers take the permissions below for what they are.
  record.writeUInt16LE(0x0300 | version, 4)
  record.writeUInt16LE(version, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt32LE(timeOf(entry.at), 12)
  record.writeUInt32LE(checksum, 16)
  record.writeUInt32LE(isLarge(entry) ? fourBytes : entry.sizeBytes, 20)
  record.writeUInt32LE(isLarge(entry) ? fourBytes : entry.sizeBytes, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  // A plain file with 0644.
  record.writeUInt32LE(0x81A4_0000, 38)
  record.writeUInt32LE(isFar ? fourBytes : offset, 42)
  return Buffer.concat([record, name, extra])
}

function endRecords(offset: number, sizeBytes: number, count: number): Buffer {
  const isLong = offset >= fourBytes || sizeBytes >= fourBytes || count >= twoBytes
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x0605_4B50, 0)
  record.writeUInt16LE(Math.min(count, twoBytes), 8)
  record.writeUInt16LE(Math.min(count, twoBytes), 10)
  record.writeUInt32LE(Math.min(sizeBytes, fourBytes), 12)
  record.writeUInt32LE(Math.min(offset, fourBytes), 16)
  if (!isLong)
    return record
  const long = Buffer.alloc(56)
  long.writeUInt32LE(0x0606_4B50, 0)
  long.writeBigUInt64LE(44n, 4)
  long.writeUInt16LE(0x0300 | zip64Version, 12)
  long.writeUInt16LE(zip64Version, 14)
  long.writeBigUInt64LE(BigInt(count), 24)
  long.writeBigUInt64LE(BigInt(count), 32)
  long.writeBigUInt64LE(BigInt(sizeBytes), 40)
  long.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4B50, 0)
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([long, locator, record])
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index))
  return extra
}

/** Local time in the format of DOS: two seconds fine, from 1980. */
function timeOf(at: number): number {
  const date = new Date(at)
  if (!(date.getFullYear() >= 1980 && date.getFullYear() < 2108))
    return 0x0021_0000
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
  return day * 0x1_0000 + time
}
