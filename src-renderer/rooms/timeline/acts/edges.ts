/** The cuts of a track, and which of their edges is selected next. Pure. */
import type { ClipId } from '#contract/words.ts'
import type { Box } from '../view/rows.ts'

/** `trim` leaves a gap, `ripple` closes it, `roll` moves both sides of the cut. */
export interface EdgeAt {
  readonly clipId: ClipId
  readonly edge: 'start' | 'end'
  readonly how: 'trim' | 'ripple' | 'roll'
  /** What is linked keeps its edge. */
  readonly isAlone?: boolean
}

/** Where a clip begins or ends. */
export interface Cut {
  readonly frame: number
  readonly ends: ClipId | null
  readonly begins: ClipId | null
}

/** In order of time. */
export function cutsOf(boxes: readonly Box[]): Cut[] {
  const frames = [...new Set(boxes.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b)
  return frames.map(frame => ({
    frame,
    ends: boxes.find(({ end }) => end === frame)?.clip.id ?? null,
    begins: boxes.find(({ start }) => start === frame)?.clip.id ?? null,
  }))
}

export function nearestCut(cuts: readonly Cut[], frame: number): Cut | null {
  return cuts.reduce<Cut | null>(
    (nearest, cut) => nearest && Math.abs(nearest.frame - frame) <= Math.abs(cut.frame - frame) ? nearest : cut,
    null,
  )
}

/** The end of the clip before, the start of the one after, then both. */
export function nextEdge({ ends, begins }: Cut, now: EdgeAt | null): EdgeAt {
  const edges: EdgeAt[] = [
    ...ends ? [{ clipId: ends, edge: 'end', how: 'trim' } as const] : [],
    ...begins ? [{ clipId: begins, edge: 'start', how: 'trim' } as const] : [],
    ...ends && begins ? [{ clipId: begins, edge: 'start', how: 'roll' } as const] : [],
  ]
  const isNow = ({ clipId, edge, how }: EdgeAt): boolean =>
    now?.clipId === clipId && now.edge === edge && (now.how === 'roll') === (how === 'roll')
  const at = edges.findIndex(isNow)
  return edges[(at + 1) % edges.length]!
}
