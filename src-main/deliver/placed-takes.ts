/** The takes that a sequence places, also on muted tracks. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'

/** Each once, by track and then by time. */
export function placedTakeIds(sequence: Pick<SequenceDocument, 'trackIds' | 'tracks'>): TakeId[] {
  const clips = tracksOf(sequence).flatMap(track => clipsOf(track))
  return [...new Set(clips.flatMap(clip => 'takeId' in clip && clip.takeId !== null ? clip.takeId : []))]
}
