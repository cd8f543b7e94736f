/**
 * Reads the sound blocks of a WebM that a browser records, piece by piece as it is on the disk. Such a file has no index and no
 * sizes, and one that was cut off by a crash ends anywhere: everything before its end is read.
 */

export interface SoundFormat {
  readonly sampleRate: number
  readonly channels: number
  readonly bitsPerSample: number
  readonly codec: string
}

export interface SoundBlock {
  /** When its first sample was captured, in ms since the first block, by the recorder's clock. */
  readonly atMs: number
  /** Samples of a PCM recording, packets of any other. */
  readonly data: Buffer
  /** Bytes of the file up to the end of the block. */
  readonly endByte: number
}

export interface WebmReader {
  /** The whole blocks in the file so far that were not returned before. */
  read: (chunk: Uint8Array) => SoundBlock[]
  /** Null until the header was read; fields that it lacks are 0 or empty. */
  readonly format: SoundFormat | null
}

/** Read for what is in them, not skipped: segment, tracks, track, its sound, cluster, group of blocks. */
const containers: ReadonlySet<number> = new Set([0x18538067, 0x1654AE6B, 0xAE, 0xE1, 0x1F43B675, 0xA0])
const word = { codec: 0x86, rate: 0xB5, channels: 0x9F, bits: 0x6264, clusterTime: 0xE7, simpleBlock: 0xA3, block: 0xA1 } as const
/** Far above one block; what claims more is damage. */
const longestElement = 16 * 2 ** 20

export function createWebmReader(): WebmReader {
  let rest: Buffer = Buffer.alloc(0)
  let restAt = 0
  let skipBytes = 0
  let isDamaged = false
  let clusterMs = 0
  let firstMs: number | null = null
  let format: SoundFormat | null = null

  function note(id: number, data: Buffer): void {
    const known = format ?? { sampleRate: 0, channels: 0, bitsPerSample: 0, codec: '' }
    if (id === word.codec)
      format = { ...known, codec: data.toString('latin1') }
    else if (id === word.rate)
      format = { ...known, sampleRate: Math.round(data.length === 8 ? data.readDoubleBE() : data.length === 4 ? data.readFloatBE() : 0) }
    else if (id === word.channels)
      format = { ...known, channels: unsigned(data) }
    else if (id === word.bits)
      format = { ...known, bitsPerSample: unsigned(data) }
    else if (id === word.clusterTime)
      clusterMs = unsigned(data)
  }

  function blockOf(data: Buffer, endByte: number): SoundBlock[] {
    const track = readSize(data, 0)
    if (track === null || data.length < track.length + 3)
      return []
    const ms = clusterMs + data.readInt16BE(track.length)
    firstMs ??= ms
    return [{ atMs: ms - firstMs, data: data.subarray(track.length + 3), endByte }]
  }

  return {
    get format() { return format },
    read(chunk) {
      const blocks: SoundBlock[] = []
      rest = Buffer.concat([rest, chunk])
      for (let at = 0; ;) {
        const skipped = Math.min(skipBytes, rest.length - at)
        at += skipped
        skipBytes -= skipped
        const element = isDamaged || skipBytes > 0 ? null : readElement(rest, at)
        const isWhole = element !== null && (!isWanted(element) || at + element.headLength + element.size <= rest.length)
        if (!isWhole) {
          isDamaged ||= element !== null && element.size > longestElement
          restAt += at
          rest = isDamaged ? Buffer.alloc(0) : Buffer.from(rest.subarray(at))
          return blocks
        }
        at += element.headLength
        if (!isWanted(element)) {
          skipBytes = containers.has(element.id) ? 0 : element.size
          continue
        }
        const data = rest.subarray(at, at + element.size)
        at += element.size
        if (element.id === word.simpleBlock || element.id === word.block)
          blocks.push(...blockOf(data, restAt + at))
        else
          note(element.id, data)
      }
    },
  }
}

const wanted: ReadonlySet<number> = new Set(Object.values(word))
function isWanted({ id }: { id: number }): boolean {
  return wanted.has(id)
}

/** RFC 8794: an id of up to 4 bytes, a size of up to 8; null where the bytes end before. */
function readElement(bytes: Buffer, at: number): { id: number, size: number, headLength: number } | null {
  const idLength = at < bytes.length ? Math.clz32(bytes[at] ?? 0) - 23 : 9
  if (idLength > 4 || at + idLength > bytes.length)
    return idLength > 4 && at < bytes.length ? { id: 0, size: longestElement + 1, headLength: 1 } : null
  const size = readSize(bytes, at + idLength)
  return size && { id: bytes.readUIntBE(at, idLength), size: size.value, headLength: idLength + size.length }
}

function readSize(bytes: Buffer, at: number): { value: number, length: number } | null {
  const length = at < bytes.length ? Math.clz32(bytes[at] ?? 0) - 23 : 9
  if (length > 8 || at + length > bytes.length)
    return null
  let value = (bytes[at] ?? 0) & (0xFF >> length)
  for (let next = 1; next < length; next++)
    value = value * 256 + (bytes[at + next] ?? 0)
  return { value, length }
}

function unsigned(data: Buffer): number {
  return data.length > 0 && data.length <= 6 ? data.readUIntBE(0, data.length) : 0
}
