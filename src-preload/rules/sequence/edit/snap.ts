/** Snapping: the places that an edge jumps to while it is dragged, or moved by keys. All in frames. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import { firstIndex } from '../../first-index.ts'
import { beatFrames } from '../beats/places.ts'
import { endFrameOf, startFrameOf, tracksOf } from '../document.ts'
import { placedMarkers } from '../markers.ts'

/** Where an edge may snap to, and to what. */
export interface SnapPoint {
  readonly at: number
  readonly is: 'start' | 'beat' | 'clip' | 'marker' | 'in-out' | 'playhead'
}

export interface Snapped {
  readonly at: number
  /** Null when nothing is near enough. */
  readonly to: SnapPoint | null
}

/** Of points at one place the last is kept: a playhead says more than the edge of a clip. */
const order = ['start', 'beat', 'clip', 'marker', 'in-out', 'playhead'] as const

/**
 * In order of time, each place once. `ignoring` are ids of clips and markers that are moving themselves. Collected once when a gesture
 * begins: it goes through every clip.
 */
export function snapPoints(document: SequenceDocument, ignoring: ReadonlySet<string>, playhead: number | null = null): SnapPoint[] {
  const points = new Map<number, SnapPoint>([[0, { at: 0, is: 'start' }]])
  const add = (point: SnapPoint): void => {
    const known = points.get(point.at)
    if (!known || order.indexOf(known.is) <= order.indexOf(point.is))
      points.set(point.at, point)
  }
  for (const track of tracksOf(document)) {
    for (const clip of Object.values<Clip>(track.clips)) {
      if (ignoring.has(clip.id))
        continue
      add({ at: startFrameOf(track, clip, document.rate), is: 'clip' })
      add({ at: endFrameOf(track, clip, document.rate), is: 'clip' })
    }
  }
  for (const { clip, frames } of beatFrames(document)) {
    for (const at of ignoring.has(clip.id) ? [] : frames)
      add({ at, is: 'beat' })
  }
  for (const { marker, frame, clipId } of placedMarkers(document)) {
    if (!ignoring.has(marker.id) && !(clipId && ignoring.has(clipId)))
      add({ at: frame, is: 'marker' })
  }
  for (const at of [document.inFrame, document.outFrame]) {
    if (at !== null)
      add({ at, is: 'in-out' })
  }
  if (playhead !== null)
    add({ at: playhead, is: 'playhead' })
  return [...points.values()].sort((a, b) => a.at - b.at)
}

/** The nearest of the points within `reach` frames; of two as near, the earlier. */
export function nearest(points: readonly SnapPoint[], at: number, reach: number): Snapped {
  const after = firstIndex(points, point => point.at < at)
  let to: SnapPoint | null = null
  for (const point of [points[after - 1], points[after]]) {
    if (point && Math.abs(point.at - at) <= reach && (to === null || Math.abs(point.at - at) < Math.abs(to.at - at)))
      to = point
  }
  return { at: to?.at ?? at, to }
}

/** One place, moved to what is near it in the document. */
export function snap(document: SequenceDocument, at: number, reach: number, ignoring: ReadonlySet<string>): Snapped {
  return nearest(snapPoints(document, ignoring), at, reach)
}

/** How far several edges move together, so that the one nearest to a point is on it. */
export function snapTogether(
  points: readonly SnapPoint[],
  edges: readonly number[],
  byFrames: number,
  reach: number,
): { by: number, to: SnapPoint | null } {
  let best: { by: number, to: SnapPoint } | null = null
  for (const edge of edges) {
    const { at, to } = nearest(points, edge + byFrames, reach)
    if (to && (best === null || Math.abs(at - edge - byFrames) < Math.abs(best.by - byFrames)))
      best = { by: at - edge, to }
  }
  return best ?? { by: byFrames, to: null }
}
