/** About how large the parts of a kit will be, and which of them a sequence has anything for. */
import type { KitPart } from '#contract/delivery-options.ts'
import type { Encoding } from '#contract/presets.ts'
import type { Line } from '#contract/script.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, TrackId } from '#contract/words.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Stretch } from '#rules/sequence/resolve.ts'
import type { Steps } from '../base/in-pieces.ts'
import { captionGroups, hasWords } from '#rules/captions/tracks.ts'
import { chaptersOf } from '#rules/deliver/chapters.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { showsLut } from '#rules/sequence/graded.ts'
import { workOutSoundEvents } from '#rules/sequence/levels.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { fileBytesOf } from './file-sizes.ts'
import { makesBook } from './kit-book.ts'
import { stemsOf } from './kit.ts'

export interface KitSize { readonly part: KitPart, readonly sizeBytes: number }

/** 48 kHz stereo of 32 bits. */
const stemBytesOfSecond = 384_000
/** What a small text takes on a disk. */
const textBytes = 4096

interface SizedKit extends Size {
  readonly sequence: Sequence
  readonly takes: readonly Take[]
  readonly lines: readonly Line[]
  /** Look-up tables of its colours whose files are there. Absent: none. */
  readonly lutIds?: ReadonlySet<AssetId>
  /** Caption tracks that were chosen. Absent, or null: all that are not muted. */
  readonly captionIds?: readonly TrackId[] | null
  readonly encoding: Encoding
}

/** Without all their look-up tables, pictures are not drawn. */
function lacksLut({ layers }: Stretch, lutIds: ReadonlySet<AssetId>): boolean {
  return layers.some(({ clip }) => showsLut(clip) && clip.grade?.lut && !lutIds.has(clip.grade.lut.id))
}

export function* kitSizes(
  { sequence, takes, lines, lutIds = new Set(), captionIds = null, encoding, width, height }: SizedKit,
): Steps<KitSize[]> {
  yield* workOutSoundEvents(sequence)
  const { durationFrames, stretches } = resolve(sequence)
  const range = rangeOf(sequence, durationFrames)
  const { frames } = range
  const shown = stretches.filter(each => each.layers.length > 0
    && each.startFrame < range.startFrame + frames && each.startFrame + each.frames > range.startFrame)
  const isSeen = encoding.video !== null || (shown.length > 0 && !shown.some(each => lacksLut(each, lutIds)))
  yield
  const chapters = chaptersOf(sequence, range, lines)
  yield
  const seconds = millisecondsOfFrame(frames, sequence.rate) / 1000
  const captions = captionGroups(sequence, captionIds).filter(group => hasWords(group, range)).length
  const stems = stemsOf(sequence, lines).length
  const sizes: KitSize[] = [
    { part: 'master', sizeBytes: frames === 0 ? 0 : fileBytesOf({ sequence, encoding }) },
    { part: 'book', sizeBytes: makesBook(encoding) ? Math.ceil(seconds * 24_000) : 0 },
    { part: 'poster', sizeBytes: isSeen ? width * height : 0 },
    { part: 'captions', sizeBytes: 2 * captions * textBytes },
    { part: 'chapters', sizeBytes: chapters.length > 0 ? textBytes : 0 },
    { part: 'transcript', sizeBytes: stems > 0 || captions > 0 ? textBytes : 0 },
    { part: 'stems', sizeBytes: Math.ceil(stems * seconds * stemBytesOfSecond) },
    { part: 'edit-lists', sizeBytes: 8 * textBytes },
    { part: 'media', sizeBytes: takes.reduce((sum, { asset }) => sum + asset.sizeBytes, 0) },
  ]
  return sizes.filter(({ sizeBytes }) => sizeBytes > 0)
}

export function bytesOf(sizes: readonly KitSize[], parts: readonly KitPart[]): number {
  return sizes.filter(({ part }) => parts.includes(part)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
