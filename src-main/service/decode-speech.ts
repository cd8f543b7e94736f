/** Turns a speech answer into a playable file: corrects sizes, decodes base64, adds a header to raw samples. */
import type { Arrival } from '#contract/takes.ts'
import type { PcmFormat } from '../base/wav.ts'
import type { MediaFormat } from './answer-format.ts'
import type { SpeechChunk } from './stream.ts'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { wavOfPcm16 } from '../base/wav.ts'
import { looksLikeText, soundOf } from './answer-format.ts'
import { firstNumber, isObject, memberOf, parseJson } from './json.ts'
import { readHead } from './references.ts'
import { correctWav, inspectWav } from './repair-wav.ts'
import { undecodable } from './service-error.ts'
import { decodeBase64 } from './stream-audio.ts'
import { createSpeechStream } from './stream.ts'

export interface DecodedSpeech extends MediaFormat {
  /** The answer itself, or a file beside it with its decoded or corrected content. */
  readonly path: string
  /** The answer claimed more sound than arrived. */
  readonly isCut: boolean
  /** The lengths in its header were wrong, see `Arrival`. */
  readonly corrected: Arrival['corrected']
}

const mostJsonBytes = 256 * 2 ** 20
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
    return { path, ...found, isCut: false, corrected: null }
  const check = await inspectWav(path)
  if (!check)
    throw undecodable('The answer is a WAV file without sound')
  if (!check.corrected)
    return { path, ...found, ...check }
  const corrected = `${path}.corrected`
  await copyFile(path, corrected)
  await correctWav(corrected)
  return { path: corrected, ...found, ...check }
}

async function unwrap(path: string, contentType: string, asked: string | null): Promise<DecodedSpeech> {
  if ((await stat(path)).size > mostJsonBytes)
    throw undecodable('The answer is text, not sound')
  const sound = soundInText(await readFile(path, 'utf8'), contentType, asked)
  if (!sound)
    throw undecodable('The answer is text without any sound in it')
  return writeBeside(path, sound)
}

/** The sound in a JSON text or a stream of events, as the bytes of a file. Null for any other text. */
export function soundInText(text: string, contentType: string, asked: string | null = null): Uint8Array | null {
  const json = parseJson(text)
  const isEvents = json === undefined && /^(?:data|event|id|retry)?:/m.test(text)
  return isEvents ? soundOfEvents(text, asked) : soundInJson(json, contentType)
}

/** Writes the sound that an answer contains beside it. The answer stays as it came. */
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
    const bytes = json.length >= 64 ? decodeBase64(json) : null
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

function soundOfEvents(text: string, asked: string | null): Uint8Array | null {
  const stream = createSpeechStream(asked)
  // The blank line completes the last event.
  const chunks: readonly SpeechChunk[] = [...stream.feed(Buffer.from(`${text}\n\n`)), ...stream.flush()]
  const [first] = chunks
  if (!first)
    return null
  const bytes = Buffer.concat(chunks.map(chunk => chunk.bytes))
  return first.is === 'pcm' ? wavOfPcm16(bytes, first.format) : bytes
}

function formatOf(contentType: string): PcmFormat {
  const rate = Number(/\brate=(\d{4,6})\b/i.exec(contentType)?.[1] ?? usual.sampleRate)
  const channels = Number(/\bchannels=([1-8])\b/i.exec(contentType)?.[1] ?? usual.channels)
  return { sampleRate: rate, channels }
}
