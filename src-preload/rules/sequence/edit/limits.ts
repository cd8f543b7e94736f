/** Refuses what would make a sequence larger than it may be. Only what an edit changed is looked at. */
import type { Clip, FrameRate, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { NestedClip } from '../nested/nested-clips.ts'
import { mostClips, mostGainPoints, mostMarkers, mostSamples, mostTracks } from '#contract/sequence-limits.ts'
import { isAdjustment, isPlainAdjustment } from '../adjustment.ts'
import { endOf, isInSamples } from '../document.ts'
import { isNested } from '../nested/nested-clips.ts'
import { refuse } from './refused.ts'

const secondsOfDay = 24 * 60 * 60

/** @throws EditRefusedError too-long, too-many, nested, adjustment */
export function requireLimits(before: SequenceDocument, after: SequenceDocument): void {
  if (after.trackIds.length > mostTracks || Object.keys(after.markers).length > mostMarkers)
    refuse('too-many')
  for (const track of Object.values(after.tracks)) {
    const was = before.tracks[track.id]
    if (track !== was)
      requireTrackLimits(track, was, lastOf(track, after.rate))
  }
}

/** The last place of a day on a track. */
function lastOf({ kind }: Track, { numerator, denominator }: FrameRate): number {
  return isInSamples(kind) ? mostSamples : Math.floor(secondsOfDay * numerator / denominator)
}

function requireTrackLimits(track: Track, was: Track | undefined, last: number): void {
  const clips = Object.values<Clip>(track.clips)
  if (clips.length > mostClips)
    refuse('too-many', track.id)
  for (const clip of clips) {
    if (clip === was?.clips[clip.id])
      continue
    if (!(endOf(clip) <= last))
      refuse('too-long', clip.id)
    if ('points' in clip && Math.max(clip.points.length, clip.panPoints?.length ?? 0) > mostGainPoints)
      refuse('too-many', clip.id)
    if (isNested(clip) && !isPlain(clip))
      refuse('nested', clip.id)
    if (isAdjustment(clip) && !isPlainAdjustment(clip))
      refuse('adjustment', clip.id)
  }
}

/** Whether it has no more than a look and a grade with their keys, a blurred background, fades, a transition, and how fast it plays. */
function isPlain({ takeId, title, ...clip }: NestedClip): boolean {
  return takeId === null && title === null && clip.gradient === undefined && clip.sourceLength !== null
}
