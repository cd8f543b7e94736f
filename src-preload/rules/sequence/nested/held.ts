/** What a nested sequence shows after its end, where the next clip comes by a transition: its last frame, as a shot shows that of its source. */
import type { PictureClip, PictureTrack } from '#contract/sequence-document.ts'
import type { TitleWords } from '#contract/text-style.ts'
import type { ClipId } from '#contract/words.ts'
import type { ShownClip } from '../resolve.ts'
import { countedText } from '../../captions/counter.ts'
import { clipsOf, endOf } from '../document.ts'
import { derivedId } from '../edit/derived-id.ts'
import { gradeAt, hasColourKeys } from '../graded.ts'
import { placedAt, sourceFrameAt } from '../resolve.ts'

/** What the track shows in its last frame, the one before `end`, for so many frames after it. The edge of a wipe is not kept. */
export function heldOn(track: PictureTrack, end: number, length: number): PictureClip[] {
  const shown: readonly ShownClip[] = clipsOf(track).filter(clip => !clip.isDisabled && clip.start < end && endOf(clip) >= end)
  return shown.map(clip => ({ ...heldAt(clip, end - 1 - clip.start), id: derivedId<ClipId>(`${clip.id} held`), start: end, length }))
}

/** What it shows at this distance from its start, and nothing else. */
export function heldAt(clip: ShownClip, offset: number): ShownClip {
  const { keys: _, transition: __, leaves: ___, isReversed: ____, ramp: _____, crossBefore: ______, title, ...rest } = clip
  const { x, y, scale, rotation, opacity, crop } = placedAt(clip, offset)
  return {
    ...rest,
    title: title && plainTitle(title, countedText(title, offset, clip.length)),
    ...hasColourKeys(clip) && { grade: gradeAt(clip, offset) },
    ...{ linkId: null, in: sourceFrameAt(clip, offset), speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 },
    look: { ...clip.look, x, y, scale, rotation, opacity, crop },
    ...clip.sourceLength !== null && { isFrozen: true },
  }
}

/** It neither comes, leaves nor counts any more. */
function plainTitle({ enters: _, leaves: __, counter: ___, ...title }: TitleWords, text: string): TitleWords {
  return { ...title, text }
}
