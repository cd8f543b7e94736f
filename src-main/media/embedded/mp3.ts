/** Settings in MP3: a frame of the ID3v2 tag in front of the sound (id3.org, 2.3 and 2.4). */
import type { FileBytes, Format } from './file-bytes.ts'
import { Buffer } from 'node:buffer'
import { mostSettingsBytes } from './file-bytes.ts'

const key = 'takeroom'
const mostTag = 32 * 1024 * 1024

/** Seven bits of each byte count, so that no part of a tag looks like sound. */
function syncSafe(value: number): Buffer {
  return Buffer.from([value >> 21 & 0x7F, value >> 14 & 0x7F, value >> 7 & 0x7F, value & 0x7F])
}
function fromSyncSafe(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum << 7 | byte & 0x7F, 0)
}

type Version = 3 | 4
interface Tag { readonly version: Version, readonly flags: number, readonly length: number }

/** Null without one; undefined for one that is not read. `length` is without the ten bytes of its head. */
async function tagOf(file: FileBytes): Promise<Tag | null | undefined> {
  const head = await file.read(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3')
    return isSound(head) ? null : undefined
  const [version, flags, length] = [head[3], head[5] ?? 0, fromSyncSafe(head.subarray(6, 10))]
  const isKnown = (version === 3 || version === 4) && length <= mostTag && length + 10 < file.size
  return isKnown ? { version, flags, length } : undefined
}

/** The first frame of MPEG sound. */
function isSound(head: Buffer): boolean {
  return head[0] === 0xFF && ((head[1] ?? 0) & 0xE0) === 0xE0
}

interface Frame { readonly name: string, readonly content: Buffer }

function framesOf(tag: Buffer, version: Version): Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at + 10 <= tag.length && tag[at] !== 0;) {
    const size = tag.subarray(at + 4, at + 8)
    const length = version === 4 ? fromSyncSafe(size) : size.readUInt32BE(0)
    frames.push({ name: tag.toString('latin1', at, at + 4), content: tag.subarray(at + 10, at + 10 + length) })
    at += 10 + length
  }
  return frames
}

/** The words of a frame, whose first byte says how they are written. */
function textOf(content: Buffer): string {
  const [encoding, words] = [content[0], content.subarray(1)]
  if (encoding === 1)
    return new TextDecoder(words[0] === 0xFE ? 'utf-16be' : 'utf-16le').decode(words)
  return encoding === 3 ? words.toString('utf8') : words.toString('latin1')
}

function frameOf(name: 'TXXX' | 'COMM', version: Version, text: string): Buffer {
  const [before, description] = name === 'TXXX' ? ['', key] : ['eng', '']
  const utf16 = (words: string): Buffer => Buffer.concat([Buffer.from([0xFF, 0xFE]), Buffer.from(words, 'utf16le')])
  const content = version === 4
    ? Buffer.from(`\x03${before}${description}\0${text}`)
    : Buffer.concat([Buffer.from(`\x01${before}`, 'latin1'), utf16(description), Buffer.alloc(2), utf16(text)])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.from(name), version === 4 ? syncSafe(content.length) : size, Buffer.alloc(2), content])
}

/** Null for a frame that is not ours. */
function settingsOf(name: string, content: Buffer): string | null {
  const text = name === 'TXXX' && content.length <= mostSettingsBytes * 2 ? textOf(content) : ''
  const end = text.indexOf('\0')
  return text.slice(0, end) === key ? text.slice(end + 1).replace(/^\uFEFF/, '').replace(/\0+$/, '') : null
}

/** Of a tag whose frames have this length. */
function headOf(version: Version, length: number): Buffer {
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, 0]), syncSafe(length)])
}

export const mp3: Format = {
  async put(file, { settings, words }) {
    const tag = await tagOf(file)
    // Flags of a tag change how all of it is written.
    if (tag === undefined || (tag && tag.flags !== 0))
      return null
    const version = tag?.version ?? 4
    const present = tag ? framesOf(await file.read(10, tag.length), version) : []
    // A signature (C2PA) is such an object.
    if (present.some(({ name }) => name === 'GEOB'))
      return null
    const isCommented = words === '' || present.some(({ name }) => name === 'COMM')
    const frames = Buffer.concat([frameOf('TXXX', version, settings), ...isCommented ? [] : [frameOf('COMM', version, words)]])
    const head = headOf(version, (tag?.length ?? 0) + frames.length)
    return [{ bytes: Buffer.concat([head, frames]) }, { from: tag ? 10 : 0, to: file.size }]
  },
  async find(file) {
    const tag = await tagOf(file)
    if (!tag || tag.flags !== 0)
      return null
    for (const { name, content } of framesOf(await file.read(10, tag.length), tag.version)) {
      const text = settingsOf(name, content)
      if (text !== null)
        return text
    }
    return null
  },
  async strip(file, words) {
    const tag = await tagOf(file)
    if (!tag || tag.flags !== 0)
      return null
    const { version, length } = tag
    const bytes = await file.read(10, length)
    const [first] = framesOf(bytes, version)
    if (!first || settingsOf(first.name, first.content) === null)
      return null
    const end = 10 + first.content.length
    const comment = frameOf('COMM', version, words)
    const isOurs = words !== '' && bytes.subarray(end, end + comment.length).equals(comment)
    const written = isOurs ? end + comment.length : end
    const from = 10 + written
    // Without other frames there was no tag.
    return written === length
      ? [{ from, to: file.size }]
      : [{ bytes: headOf(version, length - written) }, { from, to: file.size }]
  },
}
