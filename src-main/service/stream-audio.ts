/** The audio inside stream events: where it is, in which sample format, and its conversion to 16-bit samples. */
import type { PcmFormat, WavFormat } from '../base/wav.ts'
import { soundOf } from './answer-format.ts'
import { firstNumber, firstText, memberOf } from './json.ts'

type Encoding = 's16' | 's24' | 's32' | 'f32'
export interface SampleFormat extends PcmFormat { readonly encoding: Encoding }

/** What the live service sends when it does not say. */
export const usualFormat: SampleFormat = { sampleRate: 24_000, channels: 1, encoding: 's16' }

export const bytesPerSample: Readonly<Record<Encoding, number>> = { s16: 2, s24: 3, s32: 4, f32: 4 }

/** From this length on a text without a name is taken for sound. */
export const leastBare = 64
const leastUnnamed = 256

const audioPlaces: readonly (readonly string[])[] = [
  ['audio'],
  ['data'],
  ['data', 'data'],
  ['data', 'audio'],
  ['audio_base64'],
  ['audio_data'],
  ['audio_chunk'],
  ['chunk'],
  ['delta', 'audio', 'data'],
  ['delta', 'audio'],
  ['data', 'audio_base64'],
  ['data', 'chunk'],
]

/**
 * The audio in an event, or null. Short texts count only in an event whose type names audio; at places that are not known, only long ones
 * do. `isDamaged`: there is a text where audio is expected, and it is none.
 */
export function audioOf(event: object, type: string): { bytes: Uint8Array | null, isDamaged: boolean } {
  const namesAudio = /audio|chunk/.test(type)
  const shortest = namesAudio ? 2 : 16
  const [choice] = [memberOf(event, 'choices')].flat()
  const candidates = [...audioPlaces.map(place => memberOf(event, ...place)), memberOf(choice, 'delta', 'audio', 'data')]
    .filter(candidate => typeof candidate === 'string' && candidate.length >= shortest) as string[] // filtered by type
  for (const candidate of candidates) {
    const bytes = soundOfText(candidate)
    if (bytes)
      return { bytes, isDamaged: false }
  }
  const isDamaged = candidates.some(candidate =>
    candidate.length >= leastBare && !/^https?:/i.test(candidate) && (namesAudio || !/\s/.test(candidate.trim())))
  return { bytes: isDamaged ? null : longTextIn(event, 0), isDamaged }
}

const otherNames = /sign|token|id$|hash|digest|key|image|picture|video|cursor|mark/i

function longTextIn(value: unknown, depth: number): Uint8Array | null {
  if (typeof value === 'string')
    return value.length >= leastUnnamed ? soundOfText(value) : null
  if (depth > 3 || typeof value !== 'object' || value === null)
    return null
  for (const [name, member] of Object.entries(value)) {
    const found = otherNames.test(name) ? null : longTextIn(member, depth + 1)
    if (found)
      return found
  }
  return null
}

/** The bytes of a text that is hexadecimal or base64; null for any other. */
export function soundOfText(text: string): Uint8Array | null {
  const bare = text.trim()
  return isHex(bare) ? Buffer.from(bare, 'hex') : decodeBase64(bare)
}

/**
 * A fifth of it are digits: in hexadecimal ten of sixteen characters are, on average, and silence is zeros, which base64 writes as A.
 */
function isHex(text: string): boolean {
  if (text.length < 32 || text.length % 2 !== 0 || !(/^[\da-f]+$/.test(text) || /^[\dA-F]+$/.test(text)))
    return false
  return text.replaceAll(/\D/g, '').length * 5 >= text.length
}

/** The bytes of a base64 or base64url text, also of a `data:` URL; null for any other text. */
export function decodeBase64(text: string): Uint8Array | null {
  const bare = text.replace(/^data:[^,]{0,200};base64,/, '').replace(/\s+/g, '')
  // Four characters encode three bytes; a remainder of one character is not valid base64.
  return /^[\w+/-]+={0,2}$/.test(bare) && bare.replace(/=+$/, '').length % 4 !== 1 ? Buffer.from(bare, 'base64') : null
}

export function formatHintsOf(holder: unknown): Partial<SampleFormat> & { compressed: boolean } {
  const rate = firstNumber(holder, 'sample_rate', 'sampling_rate', 'sampleRate', 'sr', 'rate')
  const channels = firstNumber(holder, 'channels', 'num_channels')
  const bits = firstNumber(holder, 'bits_per_sample', 'bit_depth')
  const name = (firstText(holder, 'format', 'encoding', 'enc', 'response_format', 'codec') ?? '').toLowerCase()
  const encoding = encodingOf(name, bits)
  return {
    ...(rate !== null && Number.isInteger(rate) && rate >= 4000 && rate <= 384_000 && { sampleRate: rate }),
    ...(channels !== null && Number.isInteger(channels) && channels >= 1 && channels <= 8 && { channels }),
    ...(encoding && { encoding }),
    compressed: /mp3|mpeg|aac|opus|ogg|flac|m4a/.test(name),
  }
}

function encodingOf(name: string, bits: number | null): Encoding | null {
  if (/f(?:loat)?_?32/.test(name))
    return 'f32'
  if (/pcm|s\d\d|l16/.test(name) || bits !== null)
    return bits === 24 || name.includes('24') ? 's24' : bits === 32 || name.includes('32') ? 's32' : 's16'
  return null
}

export function formatOfWav(head: WavFormat): SampleFormat {
  const encoding = head.encoding === 'float' ? 'f32' : encodingOf('', head.bitsPerSample) ?? 's16'
  return { sampleRate: head.sampleRate, channels: Math.min(head.channels, 8), encoding }
}

export function isWav(bytes: Uint8Array): boolean {
  return soundOf(bytes, { mayBeRaw: true })?.extension === 'wav'
}

/** Converts samples to 16 bits; `bytes` must hold a whole number of samples. */
export function asPcm16(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 's16')
    return bytes
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const width = bytesPerSample[encoding]
  const result = Buffer.alloc(bytes.length / width * 2)
  for (let index = 0; index * width < source.length; index += 1) {
    const sample = encoding === 'f32'
      ? fromFloat(source.readFloatLE(index * width))
      : source.readIntLE(index * width, width) >> ((width - 2) * 8)
    result.writeInt16LE(sample, index * 2)
  }
  return result
}

function fromFloat(sample: number): number {
  return Number.isNaN(sample) ? 0 : Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
}
