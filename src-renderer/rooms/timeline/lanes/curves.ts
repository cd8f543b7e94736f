/** The courses of keyed values as lines over their clip, and the keys that are dragged there. Pure. */
import type { FrameRate, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Moved, Property } from '#rules/sequence/motion.ts'
import type { SoundPoint } from '#rules/sequence/sound-points.ts'
import { framesOfKeys, withKeysMoved } from '#rules/sequence/edit/keys.ts'
import { withSoundKeysMoved } from '#rules/sequence/edit/sound-keys.ts'
import { frameAtSample } from '#rules/sequence/frames.ts'
import { keyFramesOf, keyPlaceAt, keysOf, properties, valueAt } from '#rules/sequence/motion.ts'
import { pointBefore, pointsOf, pointValueAt, turnsOf } from '#rules/sequence/sound-points.ts'

/** Pixels. */
export const laneHeight = 22
const inset = 4
/** Points between two keys: an eased course is curved. */
const steps = 12

export interface Curve {
  readonly property: Property | 'pan'
  /** For a polyline, 1000 wide and as high as the lane. */
  readonly points: string
}

/** A value that is the same in all keys is a line in the middle. */
export function curvesOf(clip: Moved): Curve[] {
  const keys = keysOf(clip)
  return properties.flatMap((property): Curve[] => {
    const own = keys[property]
    if (!own)
      return []
    const inside = keyFramesOf(clip, [property]).filter(frame => frame > 0 && frame < clip.length)
    const ends = [0, ...inside, clip.length]
    const frames = ends.flatMap((frame, index) => {
      const next = ends[index + 1]
      return next === undefined ? [frame] : Array.from({ length: steps }, (_, step) => frame + (next - frame) * step / steps)
    })
    const values = frames.map(frame => valueAt(own, keyPlaceAt(clip, frame)))
    const [least, most] = [Math.min(...own.map(key => key.value)), Math.max(...own.map(key => key.value))]
    const places = frames.map((frame, at) => ({ share: frame / clip.length, value: values[at] ?? least }))
    return [{ property, points: written(places, least, most) }]
  })
}

function written(places: readonly { readonly share: number, readonly value: number }[], least: number, most: number): string {
  const y = (value: number): number => most === least
    ? laneHeight / 2
    : laneHeight - inset - (value - least) / (most - least) * (laneHeight - 2 * inset)
  return places.map(({ share, value }) => `${round(share * 1000)},${round(y(value))}`).join(' ')
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
function panCurve(clip: SoundClip): Curve {
  const points = pointsOf(clip, 'pan')
  const places = placesOfLine(points, clip.length)
  const values = places.map(at => -pointValueAt(points, at))
  const of = places.map((at, index) => ({ share: at / clip.length, value: values[index] ?? 0 }))
  return { property: 'pan', points: written(of, Math.min(...values), Math.max(...values)) }
}

/** Along the lower edge of a clip. */
export interface KeyLane {
  readonly curves: readonly Curve[]
  /** A frame of the sequence each, and the share of the clip's time that is before it. */
  readonly keys: readonly { readonly frame: number, readonly share: number }[]
  /** The keys of one frame come to another one. */
  readonly moved: (from: number, to: number) => SequenceEdit
}

/** Null where nothing has keys. Those of a gain are on its line. */
export function laneOf(clip: PictureClip | SoundClip, rate: FrameRate): KeyLane | null {
  if ('look' in clip) {
    return Object.keys(keysOf(clip)).length > 0
      ? {
          curves: curvesOf(clip),
          keys: framesOfKeys(clip)
            .filter(frame => frame >= 0 && frame < clip.length)
            .map(frame => ({ frame: clip.start + frame, share: frame / clip.length })),
          moved: (from, to) =>
            ({ do: 'setPicture', clipIds: [clip.id], values: withKeysMoved(clip, from - clip.start, to - clip.start) }),
        }
      : null
  }
  const points = pointsOf(clip, 'pan').filter(({ at }) => at >= 0 && at <= clip.length)
  return clip.panPoints
    ? {
        curves: [panCurve(clip)],
        keys: points.map(({ at }) => ({ frame: frameAtSample(clip.start + Math.min(at, clip.length - 1), rate), share: at / clip.length })),
        moved: (from, to) => ({
          do: 'setSound',
          clipIds: [clip.id],
          values: withSoundKeysMoved(clip, 'pan', { frame: from, rate }, { frame: to, rate }),
        }),
      }
    : null
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
