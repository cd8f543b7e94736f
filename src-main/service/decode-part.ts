/** What can be used of an answer that was cut off: the beginning of a sound, and pictures as far as they came. */
import type { DecodedFile } from './decode-images.ts'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { sniff, sniffLength } from '../base/magic.ts'
import { pictureOf, soundOf } from './answer-format.ts'
import { decodeImages } from './decode-images.ts'
import { decodeSpeech } from './decode-speech.ts'
import { errorInSuccess } from './errors.ts'
import { areFrames, readFrames } from './frames.ts'
import { parseJson } from './json.ts'
import { readHead } from './references.ts'
import { ServiceError } from './service-error.ts'

const mostTextBytes = 256 * 2 ** 20
const longestError = 2 ** 20
/** Shorter texts are names and ids. */
const leastBase64 = 400

/** At most one; `expectedBytes` by the header of the sound, null where that does not say. Throws the system's errors only. */
export async function decodeSpeechPart(
  path: string,
  contentType: string,
  asked: string | null,
): Promise<readonly (DecodedFile & { readonly expectedBytes: number | null })[]> {
  const decoded = await unlessUndecodable(decodeSpeech(path, contentType, asked))
  if (decoded) {
    const { isCut, corrected } = decoded
    const missing = isCut && corrected?.claimedBytes ? corrected.claimedBytes - corrected.foundBytes : null
    return [{ ...decoded, expectedBytes: missing === null ? null : (await stat(path)).size + missing }]
  }
  const sound = (await mediaInCutJson(path)).find(bytes => soundOf(bytes, { mayBeRaw: false }))
  if (!sound)
    return []
  const beside = `${path}.sound`
  await writeFile(beside, sound)
  const found = await unlessUndecodable(decodeSpeech(beside, '', asked))
  return found ? [{ ...found, expectedBytes: null }] : []
}

/**
 * What arrived of an answer that is in no known form, as a file to be kept as it came: the messages of a WebSocket without their record,
 * anything else itself. Null for a page or an error, which are no result. Throws the system's errors only.
 */
export async function payloadOf(path: string): Promise<string | null> {
  const head = await readHead(path, sniffLength)
  if (!areFrames(head))
    return await isRefusal(path, head) ? null : path
  const frames = []
  for await (const frame of readFrames(path))
    frames.push(frame)
  const isBinary = frames.some(frame => frame.is === 'binary')
  const parts = frames.filter(frame => !isBinary || frame.is === 'binary').map(frame => frame.bytes)
  if (parts.length === 0)
    return null
  const payload = `${path}.payload`
  await writeFile(payload, isBinary ? Buffer.concat(parts) : parts.map(bytes => Buffer.from(bytes).toString()).join('\n'))
  return await isRefusal(payload, await readHead(payload, sniffLength)) ? null : payload
}

async function isRefusal(path: string, head: Uint8Array): Promise<boolean> {
  const found = sniff(head)?.extension
  if (found === 'html')
    return true
  if (found !== 'json' || (await stat(path)).size > longestError)
    return false
  return errorInSuccess(await readFile(path, 'utf8'), {}, { secrets: [], nowMs: 0, mayBeCharged: true }) !== null
}

/** In the order in which they came; the last one may be incomplete. Throws the system's errors only. */
export async function decodeImageParts(path: string, contentType: string): Promise<readonly DecodedFile[]> {
  const decoded = await unlessUndecodable(decodeImages(path, contentType))
  if (decoded)
    return decoded.filter(file => file !== null)
  return (await mediaInCutJson(path)).flatMap((bytes) => {
    const format = pictureOf(bytes)
    return format ? [{ bytes, ...format }] : []
  })
}

/** The content of the long base64 texts in a JSON text that ends before it should; empty for a whole one. */
async function mediaInCutJson(path: string): Promise<Uint8Array[]> {
  if ((await stat(path)).size > mostTextBytes)
    return []
  const text = await readFile(path, 'utf8')
  if (!/^\s*[{[]/.test(text.slice(0, 1000)) || parseJson(text) !== undefined)
    return []
  return text.split('"').flatMap((piece) => {
    const bare = piece.replace(/^data:[^,]{0,200};base64,/, '')
    const whole = bare.slice(0, bare.length - bare.length % 4)
    return whole.length >= leastBase64 && /^[\w+/-]+={0,2}$/.test(whole) ? [Buffer.from(whole, 'base64')] : []
  })
}

async function unlessUndecodable<T>(decoding: Promise<T>): Promise<T | null> {
  try {
    return await decoding
  }
  catch (error) {
    if (error instanceof ServiceError)
      return null
    throw error
  }
}
