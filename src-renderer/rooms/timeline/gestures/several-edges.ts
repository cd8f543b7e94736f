/** Trimming edges of several clips together: all by the same frames, as far as the tightest of them goes. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found } from '#rules/sequence/linked.ts'
import type { EdgeOptions } from './edge.ts'
import type { Basis, Gesture, TrimmedEdge } from './gesture.ts'
import type { Range } from './limits.ts'
import { endFrameOf, findClip, startFrameOf } from '#rules/sequence/document.ts'
import { besideInStep } from '#rules/sequence/edit/heads.ts'
import { nearest, snapPoints } from '#rules/sequence/edit/snap.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { clampTo, edgeRange, neighbourRange, stopOf } from './limits.ts'

/** The starts, or the ends, among the edges. */
interface Side {
  readonly edge: 'start' | 'end'
  readonly ids: readonly ClipId[]
  /** With what is linked and has its edge in the same frame. */
  readonly clips: readonly Found[]
}

/** `grabbed` is the one that snaps. Edges of both sides do not ripple: what is between them would move twice. */
export function edgesGesture(
  basis: Basis,
  edges: readonly TrimmedEdge[],
  grabbed: TrimmedEdge,
  { ripples = false, isAlone = false }: EdgeOptions,
): Gesture {
  const { document } = basis
  const sides = (['start', 'end'] as const)
    .map(edge => sideOf(basis, edge, edges, isAlone))
    .filter(({ ids }) => ids.length > 0)
  const doesRipple = ripples && sides.length === 1
  const found = findClip(document, grabbed.clipId)
  const at = found ? frameOf(basis, grabbed.edge, found) : 0
  // A ripple takes the same off the head of a sound that begins before its shot.
  const reachedBy = ({ edge, clips }: Side): readonly Found[] =>
    doesRipple && edge === 'start' && !isAlone ? [...clips, ...besideInStep(document, clips)] : clips
  const reaches = sides.map(side => ({ edge: side.edge, range: edgeRange(document, reachedBy(side), side.edge, true) }))
  const range = tightest([
    ...sides.map(side => edgeRange(document, reachedBy(side), side.edge, doesRipple)),
    ...doesRipple ? [] : sides.flatMap(side => neighboursOf(basis, side, sides)),
  ])
  const trimmed = new Set(sides.flatMap(({ clips }) => clips.map(({ clip }) => clip.id)))
  const points = snapPoints(document, trimmed, basis.playhead)
  return ({ byFrames, reach, isFree }) => {
    const wanted = at + Math.round(byFrames)
    const snapped = isFree || !basis.snaps ? { at: wanted, to: null } : nearest(points, wanted, reach)
    const by = clampTo(range, snapped.at - at)
    return {
      name: 'trim',
      edits: by === 0 ? [] : editsOf(sides, { byFrames: by, ripples: doesRipple, isAlone }),
      guide: by === snapped.at - at ? snapped.to : null,
      by: { frames: by },
      trimmed: {
        edges: [grabbed, ...edges.filter(({ clipId, edge }) => clipId !== grabbed.clipId || edge !== grabbed.edge)],
        stop: stopOf(snapped.at - at, by, reaches),
      },
    }
  }
}

function frameOf({ document }: Basis, edge: 'start' | 'end', { track, clip }: Found): number {
  return (edge === 'start' ? startFrameOf : endFrameOf)(track, clip, document.rate)
}

function sideOf(basis: Basis, edge: 'start' | 'end', edges: readonly TrimmedEdge[], isAlone: boolean): Side {
  const named = edges.filter(each => each.edge === edge).flatMap(({ clipId }) => findClip(basis.document, clipId) ?? [])
  const all = named.flatMap(one => isAlone
    ? [one]
    : [one, ...linkedWith(basis.document, [one.clip.id]).filter(other => frameOf(basis, edge, other) === frameOf(basis, edge, one))])
  return { edge, ids: named.map(({ clip }) => clip.id), clips: [...new Map(all.map(each => [each.clip.id, each])).values()] }
}

/** Until it reaches another clip, for each edge; those that it meets and that move along do not count. */
function neighboursOf(basis: Basis, { edge, clips }: Side, sides: readonly Side[]): Range[] {
  return clips.map((one) => {
    const along = sides.flatMap(side => side.edge === edge ? [] : side.clips).filter(({ track }) => track.id === one.track.id)
    return neighbourRange(basis.document, [one, ...along], edge, frameOf(basis, edge, one))
  })
}

function tightest(ranges: readonly Range[]): Range {
  return { least: Math.max(...ranges.map(({ least }) => least)), most: Math.min(...ranges.map(({ most }) => most)) }
}

/** What gets shorter first, so that what gets longer has room. */
function editsOf(sides: readonly Side[], how: { byFrames: number, ripples: boolean, isAlone: boolean }): SequenceEdit[] {
  const { isAlone, ...values } = how
  const inOrder = how.byFrames > 0 ? sides : [...sides].reverse()
  return inOrder.map(({ edge, ids }) => ({ do: 'trim', clipIds: [...ids], edge, ...values, ...isAlone && { isAlone } }))
}
