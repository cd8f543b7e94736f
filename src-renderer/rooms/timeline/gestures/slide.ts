/** Sliding a clip between its neighbours: it shows the same, earlier or later, and they end and begin where it does. */
import type { Clip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found } from '#rules/sequence/linked.ts'
import type { Basis, Gesture, TrimmedEdge } from './gesture.ts'
import { endFrameOf, endOf, startFrameOf } from '#rules/sequence/document.ts'
import { snapPoints, snapTogether } from '#rules/sequence/edit/snap.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { clampTo, edgeRange, neighbourRange, stopOf } from './limits.ts'

export function slideGesture(basis: Basis, clipId: ClipId): Gesture {
  const { document, document: { rate } } = basis
  const slid = linkedWith(document, [clipId])
  const ids = new Set(slid.map(({ clip }) => clip.id))
  const besides = (is: (other: Clip, clip: Clip) => boolean): Found[] => slid.flatMap(({ track, clip }) =>
    Object.values<Clip>(track.clips).filter(other => !ids.has(other.id) && is(other, clip)).map(other => ({ track, clip: other })))
  const [before, after] = [besides((other, clip) => endOf(other) === clip.start), besides((other, clip) => other.start === endOf(clip))]
  const starts = slid.map(({ track, clip }) => startFrameOf(track, clip, rate))
  const ends = slid.map(({ track, clip }) => endFrameOf(track, clip, rate))
  // Where there is no neighbour, it is the next clip or the beginning that stops it.
  const ranges = {
    source: [edgeRange(document, before, 'end', true), edgeRange(document, after, 'start', true)] as const,
    room: [
      { least: -Math.min(...starts), most: Infinity },
      ...before.length > 0 ? [] : starts.map(at => neighbourRange(document, slid, 'start', at)),
      ...after.length > 0 ? [] : ends.map(at => neighbourRange(document, slid, 'end', at)),
    ],
  }
  const reaches = [{ edge: 'end', range: ranges.source[0] }, { edge: 'start', range: ranges.source[1] }] as const
  const points = snapPoints(document, new Set([...ids, ...[...before, ...after].map(({ clip }) => clip.id)]), basis.playhead)
  const edges = [...before.slice(0, 1).map(of => edgeOf(of, 'end')), ...after.slice(0, 1).map(of => edgeOf(of, 'start'))]

  return ({ byFrames, reach, isFree }) => {
    const wanted = isFree || !basis.snaps
      ? { by: Math.round(byFrames), to: null }
      : snapTogether(points, [...new Set([...starts, ...ends])], Math.round(byFrames), reach)
    const by = [...ranges.source, ...ranges.room].reduce((value, range) => clampTo(range, value), wanted.by)
    return {
      name: 'slide',
      edits: by === 0 ? [] : slideEdits(clipId, by, before, after),
      guide: by === wanted.by ? wanted.to : null,
      by: { frames: by },
      trimmed: { edges, stop: stopOf(wanted.by, by, reaches) },
    }
  }
}

function edgeOf({ clip }: Found, edge: 'start' | 'end'): TrimmedEdge {
  return { clipId: clip.id, edge }
}

/** The neighbour that makes room comes first, and the one that fills what is left last. */
function slideEdits(clipId: ClipId, byFrames: number, before: readonly Found[], after: readonly Found[]): SequenceEdit[] {
  const trim = (found: readonly Found[], edge: 'start' | 'end'): SequenceEdit[] => found.length === 0
    ? []
    : [{ do: 'trim', clipIds: found.map(({ clip }) => clip.id), edge, byFrames, ripples: false }]
  const [ofBefore, ofAfter] = [trim(before, 'end'), trim(after, 'start')]
  const move: SequenceEdit = { do: 'move', clipIds: [clipId], byFrames, toTracks: {}, how: 'free' }
  return byFrames > 0 ? [...ofAfter, move, ...ofBefore] : [...ofBefore, move, ...ofAfter]
}
