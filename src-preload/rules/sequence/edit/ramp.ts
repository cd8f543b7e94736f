/** What edits of ramps share. Everything here changes its clip. */
import type { Ramp } from '#contract/ramp.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Played } from './draft.ts'
import { rekeyed } from '../motion.ts'
import { averageSpeed, consumedBy, slippedBy } from '../ramp.ts'
import { refuse } from './refused.ts'

/** Another course of its speed, or none; its keys stay on their pictures. */
export function giveRamp(clip: Played, ramp: Ramp | null): void {
  const before = { ...clip }
  if (ramp)
    clip.ramp = ramp
  else
    Reflect.deleteProperty(clip, 'ramp')
  if ('look' in clip && clip.keys)
    clip.keys = rekeyed(clip.keys, before, clip)
}

export function withoutRamp(clip: Played): void {
  if (clip.ramp)
    giveRamp(clip, null)
}

/** The same clip with one speed. */
export function unramped(clip: PictureClip): PictureClip {
  if (!clip.ramp)
    return clip
  const copy = { ...clip, speed: averageSpeed(clip) }
  giveRamp(copy, null)
  return copy
}

/** By whole units of its source: its speed says nothing of what comes into the clip. @throws EditRefusedError source-too-short */
export function slipRamp(clip: Played, units: number): void {
  const before = { ...clip }
  Object.assign(clip, slippedBy(clip, units))
  if (before.in + units < 0 || clip.in + consumedBy(clip) > (clip.sourceLength ?? Infinity))
    refuse('source-too-short', clip.id)
  if ('look' in clip && clip.keys)
    clip.keys = rekeyed(clip.keys, before, clip)
}
