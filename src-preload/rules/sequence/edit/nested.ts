/** What clips of another sequence say of it: how long it is, and how loud. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { tracksOf } from '../document.ts'
import { isNested } from '../nested/nested-clips.ts'
import { requireClip } from './draft.ts'
import { refuse } from './refused.ts'

type Edit<Do extends SequenceEdit['do']> = Extract<SequenceEdit, { do: Do }>

/** Where it has become shorter than a clip of it, that clip stays. */
export function setNested(document: SequenceDocument, { sequenceId, frames }: Edit<'setNested'>): void {
  for (const clip of tracksOf(document).flatMap(track => Object.values<object>(track.clips))) {
    if (isNested(clip) && clip.nested.sequenceId === sequenceId)
      clip.sourceLength = Math.max(frames, clip.in + clip.length)
  }
}

export function setNestedGain(document: SequenceDocument, { clipIds, gainDb }: Edit<'setNestedGain'>): void {
  for (const clipId of clipIds) {
    const { clip } = requireClip(document, clipId)
    if (!isNested(clip))
      refuse('wrong-track', clipId)
    const { sequenceId } = clip.nested
    if ((clip.nested.gainDb ?? 0) !== gainDb)
      clip.nested = gainDb === 0 ? { sequenceId } : { sequenceId, gainDb }
  }
}
