/** The tracks as rows of the screen, and the clips of each in order of time with their frames. */
import type { Clip, FrameRate, SequenceDocument, Track, TrackKind } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import { firstIndex } from '#rules/first-index.ts'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'

export interface Box {
  readonly clip: Clip
  readonly start: number
  /** The first frame after it. */
  readonly end: number
}
export interface Row {
  readonly track: Track
  /** In order of time. */
  readonly boxes: readonly Box[]
  /** Pixels from the top of the first row. */
  readonly top: number
  readonly height: number
}

/** Tracks between which clips may change. */
export type Group = 'pictures' | 'sound' | 'captions'
export function groupOf(kind: TrackKind): Group {
  return kind === 'pictures' ? 'pictures' : kind === 'captions' ? 'captions' : 'sound'
}

const gap = 2

/** Pictures above, the highest layer on top; then sound; then captions. */
export function orderedTracks(document: Pick<SequenceDocument, 'trackIds' | 'tracks'>): Track[] {
  const tracks = tracksOf(document)
  const of = (group: Group): Track[] => tracks.filter(track => groupOf(track.kind) === group)
  return [...of('pictures').reverse(), ...of('sound'), ...of('captions')]
}

/** Tracks that did not change keep their boxes, and so does each clip: an edit makes new objects only of what it touches. */
const known = new WeakMap<Track['clips'], { readonly rate: FrameRate, readonly boxes: readonly Box[] }>()
const knownBoxes = new WeakMap<Clip, Box>()

export function boxesOf(track: Track, rate: FrameRate): readonly Box[] {
  const kept = known.get(track.clips)
  if (kept && kept.rate.numerator === rate.numerator && kept.rate.denominator === rate.denominator)
    return kept.boxes
  const boxes = clipsOf(track).map(clip => boxOf(clip, startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)))
  known.set(track.clips, { rate, boxes })
  return boxes
}

function boxOf(clip: Clip, start: number, end: number): Box {
  const kept = knownBoxes.get(clip)
  if (kept?.start === start && kept.end === end)
    return kept
  const box = { clip, start, end }
  knownBoxes.set(clip, box)
  return box
}

/** Lower than this the name of a track cannot be read. */
const leastHeight = 24

/** Lower tracks, where all of them are to be seen at once; none where they are seen as they are, or could never be. */
export function fittedHeights(document: SequenceDocument, room: number): Map<TrackId, number> {
  const tracks = orderedTracks(document)
  const wanted = tracks.reduce((sum, { height }) => sum + height, 0)
  const left = room - tracks.length * gap
  if (wanted <= left || left < tracks.length * leastHeight)
    return new Map()
  // What is at its least already gives nothing: the others share what is left above that.
  const above = tracks.reduce((sum, { height }) => sum + Math.max(0, height - leastHeight), 0)
  const share = Math.max(0, left - tracks.reduce((sum, { height }) => sum + Math.min(height, leastHeight), 0)) / Math.max(1, above)
  const fit = (height: number): number => Math.floor(Math.min(height, leastHeight) + Math.max(0, height - leastHeight) * share)
  return new Map(tracks.map(({ id, height }) => [id, fit(height)]))
}

/** `heights` are those of tracks whose edge is being dragged. */
export function rowsOf(document: SequenceDocument, heights: ReadonlyMap<TrackId, number> = new Map()): Row[] {
  let top = 0
  return orderedTracks(document).map((track) => {
    const row = { track, boxes: boxesOf(track, document.rate), top, height: heights.get(track.id) ?? track.height }
    top += row.height + gap
    return row
  })
}

/** The row on which something new is seen from this frame to that one: free, not locked, and below no other picture. Null where there is none. */
export function rowOnTop(rows: readonly Row[], group: Group, from: number, to: number): Row | null {
  for (const row of rows.filter(({ track }) => groupOf(track.kind) === group)) {
    const isFree = boxesBetween(row.boxes, from, to).length === 0
    if (isFree && !row.track.isLocked)
      return row
    if (!isFree && group === 'pictures')
      return null
  }
  return null
}

export function rowAt(rows: readonly Row[], y: number): Row | null {
  return rows.find(row => y >= row.top && y < row.top + row.height + gap) ?? null
}

/** Pixels to each side of the edge between two rows that mean the edge. */
const edgeReach = 7

/**
 * The edge between two rows at this height: how far down it is, and where in the document a new track of the group goes to be there,
 * next to one of its own group; null within a row.
 */
export function edgeAt(rows: readonly Row[], y: number, trackIds: readonly TrackId[], group: Group): { top: number, at: number } | null {
  const below = rows.findIndex(row => Math.abs(row.top - y) <= edgeReach)
  const [under, over] = [rows[below], rows[below - 1]]
  if (!under)
    return null
  const isOf = (row: Row): boolean => groupOf(row.track.kind) === group
  // Pictures are shown from the last to the first: the highest layer is on top.
  const after = (row: Row): number => trackIds.indexOf(row.track.id) + 1
  const before = (row: Row): number => trackIds.indexOf(row.track.id)
  if (isOf(under))
    return { top: under.top, at: group === 'pictures' ? after(under) : before(under) }
  if (over && isOf(over))
    return { top: under.top, at: group === 'pictures' ? before(over) : after(over) }
  return null
}

/** The first box that ends after this frame; the number of boxes when none does. */
export function firstAfter(boxes: readonly Box[], frame: number): number {
  return firstIndex(boxes, ({ end }) => end <= frame)
}

/** Those of which something is between the frames. */
export function boxesBetween(boxes: readonly Box[], from: number, until: number): Box[] {
  const found: Box[] = []
  for (let index = firstAfter(boxes, from); index < boxes.length; index++) {
    const box = boxes[index]
    if (!box || box.start >= until)
      break
    found.push(box)
  }
  return found
}

export function boxAt(boxes: readonly Box[], frame: number): Box | null {
  const box = boxes[firstAfter(boxes, frame)]
  return box && box.start <= frame ? box : null
}

export function findBox(rows: readonly Row[], clipId: ClipId): { readonly row: Row, readonly box: Box } | null {
  for (const row of rows) {
    const clip = row.track.clips[clipId]
    const box = clip && row.boxes.find(one => one.clip.id === clipId)
    if (box)
      return { row, box }
  }
  return null
}

/** Whether the same clips of pictures and captions are at a frame of both documents. */
export function isSeenAlike(before: SequenceDocument, after: SequenceDocument, frame: number): boolean {
  return after.trackIds.length === before.trackIds.length && after.trackIds.every((id) => {
    const [was, is] = [before.tracks[id], after.tracks[id]]
    return was === is || (was !== undefined && is !== undefined
      && (groupOf(is.kind) === 'sound' || boxAt(boxesOf(was, before.rate), frame)?.clip === boxAt(boxesOf(is, after.rate), frame)?.clip))
  })
}
