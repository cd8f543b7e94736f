/**
 * Writes into a finished file what ffmpeg has no option for: the languages of captions that QuickTime has no certain number of, and the
 * length of a
 * Matroska file, which ffmpeg counts to the end of the last packet of sound, whatever of it is heard.
 */
import type { FileHandle } from 'node:fs/promises'
import type { RenderPlan } from '../plan/render-plan.ts'
import { open } from 'node:fs/promises'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { writeAll } from '../../base/write-all.ts'
import { filmFrames, filmRate } from '../picture/film-rate.ts'
import { languageCode } from '../plan/language-code.ts'
import { boxesIn, boxesWithin, readAt } from './iso-boxes.ts'

/** The file must be the caller's own: it is damaged when this is broken off. Throws where it is not of the kind that it should be. */
export async function completeFile(plan: RenderPlan, path: string): Promise<void> {
  const { format } = plan.encoding
  const change = format === 'mov' ? nameLanguages : format === 'mkv' || format === 'webm' ? endWithPicture : null
  if (change === null || (format === 'mov' && plan.captions.tracks.length === 0))
    return
  const file = await open(path, 'r+')
  try {
    await change(plan, file)
    await file.sync()
  }
  finally {
    await file.close()
  }
}

/**
 * Numbers of QuickTime that all programs read alike; those above are read otherwise by some, and the last is for what is not in its list.
 */
const wellKnown = 95

/** As QuickTime takes it since version 7: three letters of ISO 639-2 of five bits each. */
export function packedLanguage(code: string): number {
  return [...code].reduce((sum, letter) => sum << 5 | (letter.charCodeAt(0) - 0x60), 0)
}

async function nameLanguages({ captions: { tracks } }: RenderPlan, file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const traks = (await boxesWithin(file, await boxesIn(file, 0, size), 'moov')).filter(({ type }) => type === 'trak')
  let number = 0
  for (const trak of traks) {
    const media = await boxesWithin(file, await boxesIn(file, trak.from, trak.to), 'mdia')
    const [handler, header] = ['hdlr', 'mdhd'].map(type => media.find(box => box.type === type))
    if (!handler || !header || !['text', 'sbtl', 'subt'].includes((await readAt(file, handler.from + 8, 4)).toString('latin1')))
      continue
    const track = tracks[number++]
    // Version 1 has longer times.
    const place = header.from + ((await readAt(file, header.from, 1))[0] === 1 ? 32 : 20)
    const code = languageCode(track?.language ?? '')
    if (track && code !== 'und' && (await readAt(file, place, 2)).readUInt16BE() >= wellKnown)
      await writeAll(file, Buffer.from([packedLanguage(code) >> 8, packedLanguage(code) & 0xFF]), place)
  }
}

const [segmentId, infoId, tagsId, durationId, clusterId] = [0x18538067, 0x1549A966, 0x1254C367, 0x4489, 0x1F43B675]

interface Element { readonly id: number, readonly from: number, readonly to: number }

/** The element at a place; null where there is none any more. One of unknown length reaches to the end. */
async function elementAt(file: FileHandle, at: number, end: number): Promise<Element | null> {
  const head = await readAt(file, at, Math.min(16, Math.max(0, end - at)))
  const idLength = Math.clz32(head[0] ?? 0) - 23
  const first = head[idLength] ?? 0
  const sizeLength = Math.clz32(first) - 23
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength)
    return null
  const bytes = head.subarray(idLength, idLength + sizeLength)
  const isUnknown = first === 0xFF >> (sizeLength - 1) && bytes.subarray(1).every(byte => byte === 0xFF)
  const size = [...bytes].reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & (0xFF >> sizeLength) : byte), 0)
  const from = at + idLength + sizeLength
  return { id: head.readUIntBE(0, idLength), from, to: isUnknown ? end : Math.min(end, from + size) }
}

async function endWithPicture(plan: RenderPlan, file: FileHandle): Promise<void> {
  const { frames } = filmFrames(plan, { startFrame: 0, frames: plan.durationFrames })
  const seconds = secondsOfFrames(frames, filmRate(plan))
  const { size } = await file.stat()
  const header = await elementAt(file, 0, size)
  const segment = header && await elementAt(file, header.to, size)
  if (segment?.id !== segmentId)
    throw new Error('Not a Matroska file')
  for (let at = segment.from; at < segment.to;) {
    const element = await elementAt(file, at, segment.to)
    if (element === null)
      break
    if (element.id === infoId)
      await setLength(file, element, seconds)
    if (element.id === tagsId)
      await shortenTags(file, element, seconds)
    // Of unknown length only where nothing could be written afterwards.
    if (element.id === clusterId && element.to === segment.to)
      break
    at = element.to
  }
}

/** In milliseconds, which is the unit of all that ffmpeg writes. */
async function setLength(file: FileHandle, { from, to }: Element, seconds: number): Promise<void> {
  for (let at = from; at < to;) {
    const element = await elementAt(file, at, to)
    if (element === null)
      return
    if (element.id === durationId && element.to - element.from === 8) {
      const value = Buffer.alloc(8)
      value.writeDoubleBE(seconds * 1000)
      await writeAll(file, value, element.from)
    }
    at = element.to
  }
}

/** Of the tags that say how long each track is, those of more than the picture. */
async function shortenTags(file: FileHandle, { from, to }: Element, seconds: number): Promise<void> {
  const bytes = await readAt(file, from, to - from)
  const text = bytes.toString('latin1')
  for (const { index, 0: whole, 1: time = '' } of text.matchAll(/DURATION\x44\x87[\x80-\xFF](\d\d:\d\d:\d\d\.\d{9})/g)) {
    const [hours = 0, minutes = 0, rest = 0] = time.split(':').map(Number)
    if (hours * 3600 + minutes * 60 + rest > seconds)
      await writeAll(file, Buffer.from(tagTime(seconds), 'latin1'), from + index + whole.length - time.length)
  }
}

function tagTime(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, '0')
  const nanoseconds = String(Math.round(seconds % 1 * 1e9) % 1e9).padStart(9, '0')
  return `${String(Math.floor(seconds / 3600)).padStart(2, '0')}:${two(seconds / 60)}:${two(seconds)}.${nanoseconds}`
}
