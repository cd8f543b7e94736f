/** Media that a JSON answer contains or names: base64 under any of the known names, or URLs. One reader for pictures, sounds and videos. */
import type { MediaFormat } from './answer-format.ts'
import type { JsonObject } from './json.ts'
import { open, readFile, stat } from 'node:fs/promises'
import { headLength, looksLikeText, pictureOf, soundOf, videoOf } from './answer-format.ts'
import { isObject, memberOf, parseJson } from './json.ts'
import { decodeBase64 } from './stream-audio.ts'

/** A file inside an answer, or its URL. */
export type Reference = (MediaFormat & { readonly bytes: Uint8Array }) | { readonly address: string }
export type NamedMedium = 'picture' | 'audio' | 'video'

const mostJsonBytes = 64 * 2 ** 20
const mostReferences = 32

interface Rules {
  /** Members in the order in which they are looked at: only the first with media counts, others repeat the same. */
  readonly names: readonly string[]
  /** Members whose text may be an address. */
  readonly addressNames: RegExp
  /** Members that are about something else, such as a video's poster. */
  readonly otherNames: RegExp | null
  /** The format of base64 content by its first bytes. */
  readonly formatOf: (head: Uint8Array) => MediaFormat | null
}

const anywhere = ['data', 'output', 'outputs', 'result', 'results']

const rulesOf: Readonly<Record<NamedMedium, Rules>> = {
  picture: {
    // Names from the live service first, then from OpenAI, then from other services.
    names: [
      'image_base64',
      'turbo_image_base64',
      'edited_image_base64',
      'images',
      'b64_json',
      'base64',
      'image_data',
      'image',
      ...anywhere,
      'image_url',
      'url',
      'output_url',
      'image_path',
    ],
    addressNames: /url|path|image|output|data|result/i,
    otherNames: null,
    formatOf: pictureOf,
  },
  audio: {
    names: [
      'audio_base64',
      'audio',
      'audios',
      'audio_data',
      'audio_content',
      'audioContent',
      'wav_base64',
      'base64',
      'b64_json',
      ...anywhere,
      'audio_url',
      'audio_urls',
      'url',
      'urls',
      'output_url',
    ],
    addressNames: /url|path|audio|output|data|result|file/i,
    otherNames: /reference|prompt|voice|preset|input|source|image|status|callback|webhook/i,
    formatOf: head => soundOf(head, { mayBeRaw: false }),
  },
  video: {
    names: [
      'video_base64',
      'videos',
      'video',
      'base64',
      'b64_json',
      ...anywhere,
      'video_url',
      'video_urls',
      'url',
      'urls',
      'output_url',
      'download_url',
    ],
    addressNames: /url|path|video|output|data|result|file/i,
    otherNames: /thumb|cover|poster|preview|image|frame|input|source|status|callback|webhook/i,
    formatOf: videoOf,
  },
}

/** The media and URLs of media in a JSON text; empty for any other text. */
export function referencesIn(text: string, medium: NamedMedium): readonly Reference[] {
  return collect(parseJson(text), '', 0, rulesOf[medium]).slice(0, mostReferences)
}

/** The same for an answer on the disk. Empty for one that is media itself. */
export async function referencesOf(partPath: string, medium: NamedMedium): Promise<readonly Reference[]> {
  const head = await readHead(partPath)
  if (!looksLikeText(head.subarray(0, 1)) || (await stat(partPath)).size > mostJsonBytes)
    return []
  return referencesIn(await readFile(partPath, 'utf8'), medium)
}

/** Where the file of a URL in the answer is downloaded to; `index` counts all references. Complete where it exists. */
export function referencePath(partPath: string, index: number): string {
  return `${partPath}.named-${index}`
}

export async function readHead(path: string, length = headLength): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  }
  finally {
    await file.close()
  }
}

function collect(value: unknown, name: string, depth: number, rules: Rules): Reference[] {
  if (typeof value === 'string')
    return readText(value, name, rules)
  if (depth > 5)
    return []
  if (Array.isArray(value))
    return value.slice(0, mostReferences).flatMap(entry => collect(entry, name, depth + 1, rules))
  if (!isObject(value))
    return []
  for (const member of namesByRank(value, rules)) {
    const found = collect(memberOf(value, member), member, depth + 1, rules)
    if (found.length > 0)
      return found
  }
  return []
}

function namesByRank(object: JsonObject, { names, otherNames }: Rules): string[] {
  const rank = (name: string): number => {
    const place = names.indexOf(name)
    return place >= 0 ? place : /(?:image|img).*(?:base64|b64)/i.test(name) ? 2.5 : names.length
  }
  return Object.keys(object).filter(name => names.includes(name) || !otherNames?.test(name)).sort((a, b) => rank(a) - rank(b))
}

const extensions = 'png|jpe?g|webp|gif|avif|bmp|wav|mp3|flac|ogg|opus|m4a|aac|mp4|m4v|mov|webm|mkv'
const step = '[\\w~%.@-]{1,200}'
const tail = '(?:[?#]\\S{0,4000})?$'
const mediaFile = new RegExp(`^(?:\\.{0,2}/)?(?:${step}/){0,20}${step}\\.(?:${extensions})${tail}`, 'i')
const somePath = new RegExp(`^(?:\\.{1,2}/)?(?:${step}/){1,20}${step}${tail}`)

/** An address without its host: `/files/a`, `//host/a.png`, `files/a.png`, and `files/a` where the name says that it is one. */
function isRelative(text: string, name: string): boolean {
  if (/url|path/i.test(name) && /^\/\S{1,4000}$/.test(text))
    return true
  const isNamedSo = /url|uri|href|path|file(?!name)/i.test(name)
  return isNamedSo && (mediaFile.test(text) || (/ur[il]|href/i.test(name) && somePath.test(text)))
}

function readText(text: string, name: string, { addressNames, formatOf }: Rules): Reference[] {
  if (/^https?:\/\/\S{3,4000}$/i.test(text) || isRelative(text, name))
    return addressNames.test(name) ? [{ address: text }] : []
  // The first characters show whether the rest is media.
  const start = text.slice(0, 300).replace(/^data:[^,]{0,200};base64,/, '').trimStart()
  const format = formatOf(Buffer.from(start.slice(0, 44), 'base64'))
  const bytes = format && decodeBase64(text)
  return format && bytes ? [{ bytes, ...format }] : []
}
