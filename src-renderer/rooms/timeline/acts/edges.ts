/** The cuts of a track, and which of their edges is selected next. Pure. */
import type { ClipId } from '#contract/words.ts'
import type { TrimmedEdge } from '../gestures/gesture.ts'
import type { Box, Row } from '../view/rows.ts'

/** `trim` leaves a gap, `ripple` closes it, `roll` moves both sides of the cut. */
export interface EdgeAt {
  readonly clipId: ClipId
  readonly edge: 'start' | 'end'
  readonly how: 'trim' | 'ripple' | 'roll'
  /** What is linked keeps its edge. */
  readonly isAlone?: boolean
  /** Those that are trimmed together with it. */
  readonly others?: readonly TrimmedEdge[]
}

/** Where a clip begins or ends. */
export interface Cut {
  readonly frame: number
  readonly ends: ClipId | null
  readonly begins: ClipId | null
}

/** All that are trimmed together, the one that was selected last first; a roll is both sides of its cut. */
export function edgesOf(on: EdgeAt, rows: readonly Row[]): TrimmedEdge[] {
  const { clipId, edge, how, others = [] } = on
  const boxes = rows.find(({ track }) => track.clips[clipId])?.boxes ?? []
  const own = boxes.find(({ clip }) => clip.id === clipId)
  const before = how === 'roll' && edge === 'start' ? boxes.find(({ end }) => end === own?.start) : undefined
  const behind = how === 'roll' && edge === 'end' ? boxes.find(({ start }) => start === own?.end) : undefined
  return [
    { clipId, edge },
    ...before ? [{ clipId: before.clip.id, edge: 'end' as const }] : [],
    ...behind ? [{ clipId: behind.clip.id, edge: 'start' as const }] : [],
    ...others,
  ]
}

export function isEdge(one: TrimmedEdge, { clipId, edge }: TrimmedEdge): boolean {
  return one.clipId === clipId && one.edge === edge
}

/** These edges as they are trimmed together; null without any. Both sides of a cut are edges like others. */
export function together(edges: readonly TrimmedEdge[], { how, isAlone }: Pick<EdgeAt, 'how' | 'isAlone'>): EdgeAt | null {
  const [first, ...others] = edges
  return first
    ? { ...first, how: how === 'roll' ? 'trim' : how, ...isAlone && { isAlone }, ...others.length > 0 && { others } }
    : null
}

/** With one more edge, or without it. */
export function toggledEdge(on: EdgeAt, rows: readonly Row[], edge: TrimmedEdge): EdgeAt | null {
  const edges = edgesOf(on, rows)
  const rest = edges.filter(each => !isEdge(each, edge))
  return together(rest.length < edges.length ? rest : [edge, ...edges], on)
}

/** All edges that are in one frame on unlocked tracks: the ends, then the starts, then both. */
export function nextEdges(rows: readonly Row[], frame: number, now: EdgeAt | null): EdgeAt | null {
  const boxes = rows.filter(({ track }) => !track.isLocked).flatMap(row => row.boxes)
  const ends = boxes.filter(({ end }) => end === frame).map(({ clip }): TrimmedEdge => ({ clipId: clip.id, edge: 'end' }))
  const starts = boxes.filter(({ start }) => start === frame).map(({ clip }): TrimmedEdge => ({ clipId: clip.id, edge: 'start' }))
  const choices = [ends, starts, ...ends.length > 0 && starts.length > 0 ? [[...ends, ...starts]] : []].filter(({ length }) => length > 0)
  const own = now ? edgesOf(now, rows) : []
  const at = choices.findIndex(edges => edges.length === own.length && edges.every(edge => own.some(each => isEdge(each, edge))))
  return together(choices[(at + 1) % choices.length] ?? [], { how: 'trim' })
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
