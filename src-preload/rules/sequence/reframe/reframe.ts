/** Fills the frame with a picture so that its subject is seen: one position, or keys that follow it no faster than a calm pan. */
import type { FrameRate, Key, Keys, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Subject, SubjectShot } from '#contract/subjects.ts'
import type { ClipId } from '#contract/words.ts'
import type { Keyed } from '../edit/keys.ts'
import type { Size } from '../placement.ts'
import { mostKeys } from '#contract/sequence-limits.ts'
import { findClip } from '../document.ts'
import { secondsOfFrames } from '../frames.ts'
import { keyOfSource, keysOf } from '../motion.ts'
import { placementOf } from '../placement.ts'
import { averageSpeed, consumedBy } from '../ramp.ts'

/** Shares of the frame in a second of the sequence. */
export const fastestPan = 0.35
/** A subject that moves less than this share of the frame is kept by one position. */
const stillShare = 0.12
/** Keys leave out what is nearer to the line between them. */
const tolerance = 0.01

interface Offset { readonly at: number, readonly x: number, readonly y: number }

/** The clip fills the frame; what it had of position and scale is replaced, and a backdrop is not needed any more. */
export function reframed(clip: PictureClip, { points, ...picture }: Subject, frame: Size, rate: FrameRate): Keyed {
  const whole = placementOf({ fit: 'cover' }, { x: 0, y: 0, scale: 1, rotation: 0 }, picture, frame)
  const [across, down] = [whole.width / frame.width, whole.height / frame.height]
  const within = (value: number, room: number): number => Math.min(room, Math.max(-room, value))
  const offsets = points.map(({ at, x, y }): Offset =>
    ({ at, x: within((0.5 - x) * across, Math.max(0, across - 1) / 2), y: within((0.5 - y) * down, Math.max(0, down - 1) / 2) }))
  const most = fastestPan * 100 / averageSpeed(clip)
  const calm = limited(offsets, (one, other) => most * Math.abs(one.at - other.at))
  const { x: _, y: __, scale: ___, ...others } = keysOf(clip)
  const fps = rate.numerator / rate.denominator
  const placeOf = (seconds: number): number => Math.round(keyOfSource(clip, Math.round(seconds * fps * 100)))
  const [x, y] = [courseOf(calm, 'x', placeOf), courseOf(calm, 'y', placeOf)]
  return {
    look: { ...clip.look, fit: 'cover', scale: 1, x: x.value, y: y.value },
    keys: { ...others, ...x.keys && { x: x.keys }, ...y.keys && { y: y.keys } },
  }
}

/** Neighbours differ by no more than `most` says. */
function limited(offsets: readonly Offset[], most: (one: Offset, other: Offset) => number): Offset[] {
  const near = (offset: Offset, other: Offset | undefined): Offset => {
    if (!other)
      return offset
    const step = most(offset, other)
    const held = (value: number, by: number): number => Math.min(by + step, Math.max(by - step, value))
    return { ...offset, x: held(offset.x, other.x), y: held(offset.y, other.y) }
  }
  const forwards: Offset[] = []
  for (const offset of offsets)
    forwards.push(near(offset, forwards.at(-1)))
  const both: Offset[] = []
  for (const offset of forwards.toReversed())
    both.push(near(offset, both.at(-1)))
  return both.reverse()
}

function courseOf(offsets: readonly Offset[], of: 'x' | 'y', placeOf: (seconds: number) => number): { readonly value: number, readonly keys: Keys['x'] | null } {
  const values = offsets.map(offset => offset[of])
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const value = (least + greatest) / 2
  if (greatest - least < stillShare)
    return { value, keys: null }
  let allowed = tolerance
  let kept = simplified(offsets, of, allowed)
  while (kept.length > mostKeys) {
    allowed *= 2
    kept = simplified(offsets, of, allowed)
  }
  const keys = kept.map((offset): Key => ({ at: placeOf(offset.at), value: offset[of], easing: 'linear' }))
  return { value, keys: [...new Map(keys.map(key => [key.at, key])).values()] }
}

/** The ends, and whatever is farther than `allowed` from the line between those that are kept. */
function simplified(offsets: readonly Offset[], of: 'x' | 'y', allowed: number): Offset[] {
  const [first, last] = [offsets[0], offsets.at(-1)]
  if (!first || !last || offsets.length < 3)
    return [...offsets]
  const away = offsets.map((offset) => {
    const share = last.at === first.at ? 0 : (offset.at - first.at) / (last.at - first.at)
    return Math.abs(offset[of] - first[of] - (last[of] - first[of]) * share)
  })
  const farthest = away.indexOf(Math.max(...away))
  if (away[farthest]! <= allowed)
    return [first, last]
  return [...simplified(offsets.slice(0, farthest + 1), of, allowed).slice(0, -1), ...simplified(offsets.slice(farthest), of, allowed)]
}

/** What a clip plays of its take. */
export function shotOf(clip: PictureClip, rate: FrameRate): SubjectShot | null {
  if (clip.takeId === null)
    return null
  if (clip.sourceLength === null)
    return { takeId: clip.takeId, from: 0, seconds: 0 }
  const frames = clip.isFrozen ? 0 : Math.min(consumedBy(clip), clip.sourceLength - clip.in)
  return { takeId: clip.takeId, from: secondsOfFrames(clip.in, rate), seconds: secondsOfFrames(frames, rate) }
}

/** Those of the clips that show a take, on unlocked tracks. */
export function reframable(document: SequenceDocument, clipIds: Iterable<ClipId>): PictureClip[] {
  return [...clipIds].flatMap((id) => {
    const found = findClip(document, id)
    return found && 'look' in found.clip && found.clip.takeId !== null && !found.track.isLocked ? [found.clip] : []
  })
}

/** Edits of one step; those whose subject is not known stay as they are. */
export function reframeEdits(
  { width, height, rate }: Pick<SequenceDocument, 'width' | 'height' | 'rate'>,
  found: readonly { readonly clip: PictureClip, readonly subject: Subject | null }[],
): SequenceEdit[] {
  return found.flatMap(({ clip, subject }): SequenceEdit[] => subject
    ? [{ do: 'setPicture', clipIds: [clip.id], values: { ...reframed(clip, subject, { width, height }, rate), backdrop: null } }]
    : [])
}
