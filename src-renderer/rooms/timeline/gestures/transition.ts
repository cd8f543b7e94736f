/** Dragging an end of a transition, or the whole of it along its cut. */
import type { ClipId } from '#contract/words.ts'
import type { AroundCut } from '#rules/sequence/edit/cross-fades.ts'
import type { Basis, Drag, Gesture, Proposal } from './gesture.ts'
import { mostBefore } from '#rules/sequence/aligned.ts'
import { findClip } from '#rules/sequence/document.ts'
import { alignments, aroundCut, beforeCut, clipBefore, crossFadeSpanEdits } from '#rules/sequence/edit/cross-fades.ts'
import { isPlayed } from '#rules/sequence/edit/draft.ts'
import { unitsPerFrame } from './limits.ts'

const still: Proposal = { name: 'transition', edits: [], guide: null, by: { frames: 0 } }

export type TransitionPart = 'transition-start' | 'transition' | 'transition-end'

export function transitionGesture({ document }: Basis, clipId: ClipId, part: TransitionPart): Gesture {
  const found = findClip(document, clipId)
  const beforeIt = found && clipBefore(found.track, found.clip)
  if (!found || !isPlayed(found.clip) || !beforeIt)
    return () => still
  const perFrame = unitsPerFrame(found.track, document.rate)
  const own = aroundCut(document, clipId)
  const most = { before: Math.floor(mostBefore(beforeIt) / perFrame), after: Math.floor(found.clip.length / perFrame) }
  return (drag) => {
    const { before, after } = part === 'transition' ? moved(own, most, drag) : stretched(own, most, part, Math.round(drag.byFrames))
    const isSame = before === own.before && after === own.after
    const { edits, ...freezes } = isSame ? { edits: [] } : crossFadeSpanEdits(document, clipId, { before, after })
    return { ...still, edits, by: { frames: before + after }, around: { before, after }, ...freezes }
  }
}

/** One frame is left of it, which may be on the other side of the cut. */
function stretched(own: AroundCut, most: AroundCut, part: TransitionPart, by: number): AroundCut {
  const between = (least: number, value: number, greatest: number): number => Math.max(least, Math.min(value, greatest))
  return part === 'transition-end'
    ? { ...own, after: between(own.before > 0 ? 0 : 1, own.after + by, most.after) }
    : { ...own, before: between(own.after > 0 ? 0 : 1, own.before - by, most.before) }
}

/** As long as it was, drawn to where it begins at the cut, has its middle there, or ends there. */
function moved(own: AroundCut, most: AroundCut, { byFrames, reach, isFree }: Drag): AroundCut {
  const length = own.before + own.after
  const wanted = Math.max(length - most.after, 0, Math.min(own.before - Math.round(byFrames), length, most.before))
  const places = alignments.map(alignment => beforeCut(alignment, length))
  const near = places.find(place => Math.abs(place - wanted) <= reach && place <= most.before && length - place <= most.after)
  const before = isFree ? wanted : near ?? wanted
  return { before, after: length - before }
}
