/** Freezes an audiobook for shops: a file for each chapter, in order, and a sample. */
import type { KitPlan } from '../media/plan/kit-plan.ts'
import type { KitInput } from './kit-input.ts'
import { soundForm } from '#rules/deliver/sound-form.ts'
import { sampleOf } from '../media/render/book.ts'
import { inKit } from './kit-names.ts'

const folder = 'book'

/** Whether such a book can be made with this preset: shops take MP3. */
export const makesBook = ({ format }: KitInput['encoding']): boolean => format === 'mp3'

/** Undefined where it is not asked for. */
export function bookOf(
  { name, parts, encoding, chapters, durationFrames, levelsToShop, cover, sequence: { rate } }: KitInput,
): KitPlan['book'] {
  const { audio } = encoding
  if (!parts.includes('book') || !makesBook(encoding) || audio === null)
    return undefined
  const nameFor = inKit(folder)
  const fileOf = (title: string): string => nameFor(title, 'mp3').slice(folder.length + 1)
  const named = chapters.length === 0 ? [{ startFrame: 0, title: name }] : chapters
  const width = Math.max(2, String(named.length).length)
  const files = named.map(({ startFrame, title }, at) => ({
    ...{ file: fileOf(`${String(at + 1).padStart(width, '0')} ${title}`), title, startFrame },
    frames: (named[at + 1]?.startFrame ?? durationFrames) - startFrame,
  }))
  const sample = sampleOf(files, { rate, durationFrames })
  const { width: coverWidth = null, height: coverHeight = null } = cover?.asset ?? {}
  return {
    folder,
    files: [...files, ...sample ? [{ file: fileOf('Retail sample'), title: `${name}, sample`, ...sample }] : []],
    hasSample: sample !== null,
    isLevelled: levelsToShop,
    channels: soundForm(audio).channels,
    cover: coverWidth === null || coverHeight === null ? null : { width: coverWidth, height: coverHeight },
  }
}
