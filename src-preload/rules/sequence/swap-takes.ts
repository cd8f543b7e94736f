/** Other takes in the place of those that clips have: where these were, and as they looked. Pure. */
import type { IntoClip } from '#contract/into.ts'
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { clipsOf, findClip, startFrameOf, tracksOf } from './document.ts'
import { applyEdits } from './edit/apply.ts'
import { isRefused } from './edit/in-place.ts'
import { linkedWith } from './linked.ts'
import { sourceLengthOf } from './new-take.ts'

export type SwapTake = Extract<SequenceEdit, { do: 'swapTake' }>

/** What a clip asks of a take. */
interface SwappedTake extends Pick<Take, 'id' | 'medium'> {
  readonly asset: Pick<Take['asset'], 'durationSeconds' | 'channels' | 'heard'>
}

/** Null where the clip cannot play the take. */
export function swapOf(
  document: SequenceDocument,
  clip: PictureClip | SoundClip,
  { id: takeId, medium, asset }: SwappedTake,
): SwapTake | null {
  const isHeard = medium === 'audio' || (medium === 'video' && Boolean(asset.channels))
  const plays = 'points' in clip ? isHeard : medium === 'picture' || medium === 'video'
  const { durationSeconds: seconds } = asset
  const sourceLength = plays && medium !== 'text' ? sourceLengthOf({ id: takeId, medium, seconds }, clip, document) : 0
  if (sourceLength === 0)
    return null
  const chosen = 'points' in clip && asset.heard ? { heard: asset.heard } : {}
  return { do: 'swapTake', clipId: clip.id, takeId, sourceLength, ...chosen, ripples: document.newTakes !== 'keep-time' }
}

/** The clip, and the sound of the same shot that is linked with it. None where it was removed, is locked, or has another take by now. */
export function awaitedEdits(
  document: SequenceDocument,
  { clipId, takeId }: Pick<IntoClip, 'clipId' | 'takeId'>,
  swapOf: (clip: PictureClip | SoundClip) => SwapTake | null,
): SequenceEdit[] {
  const found = findClip(document, clipId)
  if (!found || found.track.isLocked || !('takeId' in found.clip) || found.clip.takeId !== takeId)
    return []
  // When the script is assembled again, the clip stays with what was made for it.
  return swapsOfShot(document, { clipId, takeId }, clip => withKeeps(swapOf(clip)))
}

function withKeeps(edit: SwapTake | null): SwapTake | null {
  return edit && { ...edit, keepsTake: true }
}

/**
 * The clip, and the sound of the same shot. What follows moves along once: with the one that is swapped while the other has its new length
 * already, or has room for it. It stays where that would cut other clips.
 */
function swapsOfShot(
  document: SequenceDocument,
  { clipId, takeId }: Pick<IntoClip, 'clipId' | 'takeId'>,
  swapOf: (clip: PictureClip | SoundClip) => SwapTake | null,
): SequenceEdit[] {
  const edits = linkedWith(document, [clipId]).flatMap(({ track, clip }) =>
    !track.isLocked && 'takeId' in clip && clip.takeId === takeId ? swapOf(clip) ?? [] : [])
  const [first, ...others] = edits
  if (!first?.ripples)
    return edits
  const stay = others.map(edit => ({ ...edit, ripples: false }))
  const ways = [[first, ...stay], [...stay, first]]
  return ways.find(way => !isRefused(document, way)) ?? [{ ...first, ripples: false }, ...stay]
}

/** Every clip that has the take and may be changed; from the end, so that none moves before its turn. */
export function swapsOfAll(
  document: SequenceDocument,
  takeId: TakeId,
  swapOf: (clip: PictureClip | SoundClip) => SwapTake | null,
): SequenceEdit[] {
  const { rate } = document
  const having = tracksOf(document).filter(track => !track.isLocked).flatMap(track => clipsOf(track)
    .filter(clip => 'takeId' in clip && clip.takeId === takeId)
    .map(clip => ({ clip, at: startFrameOf(track, clip, rate) })))
  const done = new Set<string>()
  const all: SequenceEdit[] = []
  let now = document
  for (const { clip } of having.toSorted((a, b) => b.at - a.at)) {
    const edits = done.has(clip.linkId ?? clip.id) ? [] : swapsOfShot(now, { clipId: clip.id, takeId }, swapOf)
    done.add(clip.linkId ?? clip.id)
    if (edits.length === 0 || isRefused(now, edits))
      continue
    now = applyEdits(now, edits).document
    all.push(...edits)
  }
  return all
}
