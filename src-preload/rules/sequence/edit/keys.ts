/** Setting, moving and taking away keys of a picture: what `setPicture` is given for it. */
import type { Grade } from '#contract/grade.ts'
import type { Easing, Key, Keys, Look, PictureClip } from '#contract/sequence-document.ts'
import type { LookProperty, Motion, Moved, Property } from '../motion.ts'
import { gradeOf } from '../../colour/grade.ts'
import { isColourProperty, withGradeValue } from '../../colour/properties.ts'
import { gradeAt, hasColourKeys } from '../graded.ts'
import {
  keyPlaceAt,
  keysOf,
  mappedKeys,
  motionNames,
  motions,
  movedAt,
  offsetOfKey,
  properties,
  unkeyedValue,
  valueAt,
} from '../motion.ts'

export type Values = Partial<Record<Property, number>>
/** An empty `keys` takes all away. Without a `grade` that stays as it is. */
export interface Keyed { readonly look: Look, readonly keys: Keys, readonly grade?: Grade }

/** The same with this value of a property that has no keys. */
function settledAt(clip: Moved, keyed: Keyed, property: Property, value: number): Keyed {
  return isColourProperty(property)
    ? { ...keyed, grade: withGradeValue(keyed.grade ?? gradeOf(clip), property, value) }
    : { ...keyed, look: withValue(keyed.look, property, value) }
}
/** The key of a property that is in this frame of the clip. */
function keyIn(clip: Moved, own: readonly Key[], offset: number): Key | undefined {
  return own.find(({ at }) => Math.round(offsetOfKey(clip, at)) === offset)
}

/** These values at a frame of the clip: where a property has keys, in a key there; else in the look or the grade. */
export function withValues(clip: Moved, offset: number, values: Values): Keyed {
  const keys = { ...keysOf(clip) }
  let keyed: Keyed = { look: clip.look, keys }
  for (const property of properties) {
    const value = values[property]
    const own = keys[property]
    if (value === undefined)
      continue
    if (own)
      keys[property] = put(clip, own, offset, value)
    else
      keyed = settledAt(clip, keyed, property, value)
  }
  return keyed
}

/** A new key gets to the next one as the one before it does. */
function put(clip: Moved, own: readonly Key[], offset: number, value: number): Key[] {
  const there = keyIn(clip, own, offset)
  const at = there?.at ?? keyPlaceAt(clip, offset)
  const before = own.findLast(key => key.at < at) ?? own[0]
  const key = { at, value, easing: (there ?? before)?.easing ?? 'linear' }
  return [...own.filter(other => other.at !== at), key].sort((a, b) => a.at - b.at)
}

function withValue(look: Look, property: LookProperty, value: number): Look {
  switch (property) {
    case 'cropLeft': return { ...look, crop: { ...look.crop, left: value } }
    case 'cropTop': return { ...look, crop: { ...look.crop, top: value } }
    case 'cropRight': return { ...look, crop: { ...look.crop, right: value } }
    case 'cropBottom': return { ...look, crop: { ...look.crop, bottom: value } }
    default: return { ...look, [property]: value }
  }
}

export function isKeyed(clip: Moved, motion: Motion): boolean {
  const keys = keysOf(clip)
  return motions[motion].some(property => keys[property] !== undefined)
}

export function keyedMotions(clip: Moved): Motion[] {
  return motionNames.filter(motion => isKeyed(clip, motion))
}

/** The easing of the key of a motion in this frame of the clip; null where none is. */
export function easingAt(clip: Moved, motion: Motion, offset: number): Easing | null {
  const keys = keysOf(clip)
  for (const property of motions[motion]) {
    const key = keyIn(clip, keys[property] ?? [], offset)
    if (key)
      return key.easing
  }
  return null
}

/** A key for each property of the motion, with the value that it has there. */
export function withKey(clip: Moved, motion: Motion, offset: number): Keyed {
  const keys = { ...keysOf(clip) }
  const at = keyPlaceAt(clip, offset)
  for (const property of motions[motion]) {
    const own = keys[property]
    const value = own ? valueAt(own, at) : unkeyedValue(clip, property)
    keys[property] = own ? put(clip, own, offset, value) : [{ at, value, easing: 'linear' }]
  }
  return { look: clip.look, keys }
}

/** With the last key of a property its value goes into the look or the grade. */
export function withoutKey(clip: Moved, motion: Motion, offset: number): Keyed {
  return changed(clip, motions[motion], (own) => {
    const there = keyIn(clip, own, offset)
    return own.filter(key => key !== there)
  })
}

/** It stays as it is in this frame of the clip. */
export function withoutKeys(clip: Moved, motion: Motion, offset: number): Keyed {
  const now = { look: { ...clip.look, ...movedAt(clip, offset) }, grade: gradeAt(clip, offset) }
  return motions[motion].reduce<Keyed>(
    (all, property) => settledAt(clip, all, property, unkeyedValue(now, property)),
    changed(clip, motions[motion], () => []),
  )
}

export function withEasing(clip: Moved, motion: Motion, offset: number, easing: Easing): Keyed {
  return changed(clip, motions[motion], (own) => {
    const there = keyIn(clip, own, offset)
    return own.map(key => key === there ? { ...key, easing } : key)
  })
}

/** All keys in one frame of the clip come to another one. */
export function withKeysMoved(clip: Moved, from: number, to: number): Keyed {
  const places = new Set(Object.values(keysOf(clip)).flatMap(own => keyIn(clip, own ?? [], from)?.at ?? []))
  const by = keyPlaceAt(clip, to) - keyPlaceAt(clip, from)
  const keys = Object.fromEntries(Object.entries(keysOf(clip)).map(([property, own = []]) => {
    const [moved, there] = [keyIn(clip, own, from), by === 0 ? undefined : keyIn(clip, own, to)]
    // A key at the new place is replaced.
    return [property, moved ? own.filter(key => key !== there) : own]
  }))
  return { look: clip.look, keys: mappedKeys(keys, at => places.has(at) ? at + by : at) }
}

function changed(clip: Moved, of: readonly Property[], change: (own: readonly Key[]) => Key[]): Keyed {
  const keys = { ...keysOf(clip) }
  let keyed: Keyed = { look: clip.look, keys }
  for (const property of of) {
    const own = keys[property]
    if (!own)
      continue
    const next = change(own)
    if (next.length > 0) {
      keys[property] = next
      continue
    }
    delete keys[property]
    keyed = settledAt(clip, keyed, property, own[0]?.value ?? unkeyedValue(clip, property))
  }
  return keyed
}

/** Frames of the clip in which keys are, each once, in order. With a motion, only its own. */
export function framesOfKeys(clip: Moved, motion?: Motion): number[] {
  const keys = keysOf(clip)
  const of: readonly Property[] = motion ? motions[motion] : properties
  const frames = of.flatMap(property => (keys[property] ?? []).map(({ at }) => Math.round(offsetOfKey(clip, at))))
  return [...new Set(frames)].sort((a, b) => a - b)
}

/** The key before this frame of the clip, or behind it; null where none is. Only those within the clip are reached. */
export function nextKey(clip: Moved, offset: number, to: 'previous' | 'next', motion?: Motion): number | null {
  const frames = framesOfKeys(clip, motion).filter(frame => frame >= 0 && frame < clip.length)
  return (to === 'next' ? frames.find(frame => frame > offset) : frames.findLast(frame => frame < offset)) ?? null
}

/** It grows or shrinks evenly over the whole clip, from what it is at its start: the move of a still. */
export function withZoom(clip: Moved, factor: number): Keyed {
  const { scale } = movedAt(clip, 0)
  const ends = [{ at: keyPlaceAt(clip, 0), value: scale }, { at: keyPlaceAt(clip, Math.max(1, clip.length - 1)), value: scale * factor }]
  const own = ends.map(key => ({ ...key, easing: 'linear' as const })).sort((a, b) => a.at - b.at)
  return { look: clip.look, keys: { ...keysOf(clip), scale: own } }
}

/** A held picture: what is seen of a clip at a frame, by itself, as it looks there. Markers and the transition stay with the clip. */
export function frozenAt(clip: PictureClip, offset: number, length: number, sourceFrame: number): Omit<PictureClip, 'id'> {
  const { keys: _, isReversed: __, ramp: ___, crossBefore: ____, transition: _____, markers: ______, ...rest } = clip
  const still = movedAt(clip, offset)
  return {
    ...rest,
    ...hasColourKeys(clip) && { grade: gradeAt(clip, offset) },
    start: clip.start + offset,
    length,
    linkId: null,
    in: sourceFrame,
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    look: { ...clip.look, ...still },
    isFrozen: true,
  }
}
