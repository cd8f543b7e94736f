/** Finds the pictures in an image answer: bare bytes, base64 under any of its names, or addresses to fetch them from. */
import type { JsonObject } from './json.ts'
import type { Found } from './magic.ts'
import { open, readFile, stat } from 'node:fs/promises'
import { isObject, memberOf, parseJson } from './json.ts'
import { headLength, looksLikeText, pictureOf } from './magic.ts'
import { undecodable } from './service-error.ts'
import { decodeBase64 } from './stream.ts'

/** A result as it was found: in a file of its own, or inside the answer. The type is that of the bytes. */
export type DecodedFile = Partial<Found> & ({ readonly path: string } | { readonly bytes: Uint8Array })

/** A picture in an answer, or the place where the service keeps it. */
export type Mention = (Found & { readonly bytes: Uint8Array }) | { readonly address: string }

const mostJsonBytes = 64 * 2 ** 20
const mostImages = 32

/**
 * All pictures of the answer, at least one. Those that it only names must have been fetched before (`fetchImages`).
 * Throws ServiceError `undecodable` when there is none.
 */
export async function decodeImages(partPath: string, contentType: string): Promise<readonly DecodedFile[]> {
  const head = await readHead(partPath)
  const picture = pictureOf(head)
  if (picture)
    return [{ path: partPath, ...picture }]
  if (head.length === 0)
    throw undecodable('The answer is empty')
  const mentions = await mentionsIn(partPath, head)
  if (mentions.length === 0)
    throw undecodable(`The answer holds no picture (${contentType || 'of no type'})`)
  return Promise.all(mentions.map(async (mention, index) => 'bytes' in mention ? mention : fetchedImage(fetchedPath(partPath, index))))
}

/** The addresses of pictures that the answer only names, and where each is to be put. */
export async function namedImages(partPath: string): Promise<readonly { address: string, path: string }[]> {
  const mentions = await mentionsIn(partPath, await readHead(partPath))
  return mentions.flatMap((mention, index) => 'address' in mention ? [{ address: mention.address, path: fetchedPath(partPath, index) }] : [])
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

async function mentionsIn(partPath: string, head: Uint8Array): Promise<readonly Mention[]> {
  if (!looksLikeText(head.subarray(0, 1)) || (await stat(partPath)).size > mostJsonBytes)
    return []
  return picturesIn(await readFile(partPath, 'utf8'))
}

/** The pictures that a JSON text holds or names; empty for any other text. */
export function picturesIn(text: string): readonly Mention[] {
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

// Seen in answers of the live service first, then the OpenAI form, then what others do.
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

/** Pictures in a value. Of one object's members the first that yields any wins: the others name the same picture again. */
function collect(value: unknown, name: string, depth: number): Mention[] {
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

function readPicture(text: string, name: string): Mention[] {
  if (/^https?:\/\/\S{3,4000}$/i.test(text) || (/url|path/i.test(name) && /^\/[^/\s]\S{0,4000}$/.test(text)))
    return /url|path|image|output|data|result/i.test(name) ? [{ address: text }] : []
  // The first letters tell whether the rest is worth decoding.
  const start = text.slice(0, 300).replace(/^data:[^,]{0,200};base64,/, '').trimStart()
  const picture = pictureOf(Buffer.from(start.slice(0, 44), 'base64'))
  const bytes = picture && decodeBase64(text)
  return picture && bytes ? [{ bytes, ...picture }] : []
}
