/** Other takes in the place of those that clips have: where these were, and as they looked. Pure. */
import type { IntoClip } from '#contract/into.ts'
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import type { Found } from './linked.ts'
import { isCutOff } from './awaited-place.ts'
import { clipsOf, findClip, startFrameOf, tracksOf } from './document.ts'
import { applyEdits } from './edit/apply.ts'
import { isRefused } from './edit/in-place.ts'
import { linkedWith } from './linked.ts'
import { sourceLengthOf } from './new-take.ts'
import { clipsShowing, withoutCopies } from './source-part.ts'

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

/**
 * The clip, what was cut off it since, and the sound of the same shot that is linked with it. None where it has another take by now. What
 * was removed or is locked stays as it is.
 */
export function awaitedEdits(
  document: SequenceDocument,
  asked: Pick<IntoClip, 'clipId' | 'takeId' | 'part'>,
  swapOf: (clip: PictureClip | SoundClip) => SwapTake | null,
): SequenceEdit[] {
  // When the script is assembled again, the clip stays with what was made for it.
  const clips = awaitingClips(document, asked).filter(({ track }) => !track.isLocked)
  return swapsOf(document, clips, asked.takeId, clip => withKeeps(swapOf(clip)))
}

/** The clip, and what was cut off it since. None where it has another take by now. */
export function awaitingClips(document: SequenceDocument, { clipId, takeId, part }: Pick<IntoClip, 'clipId' | 'takeId' | 'part'>): Found[] {
  const found = findClip(document, clipId)
  if (found && (!('takeId' in found.clip) || found.clip.takeId !== takeId))
    return []
  const showing = part ? clipsShowing(document, takeId, part) : []
  const track = found?.track ?? showing[0]?.track
  const parts = showing.filter(each => each.track.id === track?.id && each.clip.id !== clipId)
  return withoutCopies([...found ? [found] : [], ...parts], document)
}

/** The clip, and those next to it on its track that show what comes before and after in the same source, as the parts of a cut clip do. */
export function partsOfShot(document: SequenceDocument, clipId: ClipId): Found[] {
  const found = findClip(document, clipId)
  if (found?.track.kind !== 'pictures' || !('look' in found.clip))
    return found ? [found] : []
  const { track, clip } = found
  const clips = clipsOf(track)
  const at = clips.findIndex(each => each.id === clipId)
  let [first, last] = [at, at]
  while (first > 0 && isCutOff(clips[first - 1] ?? clip, clips[first] ?? clip))
    first--
  while (last < clips.length - 1 && isCutOff(clips[last] ?? clip, clips[last + 1] ?? clip))
    last++
  return clips.slice(first, last + 1).map(each => ({ track, clip: each }))
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

/** Every clip that has the take and may be changed. */
export function swapsOfAll(
  document: SequenceDocument,
  takeId: TakeId,
  swapOf: (clip: PictureClip | SoundClip) => SwapTake | null,
): SequenceEdit[] {
  const having = tracksOf(document).filter(track => !track.isLocked).flatMap(track => clipsOf(track)
    .filter(clip => 'takeId' in clip && clip.takeId === takeId)
    .map((clip): Found => ({ track, clip })))
  return swapsOf(document, having, takeId, swapOf)
}

/** From the end, so that none moves before its turn. */
export function swapsOf(
  document: SequenceDocument,
  clips: readonly Found[],
  takeId: TakeId,
  swapOf: (clip: PictureClip | SoundClip) => SwapTake | null,
): SequenceEdit[] {
  const having = clips.map(({ track, clip }) => ({ clip, at: startFrameOf(track, clip, document.rate) }))
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
