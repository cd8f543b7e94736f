/** WAV headers: the only reader and the only writer. Reads the variants found in real files, writes the plain 44-byte form. */

export interface WavFormat {
  readonly encoding: 'int' | 'float'
  readonly sampleRate: number
  readonly channels: number
  readonly bitsPerSample: number
}

/** Samples are signed 16-bit little-endian, channels interleaved. */
export type PcmFormat = Pick<WavFormat, 'sampleRate' | 'channels'>

export interface WavHead extends WavFormat {
  /** False for anything but plain integers and floats (ADPCM, µ-law …). */
  readonly pcm: boolean
  readonly dataOffset: number
  /** Null when the writer did not know: a pipe cannot go back to fill in the size. */
  readonly claimedBytes: number | null
}

/** `no-sound`: the file ends before its `data` chunk. */
export type WavProblem = 'not-wav' | 'bad-format' | 'no-format' | 'no-sound'

/** The bytes that are needed next; fewer may be given where the file ends. */
export interface ByteRange { readonly offset: number, readonly length: number }

/**
 * Walks the chunks of a WAV of `size` bytes up to its `data` chunk. It yields the ranges that it needs, so that files and
 * buffers are read by the same code. `fileSize` is larger than `size` when only the beginning of the file can be read.
 */
export function* walkWav(size: number, fileSize = size): Generator<ByteRange, WavHead | WavProblem, Buffer> {
  const riff = yield { offset: 0, length: 12 }
  if (!/^(?:RIFF|RF64|BW64).{4}WAVE$/s.test(riff.toString('latin1')))
    return 'not-wav'
  let format: ReturnType<typeof parseFormat> = null
  let longSize: number | null = null
  for (let at = 12; at + 8 <= size;) {
    const chunk = yield { offset: at, length: 8 }
    const id = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (id === 'fmt ') {
      format = parseFormat(yield { offset: at + 8, length: Math.min(length, 40) })
      if (!format)
        return 'bad-format'
    }
    else if (id === 'ds64' && length >= 16 && at + 24 <= size) {
      longSize = Number((yield { offset: at + 16, length: 8 }).readBigUInt64LE())
    }
    else if (id === 'data') {
      return format ? { ...format, dataOffset: at + 8, claimedBytes: claimedLength(length, longSize, fileSize - at - 8) } : 'no-format'
    }
    at += 8 + length + length % 2
  }
  return 'no-sound'
}

/** Reads the header from a file's first bytes, by default all of it; null when they hold no `data` chunk after a usable format. */
export function readWavHead(bytes: Uint8Array, fileSize = bytes.length): WavHead | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const walker = walkWav(buffer.length, fileSize)
  let step = walker.next()
  while (!step.done)
    step = walker.next(buffer.subarray(step.value.offset, step.value.offset + step.value.length))
  return typeof step.value === 'string' ? null : step.value
}

/**
 * From here to the largest number, a length that the file does not reach is what writers put who cannot go back to fill it
 * in: 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, with or without the length of the header taken off.
 */
const leastPlaceholder = 0x7FFF_0000

function claimedLength(length: number, longSize: number | null, there: number): number | null {
  const claimed = length === 0xFFFF_FFFF ? longSize : length
  return claimed === 0 || claimed === null || (claimed >= leastPlaceholder && claimed > there) ? null : claimed
}

function parseFormat(bytes: Buffer): (WavFormat & { pcm: boolean }) | null {
  if (bytes.length < 16)
    return null
  const tag = bytes.readUInt16LE(0)
  // WAVE_FORMAT_EXTENSIBLE contains the real tag in the first bytes of its sub-format.
  const code = tag === 0xFFFE && bytes.length >= 26 ? bytes.readUInt16LE(24) : tag
  const format = { channels: bytes.readUInt16LE(2), sampleRate: bytes.readUInt32LE(4), bitsPerSample: bytes.readUInt16LE(14) }
  const pcm = (code === 1 && [8, 16, 24, 32].includes(format.bitsPerSample)) || (code === 3 && [32, 64].includes(format.bitsPerSample))
  return format.channels === 0 || format.sampleRate === 0 ? null : { ...format, encoding: code === 3 ? 'float' : 'int', pcm }
}

export const wavHeaderLength = 44

export interface WavHeaderOptions extends WavFormat {
  /** Bytes of samples. Above 4 GB, and for 0xFFFFFFFF, the written size means "until the end of the file". */
  readonly dataLength: number
  /** Bytes of other chunks after the samples; default 0. */
  readonly trailingLength?: number
}

/** The header that precedes the samples. */
export function wavHeader({ trailingLength = 0, ...format }: WavHeaderOptions): Buffer {
  const frameLength = format.channels * format.bitsPerSample / 8
  const header = Buffer.alloc(wavHeaderLength)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(Math.min(36 + format.dataLength + format.dataLength % 2 + trailingLength, 0xFFFFFFFF), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(format.encoding === 'float' ? 3 : 1, 20)
  header.writeUInt16LE(format.channels, 22)
  header.writeUInt32LE(format.sampleRate, 24)
  header.writeUInt32LE(format.sampleRate * frameLength, 28)
  header.writeUInt16LE(frameLength, 32)
  header.writeUInt16LE(format.bitsPerSample, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(Math.min(format.dataLength, 0xFFFFFFFF), 40)
  return header
}

/** The header that precedes 16-bit samples. */
export function pcm16Header({ sampleRate, channels }: PcmFormat, dataLength: number): Buffer {
  return wavHeader({ sampleRate, channels, encoding: 'int', bitsPerSample: 16, dataLength })
}

/** A WAV file of 16-bit samples; an incomplete frame at the end is dropped. */
export function wavOfPcm16(pcm: Uint8Array, format: PcmFormat): Buffer {
  const dataLength = pcm.length - pcm.length % (format.channels * 2)
  return Buffer.concat([pcm16Header(format, dataLength), pcm.subarray(0, dataLength)])
}
