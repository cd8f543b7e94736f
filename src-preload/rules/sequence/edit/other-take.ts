/** Another take in a clip: which part of it is played, and how long. Edits and assembling follow the same rule. */
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SoundChoice, TakeId } from '#contract/words.ts'
import type { Played } from './draft.ts'
import { heardKey } from '../heard.ts'
import { keyPlaceAt, mappedKeys, pacePerFrame } from '../motion.ts'
import { consumedBy, framesUntil, fromFrame, speedAt } from '../ramp.ts'
import { copied, endAt } from './draft.ts'
import { refuse } from './refused.ts'

interface OtherTake {
  readonly takeId: TakeId
  /** In the unit of the track; null for a still. */
  readonly sourceLength: number | null
  /** What was chosen of its sound; absent for its default. */
  readonly heard?: SoundChoice | undefined
  /** Where the clip begins in it; absent: where it began in the other, as far as this one lasts. */
  readonly from?: number | undefined
}

/** Changes the clip, except its length, which is returned. @throws EditRefusedError source-too-short where `from` is given */
export function giveTake(clip: Played, { takeId, sourceLength, heard, from }: OtherTake): number {
  const lastsToEnd = 'points' in clip && reachesEnd(clip)
  const before = { ...clip }
  clip.takeId = takeId
  clip.sourceLength = sourceLength
  if ('title' in clip) {
    clip.title = null
    Reflect.deleteProperty(clip, 'gradient')
  }
  if ('points' in clip) {
    giveHeard(clip, heard)
    Reflect.deleteProperty(clip, 'beats')
  }
  if (sourceLength === null) {
    clip.in = 0
    Reflect.deleteProperty(clip, 'ramp')
    if ('look' in clip) {
      Reflect.deleteProperty(clip, 'isFrozen')
      Reflect.deleteProperty(clip, 'isReversed')
      keepMotion(clip, before)
    }
    return clip.length
  }
  if (from !== undefined) {
    const played = 'look' in clip && clip.isFrozen ? 1 : consumedBy(clip)
    if (from + played > sourceLength)
      refuse('source-too-short', clip.id)
    Object.assign(clip, fromFrame(clip, from))
    if ('look' in clip)
      keepMotion(clip, before)
    return clip.length
  }
  if ('look' in clip && clip.isFrozen) {
    clip.in = Math.min(clip.in, sourceLength - 1)
    return clip.length
  }
  const most = (): number => Math.floor(framesUntil(clip, sourceLength * 100))
  if (most() < 1)
    Object.assign(clip, fromFrame(clip, 0))
  if ('look' in clip)
    keepMotion(clip, before)
  const left = Math.max(1, most())
  return lastsToEnd ? left : Math.min(left, clip.length)
}

/** The pictures are others: the motion stays in its time. */
function keepMotion(clip: PictureClip, before: Played): void {
  if (!clip.keys || !('look' in before))
    return
  const [pace, was] = [pacePerFrame(clip), pacePerFrame(before)]
  clip.keys = mappedKeys(clip.keys, at => keyPlaceAt(clip, 0) + (at - keyPlaceAt(before, 0)) * pace / was)
}

/** Another file has other sounds, so a track that was chosen means nothing there. The side stays: it is that of who is recorded. */
function giveHeard(clip: SoundClip, own: SoundChoice | undefined): void {
  const heard = own ?? (clip.heard && { track: null, channel: clip.heard.channel })
  if (heardKey(heard) === '')
    Reflect.deleteProperty(clip, 'heard')
  else
    clip.heard = heard
}

/** The clip with this take, where nothing else is in its way. */
export function withOtherTake<One extends Played>(clip: One, take: OtherTake): One {
  const changed = copied(clip)
  endAt(changed, changed.start + giveTake(changed, take))
  return changed
}

/** Whether a clip plays its source to the end; at a higher speed, the last units of it may not make up one of the track. */
function reachesEnd(clip: Played): boolean {
  return clip.sourceLength !== null && clip.sourceLength - clip.in - consumedBy(clip) <= Math.max(1, speedAt(clip, clip.length) / 100)
}
