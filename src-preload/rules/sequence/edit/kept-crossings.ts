/** Both sides of a cut may move by two edits of one step. Between them the clips do not meet, and the transition there would be lost. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import { endOf, tracksOf } from '../document.ts'
import { crossAs, cutEnd, isPlayed, roomBehind } from './draft.ts'
import { mostRounding } from './ripple.ts'

/** After several trims and moves, clips that met with a transition and meet again have it again. It changes `after`. */
export function keepCrossings(before: SequenceDocument, after: SequenceDocument, edits: readonly SequenceEdit[]): void {
  const trims = edits.filter(edit => edit.do === 'trim')
  if (edits.length < 2 || trims.length === 0 || edits.some(edit => edit.do !== 'trim' && edit.do !== 'move'))
    return
  for (const track of tracksOf(before)) {
    const own = after.tracks[track.id]
    if (!own || track.kind === 'captions')
      continue
    const crossed = Object.values<Clip>(track.clips).filter(clip => isPlayed(clip) && clip.crossIn > 0)
    const partners = crossed.length > 0 ? byEnd(track) : new Map<number, ClipId>()
    for (const clip of crossed)
      keepCrossing(own, clip, partners.get(clip.start))
  }
}

function byEnd({ clips }: Track): Map<number, ClipId> {
  return new Map(Object.values<Clip>(clips).map(clip => [endOf(clip), clip.id]))
}

function keepCrossing({ clips }: Track, was: Clip, partner: ClipId | undefined): void {
  const [clip, last] = [clips[was.id], partner === undefined ? undefined : clips[partner]]
  if (!clip || !last || !isPlayed(clip) || !isPlayed(was) || clip.crossIn > 0)
    return
  // Frames are not all of the same number of samples.
  const gap = clip.start - endOf(last)
  if (gap < 0 || gap > ('points' in clip ? Math.min(mostRounding, roomBehind(last)) : 0))
    return
  if (gap > 0)
    cutEnd(last, clip.start)
  crossAs(clip, was)
}
