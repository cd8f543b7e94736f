/** Keyframes: moves, fades and gain by frames, as few as show the same lines. */
import type { Look } from '#contract/sequence-document.ts'
import type { Level } from '#rules/sequence/levels.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { ShownClip } from '#rules/sequence/resolve.ts'
import { hasMotion } from '#rules/sequence/motion.ts'
import { placementOf } from '#rules/sequence/placement.ts'
import { placedAt } from '#rules/sequence/resolve.ts'

/** Position of a picture at a frame from the start of its piece: its middle and its size in pixels of the frame, uncropped and unturned. */
export interface PictureKey extends Size {
  readonly at: number
  readonly x: number
  readonly y: number
  /** The size that its `fit` gives times this. */
  readonly scale: number
  readonly opacity: number
  /** Degrees, clockwise. */
  readonly rotation: number
  /** Shares that are cut off at each side. */
  readonly crop: Look['crop']
}

/** How clear the picture of a whole sequence is at a frame from the start of its piece. */
export interface OpacityKey { readonly at: number, readonly opacity: number }

/** Decibels at a frame from the start of its piece. */
export interface GainKey { readonly at: number, readonly db: number }

/** As good as silent. */
export const silentDb = -96

/** `offset` counts from the start of the clip. */
export function pictureKeys(
  clip: ShownClip,
  { offset, length }: { offset: number, length: number },
  source: Size,
  frame: Size,
): PictureKey[] {
  const { look, fadeIn, fadeOut, crossIn } = clip
  const changes = hasMotion(clip) || fadeIn + fadeOut + crossIn > 0 || clip.leaves !== undefined
  const places = Array.from({ length: changes ? length : 1 }, (_, at) => placedAt(clip, offset + at))
  const rows = places.map(({ x, y, scale, opacity, rotation, crop: { left, top, right, bottom } }) =>
    [x, y, scale, opacity, rotation / 100, left, top, right, bottom])
  return turningPoints(rows, 1e-4).flatMap((at): PictureKey[] => {
    const place = places[at]
    if (!place)
      return []
    const { x, y, width, height } = placementOf(look, place, source, frame)
    const { scale, opacity, rotation, crop } = place
    return [{ at, x, y, width, height, scale, opacity, rotation, crop }]
  })
}

/** `sampleAt` is the distance of a frame of the piece from the start of its levels. */
export function gainKeys(levels: readonly Level[], length: number, sampleAt: (frame: number) => number): GainKey[] {
  let next = 0
  const values = Array.from({ length: length + 1 }, (_, frame) => {
    const sample = sampleAt(frame)
    while ((levels[next]?.at ?? Infinity) <= sample)
      next++
    return decibels(between(levels[next - 1], levels[next], sample))
  })
  return turningPoints(values.map(db => [db]), 0.1).map(at => ({ at, db: values[at] ?? 0 }))
}

function between(before: Level | undefined, after: Level | undefined, sample: number): number {
  if (!before || !after)
    return (before ?? after)?.amplitude ?? 1
  return before.amplitude + (after.amplitude - before.amplitude) * (sample - before.at) / (after.at - before.at)
}

function decibels(amplitude: number): number {
  return Math.max(silentDb, 20 * Math.log10(Math.max(1e-9, amplitude)))
}

/**
 * Places of those rows that straight lines must pass for all others to be on them, nearly: the first, and unless all are the same, the
 * last.
 */
export function turningPoints(rows: readonly (readonly number[])[], tolerance: number): number[] {
  const last = rows.length - 1
  const kept = new Set<number>()
  const spans: [number, number][] = [[0, last]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const farthest = farthestFrom(rows, from, to, tolerance)
    if (farthest !== null) {
      kept.add(farthest)
      spans.push([from, farthest], [farthest, to])
    }
  }
  const isLevel = kept.size === 0 && rows[0]?.every((value, column) => Math.abs(value - (rows[last]?.[column] ?? value)) <= tolerance)
  return isLevel ? [0] : [...new Set([0, ...[...kept].sort((a, b) => a - b), last])]
}

/** Places in a source at frames of a piece, at its start and its end at least: as few as are the same lines within so many frames. */
export function placeKeys(places: readonly number[], tolerance: number): { at: number, place: number }[] {
  const kept = new Set([...turningPoints(places.map(place => [place]), tolerance), places.length - 1])
  return [...kept].map(at => ({ at, place: places[at] ?? 0 }))
}

/** The row that is farthest from the line between two others; null when none is far. */
function farthestFrom(rows: readonly (readonly number[])[], from: number, to: number, tolerance: number): number | null {
  const [first = [], end = []] = [rows[from], rows[to]]
  let farthest: number | null = null
  let most = tolerance
  for (let at = from + 1; at < to; at++) {
    const share = (at - from) / (to - from)
    for (const [column, value] of (rows[at] ?? []).entries()) {
      const start = first[column] ?? 0
      const distance = Math.abs(value - start - ((end[column] ?? 0) - start) * share)
      if (distance > most)
        [farthest, most] = [at, distance]
    }
  }
  return farthest
}
