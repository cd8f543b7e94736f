/** What clips of another sequence say of it: how long it is, how loud, and where between left and right. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
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
  setHeard(document, clipIds, 'gainDb', gainDb)
}

export function setNestedPan(document: SequenceDocument, { clipIds, pan }: Edit<'setNestedPan'>): void {
  setHeard(document, clipIds, 'pan', pan)
}

/** What changes nothing is left out. */
function setHeard(document: SequenceDocument, clipIds: readonly ClipId[], name: 'gainDb' | 'pan', value: number): void {
  for (const clipId of clipIds) {
    const { clip } = requireClip(document, clipId)
    if (!isNested(clip))
      refuse('wrong-track', clipId)
    const { [name]: before = 0, ...others } = clip.nested
    if (before !== value)
      clip.nested = { ...others, ...value !== 0 && { [name]: value } }
  }
}
