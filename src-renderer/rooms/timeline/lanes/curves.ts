/** The courses of keyed values as lines over their clip, and the keys that are dragged there, in time and in value. Pure. */
import type { FrameRate, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Moved } from '#rules/sequence/motion.ts'
import type { SoundPoint } from '#rules/sequence/sound-points.ts'
import type { KeyedProperty } from './key-values.ts'
import { withKeysMoved, withoutKey, withValues } from '#rules/sequence/edit/keys.ts'
import { withoutSoundKey, withSoundKeysMoved, withSoundValue } from '#rules/sequence/edit/sound-keys.ts'
import { frameAtSample } from '#rules/sequence/frames.ts'
import { keyFramesOf, keyPlaceAt, keysOf, offsetOfKey, properties, valueAt } from '#rules/sequence/motion.ts'
import { pointBefore, pointsOf, pointValueAt, turnsOf } from '#rules/sequence/sound-points.ts'
import { motionOf } from './key-values.ts'

/** Pixels. */
export const laneHeight = 22
const inset = 4
/** Points between two keys: an eased course is curved. */
const steps = 12
/** In frames: a value that is held is drawn until right before the next key. */
const rightBefore = 0.001

export interface Curve {
  readonly property: KeyedProperty
  /** For a polyline, 1000 wide and as high as the lane. */
  readonly points: string
}
/** A frame of the sequence, the share of the clip's time that is before it, its place from the top in pixels, and its value. */
export interface LaneKey {
  readonly property: KeyedProperty
  readonly frame: number
  readonly share: number
  readonly y: number
  readonly value: number
}
interface Drawn { readonly curve: Curve, readonly keys: readonly LaneKey[] }

type Height = (value: number) => number

/** From the least of these values at the bottom to the greatest at the top. One that is the same everywhere is at `flat` of the height. */
function heightOf(values: readonly number[], flat = 0.5): Height {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = laneHeight - 2 * inset
  return value => round(laneHeight - inset - (most === least ? flat : (value - least) / (most - least)) * room)
}

/** Values that do not change are lines one above another, so that each of their keys can be reached. */
function drawnOf(clip: Moved & Pick<PictureClip, 'start'>): Drawn[] {
  const keys = keysOf(clip)
  const keyed = properties.filter(property => keys[property] !== undefined)
  const flat = keyed.filter(property => new Set(keys[property]?.map(key => key.value)).size === 1)
  return keyed.map((property): Drawn => {
    const own = keys[property] ?? []
    const inside = keyFramesOf(clip, [property]).filter(frame => frame > 0 && frame < clip.length)
    const ends = [0, ...inside, clip.length]
    const frames = ends.flatMap((frame, index) => {
      const next = ends[index + 1]
      return next === undefined
        ? [frame]
        : [...Array.from({ length: steps }, (_, step) => frame + (next - frame) * step / steps), next - rightBefore]
    })
    const y = heightOf(own.map(key => key.value), (flat.indexOf(property) + 1) / (flat.length + 1))
    const places = frames.map(frame => ({ share: frame / clip.length, value: valueAt(own, keyPlaceAt(clip, frame)) }))
    return {
      curve: { property, points: written(places, y) },
      keys: own.flatMap(({ at, value }) => {
        const frame = Math.round(offsetOfKey(clip, at))
        return frame < 0 || frame >= clip.length
          ? []
          : [{ property, frame: clip.start + frame, share: frame / clip.length, y: y(value), value }]
      }),
    }
  })
}

function written(places: readonly { readonly share: number, readonly value: number }[], y: Height): string {
  return places.map(({ share, value }) => `${round(share * 1000)},${y(value)}`).join(' ')
}

/** Places in a sound, in samples from its start, between which a line of these points is straight, or looks so. */
export function placesOfLine(points: readonly SoundPoint[], length: number): number[] {
  const ends = [0, ...turnsOf(points).filter(at => at > 0 && at < length), length]
  return ends.flatMap((at, index) => {
    const next = ends[index + 1]
    const isCurved = points[pointBefore(points, at)]?.easing === 'ease'
    return next === undefined || !isCurved ? [at] : Array.from({ length: steps }, (_, step) => at + (next - at) * step / steps)
  })
}

/** Left is above. */
function panOf(clip: SoundClip, rate: FrameRate): Drawn {
  const points = pointsOf(clip, 'pan')
  const of = placesOfLine(points, clip.length).map(at => ({ share: at / clip.length, value: -pointValueAt(points, at) }))
  const y = heightOf(of.map(({ value }) => value))
  return {
    curve: { property: 'pan', points: written(of, y) },
    keys: points.filter(({ at }) => at >= 0 && at <= clip.length).map(({ at, value }) => ({
      property: 'pan',
      frame: frameAtSample(clip.start + Math.min(at, clip.length - 1), rate),
      share: at / clip.length,
      y: y(-value),
      value,
    })),
  }
}

/** Along the lower edge of a clip. */
export interface KeyLane {
  readonly curves: readonly Curve[]
  readonly keys: readonly LaneKey[]
  /** Up is more, but for a pan, of which left is above. */
  readonly isUpLess: boolean
  /** The keys of one frame come to another one. */
  readonly moved: (from: number, to: number) => SequenceEdit
  /** The key of a property in a frame has another value, and keeps its easing. */
  readonly valued: (key: Pick<LaneKey, 'property' | 'frame'>, value: number) => SequenceEdit
  /** Without the key of a property in a frame, and of what has its keys together with it. */
  readonly removed: (key: Pick<LaneKey, 'property' | 'frame'>) => SequenceEdit
}

/** Null where nothing has keys. Those of a gain are on its line. */
export function laneOf(clip: PictureClip | SoundClip, rate: FrameRate): KeyLane | null {
  if ('look' in clip) {
    const drawn = drawnOf(clip)
    const set = (values: ReturnType<typeof withValues>): SequenceEdit => ({ do: 'setPicture', clipIds: [clip.id], values })
    return drawn.length > 0
      ? {
          curves: drawn.map(({ curve }) => curve),
          keys: drawn.flatMap(({ keys }) => keys),
          isUpLess: false,
          moved: (from, to) => set(withKeysMoved(clip, from - clip.start, to - clip.start)),
          valued: ({ property, frame }, value) => set(withValues(clip, frame - clip.start, { [property]: value })),
          removed: ({ property, frame }) => set(withoutKey(clip, motionOf(property), frame - clip.start)),
        }
      : null
  }
  if (!clip.panPoints)
    return null
  const { curve, keys } = panOf(clip, rate)
  const set = (values: ReturnType<typeof withSoundValue>): SequenceEdit => ({ do: 'setSound', clipIds: [clip.id], values })
  return {
    curves: [curve],
    keys,
    isUpLess: true,
    moved: (from, to) => set(withSoundKeysMoved(clip, 'pan', { frame: from, rate }, { frame: to, rate })),
    valued: ({ frame }, value) => set(withSoundValue(clip, 'pan', { frame, rate }, value)),
    removed: ({ frame }) => set(withoutSoundKey(clip, 'pan', { frame, rate })),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
