/** Closing all gaps at once: time in which nothing plays on any track that moves along. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { TrackId } from '#contract/words.ts'
import { clipsOf, endFrameOf, shifted, startFrameOf, tracksOf } from '../document.ts'
import { ripplesWith } from './draft.ts'
import { keepApart } from './ripple.ts'

/** In frames. */
interface Gap { readonly from: number, readonly until: number }

/** What is empty between the clips of these tracks, in order of time. What is before the first of them is no gap. */
export function gapsBetween(tracks: readonly Track[], rate: SequenceDocument['rate']): Gap[] {
  const spans = tracks
    .flatMap(track => clipsOf(track).map(clip => ({ from: startFrameOf(track, clip, rate), until: endFrameOf(track, clip, rate) })))
    .sort((a, b) => a.from - b.from)
  const gaps: Gap[] = []
  let end = spans[0]?.until ?? 0
  for (const { from, until } of spans) {
    if (from > end)
      gaps.push({ from: end, until: from })
    end = Math.max(end, until)
  }
  return gaps
}

/** Tracks that move along when time is taken out on these. */
function followers(document: SequenceDocument, trackIds: readonly TrackId[]): Track[] {
  const own = new Set(trackIds)
  return tracksOf(document).filter(track => ripplesWith(track, own))
}

/** How many gaps these tracks share with all that move along, and how many they have that others keep open. */
export function countGaps(
  document: SequenceDocument,
  trackIds: readonly TrackId[],
): { readonly shared: number, readonly keptOpen: number } {
  const shared = gapsBetween(followers(document, trackIds), document.rate)
  const own = trackIds.flatMap(id => document.tracks[id] ?? []).flatMap(track => gapsBetween([track], document.rate))
  const keptOpen = own.filter(({ from, until }) => !shared.some(gap => gap.from < until && gap.until > from))
  return { shared: shared.length, keptOpen: keptOpen.length }
}

export function closeGaps(document: SequenceDocument, { trackIds }: Extract<SequenceEdit, { do: 'closeGaps' }>): void {
  const tracks = followers(document, trackIds)
  const gaps = gapsBetween(tracks, document.rate)
  /** Frames that are taken out before a place; one in a gap moves to where that began. */
  const takenBefore = (frame: number): number => gaps.reduce((sum, { from, until }) => sum + Math.max(0, Math.min(frame, until) - from), 0)
  for (const track of tracks) {
    const clips = clipsOf(track)
    let place = 0
    let taken = 0
    for (const clip of clips) {
      const frame = startFrameOf(track, clip, document.rate)
      for (let gap = gaps[place]; gap && gap.until <= frame; gap = gaps[++place])
        taken += gap.until - gap.from
      clip.start = shifted(track.kind, clip.start, -taken, document.rate)
    }
    keepApart(track.kind, clips)
  }
  for (const [id, marker] of Object.entries(document.markers)) {
    const by = takenBefore(marker.at)
    if (by > 0)
      Reflect.set(document.markers, id, { ...marker, at: marker.at - by })
  }
}
