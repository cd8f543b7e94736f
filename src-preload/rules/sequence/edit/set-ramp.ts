/** Gives pictures another course of their speed, over the same part of their source. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Resized } from './trim.ts'
import { averageSpeed, lengthOf, placeOf, rampOf } from '../ramp.ts'
import { isEndless, requireClip, roomBehind, settleMove, withLinked } from './draft.ts'
import { giveRamp, requireStep } from './ramp.ts'
import { refuse } from './refused.ts'
import { resize } from './trim.ts'

type Edit = Extract<SequenceEdit, { do: 'setRamp' }>

/** One after another: those of a link have their own parts of their sources. */
export function setRamp(document: SequenceDocument, { clipIds, points, ripples }: Edit): void {
  for (const clipId of clipIds) {
    const found = requireClip(document, clipId)
    const resized = withPoints(document, found, points)
    if (resized)
      resize(document, [resized], ripples ? 'moves' : 'stays')
  }
}

function withPoints(document: SequenceDocument, found: Resized['found'], points: Edit['points']): Resized | null {
  const { clip } = found
  if (!('look' in clip))
    refuse('wrong-track', clip.id)
  if (clip.sourceLength === null || isEndless(clip) || (points.length === 0 && !clip.ramp))
    return null
  if (points.length > 0 && clip.isReversed)
    refuse('ramp-backwards', clip.id)
  settleMove(clip)
  // What played its source to the end does so again: rounding must not take a little with each change.
  const lastsToEnd = roomBehind(clip) === 0
  const frames = (placeOf(clip, clip.length) - placeOf(clip, 0)) / 100
  if (points.length === 0) {
    clip.speed = averageSpeed(clip)
    giveRamp(clip, null)
  }
  else {
    giveRamp(clip, rampOf(clip, points))
    requireStep(withLinked(document, [clip.id]))
  }
  const most = clip.sourceLength - placeOf(clip, 0) / 100
  return { found, length: lengthOf(clip, lastsToEnd ? most : frames, most) }
}
