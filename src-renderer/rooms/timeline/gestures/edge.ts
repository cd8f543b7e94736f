/** Dragging the edges of clips (trim, ripple trim, roll) and what they show (slip). */
import type { ClipId } from '#contract/words.ts'
import type { Cut } from '#rules/sequence/edit/roll.ts'
import type { Basis, Gesture } from './gesture.ts'
import { clipsOf, endFrameOf, endOf, findClip, startFrameOf } from '#rules/sequence/document.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { cutsAt } from '#rules/sequence/edit/roll.ts'
import { nearest, snapPoints } from '#rules/sequence/edit/snap.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { clampTo, edgeRange, neighbourRange, slipRange } from './limits.ts'

export interface EdgeOptions {
  readonly ripples?: boolean
  /** Only this clip: what is linked keeps its edge, so that sound may begin before its picture, or last longer. */
  readonly isAlone?: boolean
}

const alone = { isAlone: true } as const

export function trimGesture(
  basis: Basis,
  clipId: ClipId,
  edge: 'start' | 'end',
  { ripples = false, isAlone = false }: EdgeOptions,
): Gesture {
  const { document } = basis
  const found = findClip(document, clipId)
  const trimmed = isAlone && found ? [found] : linkedWith(document, [clipId])
  const source = edgeRange(document, trimmed, edge, ripples)
  const at = found ? (edge === 'start' ? startFrameOf : endFrameOf)(found.track, found.clip, document.rate) : 0
  const beside = ripples ? source : neighbourRange(document, trimmed, edge, at)
  const range = { least: Math.max(source.least, beside.least), most: Math.min(source.most, beside.most) }
  const points = snapPoints(document, new Set(trimmed.map(({ clip }) => clip.id)), basis.playhead)
  return ({ byFrames, reach, isFree }) => {
    const snapped = isFree || !basis.snaps ? { at: at + Math.round(byFrames), to: null } : nearest(points, at + Math.round(byFrames), reach)
    const by = clampTo(range, snapped.at - at)
    return {
      name: 'trim',
      edits: by === 0 ? [] : [{ do: 'trim', clipIds: [clipId], edge, byFrames: by, ripples, ...isAlone ? alone : {} }],
      guide: by === snapped.at - at ? snapped.to : null,
      by: { frames: by },
    }
  }
}

/** The cut at this edge of the clip moves for both neighbours. Without a neighbour it is a trim. */
export function rollGesture(basis: Basis, clipId: ClipId, edge: 'start' | 'end', { isAlone = false }: EdgeOptions): Gesture {
  const { document } = basis
  const { rate } = document
  const found = findClip(document, clipId)
  const later = found && (edge === 'start' ? found.clip : clipsOf(found.track).find(clip => clip.start === endOf(found.clip)))
  const cuts = later ? possibleCuts(document, later.id, isAlone) : null
  if (!found || !later || !cuts)
    return trimGesture(basis, clipId, edge, { isAlone })
  const cut = startFrameOf(found.track, later, rate)
  const ranges = cuts.flatMap(({ track, before, after }) => [
    ...before ? [edgeRange(document, [{ track, clip: before }], 'end', false)] : [],
    ...after ? [edgeRange(document, [{ track, clip: after }], 'start', false)] : [],
    // Where only one side of a cut is there, its edge stops at the next clip.
    ...before && !after ? [neighbourRange(document, [{ track, clip: before }], 'end', endFrameOf(track, before, rate))] : [],
    ...after && !before ? [neighbourRange(document, [{ track, clip: after }], 'start', startFrameOf(track, after, rate))] : [],
  ])
  const moved = new Set(cuts.flatMap(({ before, after }) => [before, after]).flatMap(clip => clip?.id ?? []))
  const points = snapPoints(document, moved, basis.playhead)
  return ({ byFrames, reach, isFree }) => {
    const wanted = cut + Math.round(byFrames)
    const snapped = isFree || !basis.snaps ? { at: wanted, to: null } : nearest(points, wanted, reach)
    const by = ranges.reduce((value, range) => clampTo(range, value), snapped.at - cut)
    return {
      name: 'roll',
      edits: by === 0 ? [] : [{ do: 'roll', clipId: later.id, byFrames: by, ...isAlone ? alone : {} }],
      guide: by === snapped.at - cut ? snapped.to : null,
      by: { frames: by },
    }
  }
}

/** Null where nothing ends at the beginning of this clip, or a track is locked. */
function possibleCuts(document: Basis['document'], clipId: ClipId, isAlone: boolean): readonly Cut[] | null {
  try {
    return cutsAt(document, clipId, isAlone)
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return null
    throw error
  }
}

/** To the right shows what comes earlier in the source, as if the film were pulled along behind a window. */
export function slipGesture(basis: Basis, clipId: ClipId): Gesture {
  const slipped = linkedWith(basis.document, [clipId])
  const range = slipRange(basis.document, slipped)
  return ({ byFrames }) => {
    const by = clampTo(range, -Math.round(byFrames))
    return { name: 'slip', edits: by === 0 ? [] : [{ do: 'slip', clipIds: [clipId], byFrames: by }], guide: null, by: { frames: -by } }
  }
}
