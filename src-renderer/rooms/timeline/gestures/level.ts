/** Dragging fades by their handles, and the gain line of a sound with its points. */
import type { GainPoint, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Basis, Gesture, Proposal } from './gesture.ts'
import { findClip } from '#rules/sequence/document.ts'
import { isPlayed } from '#rules/sequence/edit/draft.ts'
import { gainAtShare, gainShare } from '../view/hit.ts'
import { isSound, unitsPerFrame } from './limits.ts'

const still: Proposal = { name: 'fade', edits: [], guide: null, by: { frames: 0 } }

export function fadeGesture(basis: Basis, clipId: ClipId, side: 'fadeIn' | 'fadeOut'): Gesture {
  const found = findClip(basis.document, clipId)
  if (!found || !isPlayed(found.clip))
    return () => still
  const { clip, track } = found
  const perFrame = unitsPerFrame(track, basis.document.rate)
  const most = clip.length - (side === 'fadeIn' ? clip.fadeOut : clip.fadeIn)
  return ({ byFrames }) => {
    const by = (side === 'fadeIn' ? byFrames : -byFrames) * perFrame
    // The handle of no fade is inside the clip, so that it can be grabbed; near the edge it means none.
    const value = Math.min(most, Math.max(0, Math.round(clip[side] + by)))
    const edit: SequenceEdit = isSound(clip)
      ? { do: 'setSound', clipIds: [clipId], values: { [side]: value } }
      : { do: 'setPicture', clipIds: [clipId], values: { [side]: value } }
    return { ...still, edits: value === clip[side] ? [] : [edit], by: { frames: Math.round(value / perFrame) } }
  }
}

/** Without a point the whole line moves; a point moves up, down and between its neighbours. Heights are shares of the track's. */
export function gainGesture(basis: Basis, clipId: ClipId, point: number | null, grabbedShare: number): Gesture {
  const found = findClip(basis.document, clipId)
  if (!found || !isSound(found.clip))
    return () => still
  const { clip, track } = found
  const perFrame = unitsPerFrame(track, basis.document.rate)
  return ({ byFrames, share, trackId }) => {
    const here = trackId === track.id ? share : share < grabbedShare ? 0 : 1
    if (point === null) {
      const gainDb = gainAtShare(gainShare(clip.gainDb) + here - grabbedShare)
      return { ...gainOf(clip, { gainDb }), by: { db: gainDb } }
    }
    const points = movedPoint(clip, point, Math.round(byFrames * perFrame), here)
    return { ...gainOf(clip, { points }), by: { db: (points[point]?.gainDb ?? 0) + clip.gainDb } }
  }
}

function gainOf(clip: SoundClip, values: Partial<Pick<SoundClip, 'gainDb' | 'points'>>): Omit<Proposal, 'by'> {
  const isSame = JSON.stringify({ ...clip, ...values }) === JSON.stringify(clip)
  return { name: 'gain', edits: isSame ? [] : [{ do: 'setSound', clipIds: [clip.id], values }], guide: null }
}

function movedPoint(clip: SoundClip, index: number, by: number, share: number): GainPoint[] {
  const [before, after] = [clip.points[index - 1], clip.points[index + 1]]
  return clip.points.map((point, at) => at !== index
    ? point
    : {
        ...point,
        at: Math.min(clip.length, (after?.at ?? Infinity) - 1, Math.max(0, (before?.at ?? -1) + 1, point.at + by)),
        gainDb: Math.round((gainAtShare(share) - clip.gainDb) * 10) / 10,
      })
}

/** With one more point on the line, or without the one that is there. */
export function togglePoint(clip: SoundClip, at: number, near: number | null, gainDb: number): SequenceEdit {
  const easing = clip.points.findLast(point => point.at < at)?.easing
  const points = near === null
    ? [...clip.points.filter(point => point.at !== at), { at, gainDb, ...easing && { easing } }].sort((a, b) => a.at - b.at)
    : clip.points.filter((_, index) => index !== near)
  return { do: 'setSound', clipIds: [clip.id], values: { points } }
}
