/**
 * Whether streamed sound is samples or a compressed file, from its first bytes, what the service says, and what was asked for.
 * MP3 and AAC have no clear signature, and noise filed as speech cannot be told from a result.
 */
import type { MediaFormat } from './answer-format.ts'
import { sniff } from '../base/magic.ts'
import { headLength, soundOf } from './answer-format.ts'

/** The values of `response_format`; null when none was sent. */
export type AskedFormat = string | null

export function askedFormatOf({ parts }: { readonly parts: readonly (readonly [string, unknown])[] }): AskedFormat {
  const value = parts.find(([name]) => name === 'response_format')?.[1]
  return typeof value === 'string' ? value : null
}

/** What the service says about its stream: `samples` or `file`; null when it says nothing. */
export type SaidFormat = 'samples' | 'file' | null

const compressed: Readonly<Record<string, MediaFormat>> = {
  mp3: { mime: 'audio/mpeg', extension: 'mp3' },
  aac: { mime: 'audio/aac', extension: 'aac' },
  opus: { mime: 'audio/ogg', extension: 'ogg' },
  flac: { mime: 'audio/flac', extension: 'flac' },
}

/** The format of the file whose first bytes these are; null for samples, bare or in a WAV. */
export function fileFormatOf(bytes: Uint8Array, { asked, said }: { asked: AskedFormat, said: SaidFormat }): MediaFormat | null {
  const clear = soundOf(bytes, { mayBeRaw: true })
  if (clear)
    return clear.extension === 'wav' ? null : clear
  const weak = soundOf(bytes, { mayBeRaw: false })
  const expected = compressed[asked ?? ''] ?? null
  if (weak && (said === 'file' || nextFrameFits(bytes, weak.extension) || (expected && said !== 'samples')))
    return weak
  // The service does not say that these are samples, and they do not look like any.
  return expected && said === null && !lookLikeSamples(bytes) ? expected : null
}

/** Whether a second frame of the same kind begins where the first one ends: chance gives that once in thousands. */
function nextFrameFits(bytes: Uint8Array, extension: string): boolean {
  const length = extension === 'aac' ? adtsLength(bytes) : mpegLength(bytes)
  const next = bytes.subarray(length)
  return length > 4 && next.length >= 4 && sniff(next.subarray(0, headLength))?.extension === extension
}

// ISO/IEC 13818-7 §6.2.1: thirteen bits after the first thirty.
function adtsLength(bytes: Uint8Array): number {
  const [,,, a = 0, b = 0, c = 0] = bytes
  return (a & 3) << 11 | b << 3 | c >> 5
}

/** Kilobits per second by the index in the header: MPEG 1 layer III, then MPEG 2 layer III. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
]

// ISO/IEC 11172-3 §2.4.3.1, and 13818-3 for the lower rates. Layer II is not sent for speech.
function mpegLength(bytes: Uint8Array): number {
  const [, version = 0, rates = 0] = bytes
  const isFirst = (version >> 3 & 3) === 3
  const sampleRate = ([44_100, 48_000, 32_000][rates >> 2 & 3] ?? 0) / (isFirst ? 1 : (version >> 3 & 3) === 2 ? 2 : 4)
  const bitRate = bitRates[isFirst ? 0 : 1]?.[rates >> 4] ?? 0
  return sampleRate === 0 ? 0 : Math.floor((isFirst ? 144 : 72) * bitRate * 1000 / sampleRate) + (rates >> 1 & 1)
}

/** Neighbouring samples of speech are alike, and silence is zeros; compressed bytes are neither. */
function lookLikeSamples(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [product, square] = [0, 0]
  for (let at = 2; at + 2 <= Math.min(bytes.length, 8192); at += 2) {
    product += view.getInt16(at - 2, true) * view.getInt16(at, true)
    square += view.getInt16(at, true) ** 2
  }
  return square === 0 || product / square > 0.3
}
