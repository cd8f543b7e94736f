/** Dragging the end of a transition. */
import type { ClipId } from '#contract/words.ts'
import type { Basis, Gesture, Proposal } from './gesture.ts'
import { findClip } from '#rules/sequence/document.ts'
import { crossFadeLengthEdits } from '#rules/sequence/edit/cross-fades.ts'
import { isPlayed } from '#rules/sequence/edit/draft.ts'
import { unitsPerFrame } from './limits.ts'

const still: Proposal = { name: 'transition', edits: [], guide: null, by: { frames: 0 } }

export function transitionGesture({ document }: Basis, clipId: ClipId): Gesture {
  const found = findClip(document, clipId)
  if (!found || !isPlayed(found.clip))
    return () => still
  const perFrame = unitsPerFrame(found.track, document.rate)
  const own = Math.round(found.clip.crossIn / perFrame)
  const most = Math.floor(found.clip.length / perFrame)
  return ({ byFrames }) => {
    const frames = Math.max(1, Math.min(most, own + Math.round(byFrames)))
    const { edits, frozenSeconds } = crossFadeLengthEdits(document, clipId, frames * document.rate.denominator / document.rate.numerator)
    return { ...still, edits: frames === own ? [] : edits, by: { frames }, frozenSeconds }
  }
}
