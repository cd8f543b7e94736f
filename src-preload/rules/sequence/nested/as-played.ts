/**
 * Clips inside a sequence of another speed as clips of the film that play alike, as far as whole percent and whole frames allow: for what
 * has no sequence around them, such as clips that are taken apart, edit lists without compounds, and pictures on lanes. Pure.
 */
import type { Keys, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { Nest } from './nest.ts'
import type { Paces } from './pace.ts'
import { endOf } from '../document.ts'
import { cutEnd, cutStart, isEndless, keepFades } from '../edit/draft.ts'
import { keysOf, mappedKeys, withoutMove } from '../motion.ts'
import { gainPoints, panPoints, pointsOf } from '../sound-points.ts'
import { heldAt } from './held.ts'
import { within } from './nest.ts'
import { inside, insideAt, isBackwards, momentOutside, rateThrough, speedThrough } from './pace.ts'

/** Whole percent, as a clip may have it. */
function clipSpeed(paces: Paces, speed: number): number {
  return Math.min(1000, Math.max(10, Math.round(speedThrough(paces, speed))))
}

interface Known { readonly nest: Nest, readonly played: PictureClip | null }
const known = new WeakMap<PictureClip, Known>()

/** The part of a picture that is seen; null where none is. The same of the same. */
export function pictureAsPlayed(clip: PictureClip, nest: Nest): PictureClip | null {
  const kept = known.get(clip)
  if (kept?.nest === nest)
    return kept.played
  const played = freshPicture(clip, nest)
  known.set(clip, { nest, played })
  return played
}

function freshPicture(clip: PictureClip, nest: Nest): PictureClip | null {
  const { from, until } = within(nest, clip)
  if (from >= until)
    return null
  const { paces } = nest
  if (!paces)
    return clip
  const span = { start: from, length: until - from }
  if (rateThrough(paces) === 0)
    return { ...heldAt(clip, insideAt(paces, from) - clip.start), ...span }
  const part = cutTo(clip, inside(paces, { from, until }))
  const scale = (frames: number): number => Math.round(frames / Math.abs(rateThrough(paces)))
  const timed = {
    ...part,
    ...span,
    ...{ fadeIn: scale(part.fadeIn), fadeOut: scale(part.fadeOut), crossIn: scale(part.crossIn) },
    ...isBackwards(paces) && { fadeIn: scale(part.fadeOut), fadeOut: scale(part.fadeIn) },
  }
  if (isEndless(part)) {
    if (Object.keys(keysOf(part)).length > 0)
      Object.assign(timed, { look: withoutMove(part.look), keys: keysThrough(part, paces, from) })
  }
  else {
    Object.assign(timed, pacedThrough(part, paces))
  }
  keepFades(timed)
  return timed
}

function cutTo(clip: PictureClip, { from, until }: { readonly from: number, readonly until: number }): PictureClip {
  const part = { ...clip }
  // What is longer than its part of the source shows its last picture there.
  if (endOf(part) > until)
    cutEnd(part, until)
  if (part.start < from)
    cutStart(part, from)
  return part
}

function pacedThrough({ speed, ramp, isReversed }: PictureClip, paces: Paces): Partial<PictureClip> {
  const rate = Math.abs(rateThrough(paces))
  const isTurned = isBackwards(paces) !== (isReversed === true)
  return {
    speed: clipSpeed(paces, speed),
    isReversed: isTurned ? true : undefined,
    ...ramp && {
      ramp: {
        ...ramp,
        at: Math.round(ramp.at / rate),
        points: ramp.points.map(point => ({ ...point, at: Math.round(point.at / rate), speed: clipSpeed(paces, point.speed) })),
      },
    },
  }
}

/** Keys of what has no pictures that pass count from its start. */
function keysThrough(part: PictureClip, paces: Paces, from: number): Keys {
  const moved = mappedKeys(keysOf(part), at => 100 * (momentOutside(paces, part.start + at / 100) - from))
  return isBackwards(paces) ? turnedKeys(moved) : moved
}

/** The same courses in the other direction: what was eased towards a key is eased away from it. */
export function turnedKeys(keys: Keys): Keys {
  return Object.fromEntries(Object.entries(keys).map(([property, own = []]) =>
    [property, own.map((key, at) => ({ ...key, easing: own[at + 1] ? own[at + 1]!.easing : key.easing }))]))
}

/** The part of a sound that is heard; it plays forwards, as all sounds by themselves. Null where none is. */
export function soundAsPlayed(clip: SoundClip, nest: Nest): SoundClip | null {
  const { from, until } = within(nest, clip)
  if (from >= until)
    return null
  const { paces } = nest
  if (!paces)
    return clip
  const heard = inside(paces, { from, until })
  const part = { ...clip }
  if (endOf(part) > heard.until)
    cutEnd(part, heard.until)
  if (part.start < heard.from)
    cutStart(part, heard.from)
  const rate = Math.abs(rateThrough(paces))
  const scale = (samples: number): number => Math.round(samples / rate)
  const isTurned = isBackwards(paces)
  const moved = (motion: 'gain' | 'pan') => pointsOf(part, motion)
    .map(point => ({ ...point, at: isTurned ? until - from - scale(point.at) : scale(point.at) }))
    .sort((a, b) => a.at - b.at)
  const timed = {
    ...part,
    ...{ start: from, length: until - from, speed: clipSpeed(paces, part.speed), crossIn: scale(part.crossIn) },
    ...{ fadeIn: scale(isTurned ? part.fadeOut : part.fadeIn), fadeOut: scale(isTurned ? part.fadeIn : part.fadeOut) },
    points: gainPoints(moved('gain')),
    ...part.panPoints && { panPoints: panPoints(moved('pan')) },
  }
  keepFades(timed)
  return timed
}
