/** What clips show of their source, at the places that they have. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { NestedClip } from '../nested/nested-clips.ts'
import { consumed, shifted } from '../document.ts'
import { isNested } from '../nested/nested-clips.ts'
import { laterBy, placeOf } from '../ramp.ts'
import { isEndless, isPlayed, withLinked } from './draft.ts'
import { slipRamp } from './ramp.ts'
import { refuse } from './refused.ts'
import { forgetWords } from './trim.ts'

export function slip(document: SequenceDocument, { clipIds, byFrames }: Extract<SequenceEdit, { do: 'slip' }>): void {
  for (const { track, clip } of withLinked(document, clipIds)) {
    if (!isPlayed(clip) || clip.sourceLength === null)
      continue
    const units = shifted(track.kind, clip.start, byFrames, document.rate) - clip.start
    if (clip.ramp && !isEndless(clip)) {
      slipRamp(clip, units)
      forgetWords(document, clip.linkId)
      continue
    }
    if (isNested(clip) && !isEndless(clip)) {
      slipNested(clip, units)
      forgetWords(document, clip.linkId)
      continue
    }
    const by = consumed(units, clip.speed)
    const start = clip.in + by
    if (start < 0 || start + (isEndless(clip) ? 1 : consumed(clip.length, clip.speed)) > clip.sourceLength)
      refuse('source-too-short', clip.id)
    clip.in = start
    forgetWords(document, clip.linkId)
  }
}

/** By parts of its frames: what is linked with it is slipped by samples. */
function slipNested(clip: NestedClip, units: number): void {
  const [first, end] = [placeOf(clip, units), placeOf(clip, units + clip.length)]
  if (units < 0 ? first < 0 : end > (clip.sourceLength ?? Infinity) * 100)
    refuse('source-too-short', clip.id)
  Object.assign(clip, laterBy(clip, units))
}
