/** What clips of another sequence say of it: how long it is, how loud, where between left and right, and in which shape. */
import type { Nested, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import { tracksOf } from '../document.ts'
import { isNested, playedUntil } from '../nested/nested-clips.ts'
import { requireClip } from './draft.ts'
import { refuse } from './refused.ts'

type Edit<Do extends SequenceEdit['do']> = Extract<SequenceEdit, { do: Do }>

/** Where it has become shorter than a clip of it, that clip stays. */
export function setNested(document: SequenceDocument, { sequenceId, frames }: Edit<'setNested'>): void {
  for (const clip of tracksOf(document).flatMap(track => Object.values<object>(track.clips))) {
    if (isNested(clip) && clip.nested.sequenceId === sequenceId)
      clip.sourceLength = Math.max(frames, playedUntil(clip))
  }
}

export function setNestedGain(document: SequenceDocument, { clipIds, gainDb }: Edit<'setNestedGain'>): void {
  setOwn(document, clipIds, { gainDb: gainDb === 0 ? undefined : gainDb })
}

export function setNestedPan(document: SequenceDocument, { clipIds, pan }: Edit<'setNestedPan'>): void {
  setOwn(document, clipIds, { pan: pan === 0 ? undefined : pan })
}

export function setNestedShape(document: SequenceDocument, { clipIds, keepsShape }: Edit<'setNestedShape'>): void {
  setOwn(document, clipIds, { keepsShape: keepsShape || undefined })
}

/** What is undefined is left out. */
function setOwn(
  document: SequenceDocument,
  clipIds: readonly ClipId[],
  values: { [Name in 'gainDb' | 'pan' | 'keepsShape']?: Nested[Name] | undefined },
): void {
  for (const clipId of clipIds) {
    const { clip } = requireClip(document, clipId)
    if (!isNested(clip))
      refuse('wrong-track', clipId)
    const entries = Object.entries({ ...clip.nested, ...values }).filter(([, value]) => value !== undefined)
    const nested = Object.fromEntries(entries) as Nested // its id is among them
    if (JSON.stringify(nested) !== JSON.stringify(clip.nested))
      clip.nested = nested
  }
}
