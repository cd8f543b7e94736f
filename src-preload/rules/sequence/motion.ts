/** How pictures move: the value of each property at each frame, by its keys. Preview, render and interchange all ask here. */
import type { Key, Keys, Look, PictureClip } from '#contract/sequence-document.ts'
import type { ColourMotion, ColourProperty } from '../colour/properties.ts'
import { gradeOf } from '../colour/grade.ts'
import { colourMotionNames, colourMotions, colourProperties, isColourProperty, valueOfGrade } from '../colour/properties.ts'
import { firstIndex } from '../first-index.ts'
import { framesUntil, placeOf } from './ramp.ts'

export type Property = keyof Keys
export type LookProperty = Exclude<Property, ColourProperty>
export const lookProperties: readonly LookProperty[]
  = ['x', 'y', 'scale', 'rotation', 'opacity', 'cropLeft', 'cropTop', 'cropRight', 'cropBottom']
export const properties: readonly Property[] = [...lookProperties, ...colourProperties]

/** What is set and shown together. */
export const motions = {
  position: ['x', 'y'],
  scale: ['scale'],
  rotation: ['rotation'],
  opacity: ['opacity'],
  crop: ['cropLeft', 'cropTop', 'cropRight', 'cropBottom'],
  ...colourMotions,
} as const satisfies Record<string, readonly Property[]>
export type Motion = keyof typeof motions
export type LookMotion = Exclude<Motion, ColourMotion>
export const motionNames: readonly Motion[] = ['position', 'scale', 'rotation', 'opacity', 'crop', ...colourMotionNames]

/** What motion depends on, of a clip or of a picture of a plan. */
export type Moved = Timed & Pick<PictureClip, 'look' | 'keys' | 'grade'>
type Timed = Pick<PictureClip, 'in' | 'speed' | 'sourceLength' | 'length' | 'isReversed' | 'isFrozen' | 'ramp'>
  & Partial<Pick<PictureClip, 'nested'>>

/** Keys of it count from its start: it has no pictures that pass. */
function isHeld({ sourceLength, isFrozen }: Pick<Timed, 'sourceLength' | 'isFrozen'>): boolean {
  return sourceLength === null || isFrozen === true
}

/** What `at` of a key counts passes so fast with each frame of the clip; less than 0 backwards. */
export function pacePerFrame(clip: Timed): number {
  const pace = clip.ramp ? 100 : clip.speed
  return isHeld(clip) ? 100 : clip.isReversed ? -pace : pace
}

/**
 * Where in the source, in hundredths of its frames, the picture at this distance from the clip's start is: what `at` of a key counts. With
 * a ramp, it counts hundredths of frames in the time of that, in which courses stay even.
 */
export function keyPlaceAt(clip: Timed, offset: number): number {
  if (isHeld(clip))
    return offset * 100
  const forwards = clip.isReversed ? clip.length - 1 - offset : offset
  return clip.ramp ? (clip.ramp.at + forwards) * 100 : placeOf(clip, forwards)
}

/** The distance from the clip's start at which that place of the source is seen: its inverse. A fraction between two frames. */
export function offsetOfKey(clip: Timed, at: number): number {
  return (at - keyPlaceAt(clip, 0)) / pacePerFrame(clip)
}

/** The same keys, on the same pictures, where a clip plays its source in another way. */
export function rekeyed(keys: Keys, before: Timed, after: Timed): Keys {
  const sourceOf = (at: number): number => before.ramp ? placeOf(before, at / 100 - before.ramp.at) : at
  return mappedKeys(keys, at => keyOfSource(after, sourceOf(at)))
}

/** What `at` of a key is on the picture at this place of the source, in hundredths of its frames. */
export function keyOfSource(clip: Timed, place: number): number {
  return clip.ramp ? (clip.ramp.at + framesUntil(clip, place)) * 100 : place
}

export function keysOf(clip: Pick<Moved, 'keys'>): Keys {
  return clip.keys ?? {}
}

/** Keys at other places, as these become; of several that come to one place the last one stays. */
export function mappedKeys(keys: Keys, to: (at: number) => number): Keys {
  return Object.fromEntries(Object.entries(keys).map(([property, own = []]) => {
    const moved = own.map(key => ({ ...key, at: Math.round(to(key.at)) }))
    return [property, [...new Map(moved.map(key => [key.at, key])).values()].sort((a, b) => a.at - b.at)]
  }))
}

/** The index of the last key at this place or before it; -1 before the first. */
export function keyBefore(keys: readonly Key[], at: number): number {
  return firstIndex(keys, key => key.at <= at) - 1
}

interface Held { readonly leaves: 'hold' | 'linear', readonly within: number, readonly most: number }

/**
 * The same course in the other direction, of keys that are at their places there: what was eased towards a key is eased away from it. A
 * value that was held until a key is there right behind it: `within` so much, and it `leaves` the key like that. That takes a key more,
 * where that would not be one more than a clip may have.
 */
export function turnedCourse<One extends Pick<Key, 'at' | 'value' | 'easing'>>(
  keys: readonly One[],
  { leaves, within, most }: Held,
): One[] {
  let left = most - keys.length
  return keys.flatMap((key, index) => {
    const next = keys[index + 1]
    if (next?.easing !== 'hold')
      return [next ? { ...key, easing: next.easing } : key]
    const at = key.at + within
    return at >= next.at || key.value === next.value || left-- <= 0
      ? [{ ...key, easing: leaves }]
      : [{ ...key, easing: leaves }, { ...key, at, value: next.value, easing: 'linear' }]
  })
}

/** Of the way from one key to the next. */
export function eased(easing: Key['easing'], way: number): number {
  return easing === 'hold' ? 0 : easing === 'linear' ? way : way * way * (3 - 2 * way)
}

/** As the first key says before it, and as the last one says after it. */
export function valueAt(keys: readonly Key[], at: number): number {
  const before = keyBefore(keys, at)
  const [from, to] = [keys[before], keys[before + 1]]
  if (!from || !to)
    return (from ?? to)?.value ?? 0
  return from.value + (to.value - from.value) * eased(from.easing, (at - from.at) / (to.at - from.at))
}

const crops = { cropLeft: 'left', cropTop: 'top', cropRight: 'right', cropBottom: 'bottom' } as const

/** What the look itself says. */
export function valueOfLook(look: Look, property: LookProperty): number {
  switch (property) {
    case 'x':
    case 'y':
    case 'scale':
    case 'rotation':
    case 'opacity':
      return look[property]
    default:
      return look.crop[crops[property]]
  }
}

/** What a clip itself says, where a property has no keys. */
export function unkeyedValue(clip: Pick<Moved, 'look' | 'grade'>, property: Property): number {
  return isColourProperty(property) ? valueOfGrade(gradeOf(clip), property) : valueOfLook(clip.look, property)
}

export type Settled = Pick<Look, 'x' | 'y' | 'scale' | 'rotation' | 'opacity' | 'crop'>

/** How a picture is at this distance from the clip's start, without its fades. */
export function movedAt(clip: Moved, offset: number): Settled {
  const { look } = clip
  if (!clip.keys) {
    const { x, y, scale, rotation, opacity, crop } = look
    return { x, y, scale, rotation, opacity, crop }
  }
  const keys = keysOf(clip)
  const at = keyPlaceAt(clip, offset)
  const value = (property: LookProperty): number => {
    const own = keys[property]
    return own ? valueAt(own, at) : valueOfLook(look, property)
  }
  return {
    x: value('x'),
    y: value('y'),
    scale: value('scale'),
    rotation: value('rotation'),
    opacity: value('opacity'),
    crop: { left: value('cropLeft'), top: value('cropTop'), right: value('cropRight'), bottom: value('cropBottom') },
  }
}

/** Whether anything of the look changes within the clip, or could. */
export function hasMotion(clip: Moved): boolean {
  const keys = keysOf(clip)
  return lookProperties.some(property => keys[property] !== undefined)
}

/** A single key holds one value. */
function ofSeveral(own: readonly Key[] = []): readonly Key[] {
  return own.length > 1 ? own : []
}

/** The frames of a clip, from its start, with which each key takes effect: between them every property keeps its course. */
export function keyFramesOf(clip: Moved, of: readonly Property[] = properties): number[] {
  const keys = keysOf(clip)
  const frames = of.flatMap(property => ofSeveral(keys[property]).map(({ at }) => {
    const offset = offsetOfKey(clip, at)
    return pacePerFrame(clip) < 0 ? Math.floor(offset) + 1 : Math.ceil(offset)
  }))
  return [...new Set(frames)].sort((a, b) => a - b)
}

/**
 * The frames with which a course begins that the one before does not lead to: where a film is cut to be drawn. The last frame of a clip is
 * drawn with those before it where a course ends with it.
 */
export function courseCuts(clip: Moved): number[] {
  const last = clip.length - 1
  return keyFramesOf(clip).filter(frame => frame > 0 && (frame !== last || properties.some((property) => {
    const course = courseOf(clip, property, last - 1)
    return valueIn(course, 1) !== valueIn(courseOf(clip, property, last), 0)
  })))
}

/** At this frame from where the course was asked for. */
function valueIn({ from, to, easing, pace, start, span }: Course, frame: number): number {
  return from === to ? from : from + (to - from) * eased(easing, Math.min(1, Math.max(0, (frame * pace + start) / span)))
}

/** How a property changes while no key takes effect: `from` to `to` as `way` goes from 0 to 1, which is at frame n `(n * pace + start) / span`. */
export interface Course {
  readonly from: number
  readonly to: number
  readonly easing: Key['easing']
  readonly pace: number
  readonly start: number
  readonly span: number
}

/** From this distance to the clip's start on. A value that stays the same has the same `from` and `to`. */
export function courseOf(clip: Moved, property: Property, offset: number): Course {
  const keys = keysOf(clip)[property]
  const at = keyPlaceAt(clip, offset)
  const steady = (value: number): Course => ({ from: value, to: value, easing: 'hold', pace: 0, start: 0, span: 1 })
  if (!keys)
    return steady(unkeyedValue(clip, property))
  const before = keyBefore(keys, at)
  const [from, to] = [keys[before], keys[before + 1]]
  if (!from || !to || from.easing === 'hold' || from.value === to.value)
    return steady(valueAt(keys, at))
  return { from: from.value, to: to.value, easing: from.easing, pace: pacePerFrame(clip), start: at - from.at, span: to.at - from.at }
}
