/** The audio inside stream events: where it is, in which sample format, and its conversion to 16-bit samples. */
import type { PcmFormat, WavFormat } from '../base/wav.ts'
import { soundOf } from './answer-format.ts'
import { firstNumber, firstText, memberOf } from './json.ts'

type Encoding = 's16' | 's24' | 's32' | 'f32'
export interface SampleFormat extends PcmFormat { readonly encoding: Encoding }

/** What the live service sends when it does not say. */
export const usualFormat: SampleFormat = { sampleRate: 24_000, channels: 1, encoding: 's16' }

export const bytesPerSample: Readonly<Record<Encoding, number>> = { s16: 2, s24: 3, s32: 4, f32: 4 }

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

/** The audio in an event, or null. Short base64 texts count only in an event whose type names audio. */
export function audioOf(event: object, type: string): Uint8Array | null {
  const shortest = /audio|chunk/.test(type) ? 2 : 16
  const [choice] = [memberOf(event, 'choices')].flat()
  const candidates = [...audioPlaces.map(place => memberOf(event, ...place)), memberOf(choice, 'delta', 'audio', 'data')]
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.length >= shortest) {
      const bytes = decodeBase64(candidate)
      if (bytes)
        return bytes
    }
  }
  return null
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
