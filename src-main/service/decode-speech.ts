/** Turns a speech answer into a playable file: corrects sizes, decodes base64, adds a header to raw samples. */
import type { Arrival } from '#contract/takes.ts'
import type { PcmFormat } from '../base/wav.ts'
import type { MediaFormat } from './answer-format.ts'
import type { RecordForm } from './decode-stream.ts'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { wavOfPcm16 } from '../base/wav.ts'
import { looksLikeText, soundOf } from './answer-format.ts'
import { decodeStream } from './decode-stream.ts'
import { areFrames } from './frames.ts'
import { firstNumber, isObject, memberOf, parseJson } from './json.ts'
import { readHead } from './references.ts'
import { correctWav, inspectWav } from './repair-wav.ts'
import { undecodable } from './service-error.ts'
import { leastBare, soundOfText } from './stream-audio.ts'
import { fileFormatOf } from './streamed-format.ts'

export interface DecodedSpeech extends MediaFormat {
  /** The answer itself, or a file next to it with its decoded or corrected content. */
  readonly path: string
  /** The answer claimed more sound than arrived. */
  readonly isCut: boolean
  /** The lengths in its header were wrong, see `Arrival`. */
  readonly corrected: Arrival['corrected']
  /** Pieces of a stream that cannot be read, of how many; null where all can. */
  readonly damaged: { readonly pieces: number, readonly of: number } | null
}

const mostJsonBytes = 256 * 2 ** 20
/** Enough of a text to tell its form. */
const longestStart = 65_536
const usual: PcmFormat = { sampleRate: 24_000, channels: 1 }

/**
 * `responseFormat` is that of the request: raw samples are only accepted for `pcm`. Can be repeated on the same file.
 * Throws ServiceError `undecodable` for an answer without sound.
 */
export async function decodeSpeech(partPath: string, contentType: string, responseFormat: string | null = null): Promise<DecodedSpeech> {
  const head = await readHead(partPath)
  if (head.length === 0)
    throw undecodable('The answer is empty')
  const mayBeRaw = responseFormat === 'pcm' || /^audio\/(?:pcm|l16|raw|x-raw)\b/i.test(contentType)
  if (areFrames(head))
    return decodeRecord(partPath, 'frames', responseFormat)
  const found = soundOf(head, { mayBeRaw })
  if (found)
    return finish(partPath, found)
  if (looksLikeText(head))
    return unwrap(partPath, contentType, responseFormat)
  if (!mayBeRaw)
    throw undecodable(`The answer is no sound that is known (${contentType || 'of no type'})`)
  return writeBeside(partPath, wavOfPcm16(await readFile(partPath), formatOf(contentType)))
}

/** Corrects a copy: after a crash the answer still says what was wrong with it. */
async function finish(path: string, found: MediaFormat): Promise<DecodedSpeech> {
  if (found.extension !== 'wav')
    return { path, ...found, isCut: false, corrected: null, damaged: null }
  const check = await inspectWav(path)
  if (!check)
    throw undecodable('The answer is a WAV file without sound')
  if (!check.corrected)
    return { path, ...found, ...check, damaged: null }
  const corrected = `${path}.corrected`
  await copyFile(path, corrected)
  await correctWav(corrected)
  return { path: corrected, ...found, ...check, damaged: null }
}

async function unwrap(path: string, contentType: string, asked: string | null): Promise<DecodedSpeech> {
  const start = Buffer.from(await readHead(path, longestStart)).toString()
  if (!/^\s*[{["]/.test(start) && /^(?:data|event|id|retry)?:/m.test(start))
    return decodeRecord(path, 'events', asked)
  const { size } = await stat(path)
  const text = size > mostJsonBytes ? '' : await readFile(path, 'utf8')
  // One JSON text in each line is a stream as well.
  if (/^\s*\{/.test(start) && parseJson(text) === undefined)
    return decodeRecord(path, 'lines', asked)
  const sound = soundInText(text, contentType)
  if (!sound)
    throw undecodable('The answer is text without any sound in it')
  return writeBeside(path, sound)
}

/** The sound in a JSON text, or of a text that is nothing else, as the bytes of a file. Null for any other text. */
export function soundInText(text: string, contentType: string): Uint8Array | null {
  const json = parseJson(text)
  return json === undefined && text.length >= leastBare ? soundOfText(text) : soundInJson(json, contentType)
}

async function decodeRecord(path: string, form: RecordForm, asked: string | null): Promise<DecodedSpeech> {
  const decoded = await decodeStream(path, form, asked)
  if (decoded.path === null)
    throw undecodable('The stream holds no sound')
  const found = soundOf(await readHead(decoded.path), { mayBeRaw: false }) ?? await expectedOf(decoded.path, asked)
  if (found === null)
    throw undecodable('The stream holds no sound that is known')
  const { damaged, pieces } = decoded
  const finished = await finish(decoded.path, found)
  return { ...finished, isCut: finished.isCut || decoded.isCut, damaged: damaged === 0 ? null : { pieces: damaged, of: damaged + pieces } }
}

/** A compressed file without a clear beginning is what was asked for. */
async function expectedOf(path: string, asked: string | null): Promise<MediaFormat | null> {
  return fileFormatOf(await readHead(path, longestStart), { asked, said: 'file' })
}

/** Writes the sound that an answer contains next to it. The answer stays as it came. */
async function writeBeside(path: string, bytes: Uint8Array): Promise<DecodedSpeech> {
  const found = soundOf(bytes, { mayBeRaw: false })
  if (!found)
    throw undecodable('The answer holds no sound that is known')
  const unwrapped = `${path}.unwrapped`
  await writeFile(unwrapped, bytes)
  return finish(unwrapped, found)
}

const soundNames = [
  'audio_base64',
  'audio',
  'audio_data',
  'audio_content',
  'audioContent',
  'wav_base64',
  'base64',
  'b64_json',
  'data',
  'output',
  'result',
]

function soundInJson(json: unknown, contentType: string, depth = 0): Uint8Array | null {
  if (typeof json === 'string') {
    const bytes = json.length >= leastBare ? soundOfText(json) : null
    return bytes && (soundOf(bytes, { mayBeRaw: false }) ? bytes : wavOfPcm16(bytes, formatOf(contentType)))
  }
  if (!isObject(json) || depth > 3)
    return null
  const format = { sampleRate: firstNumber(json, 'sample_rate', 'sampling_rate') ?? usual.sampleRate }
  for (const name of soundNames) {
    const found = soundInJson(memberOf(json, name), `audio/pcm; rate=${format.sampleRate}`, depth + 1)
    if (found)
      return found
  }
  return null
}

function formatOf(contentType: string): PcmFormat {
  const rate = Number(/\brate=(\d{4,6})\b/i.exec(contentType)?.[1] ?? usual.sampleRate)
  const channels = Number(/\bchannels=([1-8])\b/i.exec(contentType)?.[1] ?? usual.channels)
  return { sampleRate: rate, channels }
}
