/** The takes that a sequence places, also on muted tracks and by disabled clips; and those that it plays. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'
import { clipsOf, playingOf, tracksOf } from '#rules/sequence/document.ts'

/** Each once, by track and then by time. */
export function placedTakeIds(sequence: Pick<SequenceDocument, 'trackIds' | 'tracks'>): TakeId[] {
  return takesOf(tracksOf(sequence).flatMap(track => clipsOf(track)))
}

/** Without those of disabled clips alone. */
export function playedTakeIds(sequence: Pick<SequenceDocument, 'trackIds' | 'tracks'>): TakeId[] {
  return takesOf(tracksOf(sequence).flatMap(track => playingOf(track)))
}

function takesOf(clips: readonly Clip[]): TakeId[] {
  return [...new Set(clips.flatMap(clip => 'takeId' in clip && clip.takeId !== null ? clip.takeId : []))]
}
