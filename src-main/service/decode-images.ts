/** Finds the images in an answer: the bytes themselves, base64 under any of the known names, or URLs. */
import type { MediaFormat } from './answer-format.ts'
import type { JsonObject } from './json.ts'
import { open, readFile, stat } from 'node:fs/promises'
import { headLength, looksLikeText, pictureOf } from './answer-format.ts'
import { isObject, memberOf, parseJson } from './json.ts'
import { undecodable } from './service-error.ts'
import { decodeBase64 } from './stream-audio.ts'

/** A result in a file of its own, or as bytes from the answer. Its type is detected from the bytes. */
export type DecodedFile = Partial<MediaFormat> & ({ readonly path: string } | { readonly bytes: Uint8Array })

/** An image inside an answer, or its URL. */
export type ImageReference = (MediaFormat & { readonly bytes: Uint8Array }) | { readonly address: string }

const mostJsonBytes = 64 * 2 ** 20
const mostImages = 32

/**
 * All images of the answer, at least one. Those that are URLs must have been downloaded before (`fetchImages`).
 * Throws ServiceError `undecodable` when there is none.
 */
export async function decodeImages(partPath: string, contentType: string): Promise<readonly DecodedFile[]> {
  const head = await readHead(partPath)
  const picture = pictureOf(head)
  if (picture)
    return [{ path: partPath, ...picture }]
  if (head.length === 0)
    throw undecodable('The answer is empty')
  const references = await referencesIn(partPath, head)
  if (references.length === 0)
    throw undecodable(`The answer holds no picture (${contentType || 'of no type'})`)
  return Promise.all(references.map(async (reference, index) => 'bytes' in reference
    ? reference
    : fetchedImage(fetchedPath(partPath, index))))
}

/** The URLs of images in the answer, and the path to which each is downloaded. */
export async function namedImages(partPath: string): Promise<readonly { address: string, path: string }[]> {
  const references = await referencesIn(partPath, await readHead(partPath))
  return references.flatMap((reference, index) => 'address' in reference
    ? [{ address: reference.address, path: fetchedPath(partPath, index) }]
    : [])
}

function fetchedPath(partPath: string, index: number): string {
  return `${partPath}.${index}`
}

async function fetchedImage(path: string): Promise<DecodedFile> {
  const picture = await readHead(path).then(pictureOf, () => {
    throw undecodable('The answer only names a picture, and it was not fetched')
  })
  if (!picture)
    throw undecodable('The answer names something that is no picture')
  return { path, ...picture }
}

async function referencesIn(partPath: string, head: Uint8Array): Promise<readonly ImageReference[]> {
  if (!looksLikeText(head.subarray(0, 1)) || (await stat(partPath)).size > mostJsonBytes)
    return []
  return picturesIn(await readFile(partPath, 'utf8'))
}

/** The images and URLs of images in a JSON text; empty for any other text. */
export function picturesIn(text: string): readonly ImageReference[] {
  return collect(parseJson(text), '', 0).slice(0, mostImages)
}

export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  }
  finally {
    await file.close()
  }
}

// Names from the live service first, then from OpenAI, then from other services.
const orderedNames = [
  'image_base64',
  'turbo_image_base64',
  'edited_image_base64',
  'images',
  'b64_json',
  'base64',
  'image_data',
  'image',
  'data',
  'output',
  'outputs',
  'result',
  'results',
  'image_url',
  'url',
  'output_url',
  'image_path',
]

/** Images in a value. Only the first member of an object with images counts: others repeat the same image. */
function collect(value: unknown, name: string, depth: number): ImageReference[] {
  if (typeof value === 'string')
    return readPicture(value, name)
  if (depth > 5)
    return []
  if (Array.isArray(value))
    return value.slice(0, mostImages).flatMap(entry => collect(entry, name, depth + 1))
  if (!isObject(value))
    return []
  for (const member of namesByRank(value)) {
    const found = collect(memberOf(value, member), member, depth + 1)
    if (found.length > 0)
      return found
  }
  return []
}

function namesByRank(object: JsonObject): string[] {
  const names = Object.keys(object)
  const rank = (name: string): number => {
    const place = orderedNames.indexOf(name)
    return place >= 0 ? place : /(?:image|img).*(?:base64|b64)/i.test(name) ? 2.5 : orderedNames.length
  }
  return names.sort((a, b) => rank(a) - rank(b))
}

function readPicture(text: string, name: string): ImageReference[] {
  if (/^https?:\/\/\S{3,4000}$/i.test(text) || (/url|path/i.test(name) && /^\/[^/\s]\S{0,4000}$/.test(text)))
    return /url|path|image|output|data|result/i.test(name) ? [{ address: text }] : []
  // The first characters show whether the rest is an image.
  const start = text.slice(0, 300).replace(/^data:[^,]{0,200};base64,/, '').trimStart()
  const picture = pictureOf(Buffer.from(start.slice(0, 44), 'base64'))
  const bytes = picture && decodeBase64(text)
  return picture && bytes ? [{ bytes, ...picture }] : []
}
