/** Dragging the edges of clips (trim, ripple trim, roll) and what they show (slip). */
import type { ClipId } from '#contract/words.ts'
import type { Basis, Gesture } from './gesture.ts'
import { clipsOf, endFrameOf, endOf, findClip, startFrameOf } from '#rules/sequence/document.ts'
import { nearest, snapPoints } from '#rules/sequence/edit/snap.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { clampTo, edgeRange, neighbourRange, slipRange, stopOf } from './limits.ts'

export function trimGesture(basis: Basis, clipId: ClipId, edge: 'start' | 'end', ripples: boolean): Gesture {
  const { document } = basis
  const trimmed = linkedWith(document, [clipId])
  const found = findClip(document, clipId)
  const source = edgeRange(document, trimmed, edge, ripples)
  const at = found ? (edge === 'start' ? startFrameOf : endFrameOf)(found.track, found.clip, document.rate) : 0
  const sourceReach = edgeRange(document, trimmed, edge, true)
  const beside = ripples ? source : neighbourRange(document, trimmed, edge, at)
  const range = { least: Math.max(source.least, beside.least), most: Math.min(source.most, beside.most) }
  const points = snapPoints(document, new Set(trimmed.map(({ clip }) => clip.id)), basis.playhead)
  return ({ byFrames, reach, isFree }) => {
    const snapped = isFree || !basis.snaps ? { at: at + Math.round(byFrames), to: null } : nearest(points, at + Math.round(byFrames), reach)
    const by = clampTo(range, snapped.at - at)
    return {
      name: 'trim',
      edits: by === 0 ? [] : [{ do: 'trim', clipIds: [clipId], edge, byFrames: by, ripples }],
      guide: by === snapped.at - at ? snapped.to : null,
      by: { frames: by },
      trimmed: { edges: [{ clipId, edge }], stop: stopOf(snapped.at - at, by, [{ edge, range: sourceReach }]) },
    }
  }
}

/** The cut at this edge of the clip moves for both neighbours. Without a neighbour it is a trim. */
export function rollGesture(basis: Basis, clipId: ClipId, edge: 'start' | 'end'): Gesture {
  const { document } = basis
  const found = findClip(document, clipId)
  const later = found && (edge === 'start' ? found.clip : clipsOf(found.track).find(clip => clip.start === endOf(found.clip)))
  const earlier = found && later && clipsOf(found.track).find(clip => endOf(clip) === later.start)
  if (!found || !later || !earlier)
    return trimGesture(basis, clipId, edge, false)
  const cut = startFrameOf(found.track, later, document.rate)
  const [after, before] = [linkedWith(document, [later.id]), [{ track: found.track, clip: earlier }]]
  const [ranges, points] = [
    [edgeRange(document, after, 'start', false), edgeRange(document, before, 'end', false)] as const,
    snapPoints(document, new Set([...after, ...before].map(({ clip }) => clip.id)), basis.playhead),
  ]
  const reaches = [{ edge: 'start', range: edgeRange(document, after, 'start', true) }, { edge: 'end', range: ranges[1] }] as const
  return ({ byFrames, reach, isFree }) => {
    const wanted = cut + Math.round(byFrames)
    const snapped = isFree || !basis.snaps ? { at: wanted, to: null } : nearest(points, wanted, reach)
    const by = ranges.reduce((value: number, range) => clampTo(range, value), snapped.at - cut)
    return {
      name: 'roll',
      edits: by === 0 ? [] : [{ do: 'roll', clipId: later.id, byFrames: by }],
      guide: by === snapped.at - cut ? snapped.to : null,
      by: { frames: by },
      trimmed: {
        edges: [{ clipId: earlier.id, edge: 'end' }, { clipId: later.id, edge: 'start' }],
        stop: stopOf(snapped.at - cut, by, reaches),
      },
    }
  }
}

/** To the right shows what comes earlier in the source, as if the film were pulled along behind a window. */
export function slipGesture(basis: Basis, clipId: ClipId): Gesture {
  const slipped = linkedWith(basis.document, [clipId])
  const range = slipRange(basis.document, slipped)
  return ({ byFrames }) => {
    const by = clampTo(range, -Math.round(byFrames))
    return {
      name: 'slip',
      edits: by === 0 ? [] : [{ do: 'slip', clipIds: [clipId], byFrames: by }],
      guide: null,
      by: { frames: -by },
      trimmed: { edges: [{ clipId, edge: 'start' }, { clipId, edge: 'end' }], stop: by === -Math.round(byFrames) ? null : 'source' },
    }
  }
}
