/** Closing all gaps at once: time in which nothing plays on any track that moves along. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { TrackId } from '#contract/words.ts'
import type { Span } from '../runs.ts'
import { clipsOf, endFrameOf, shifted, startFrameOf, tracksOf } from '../document.ts'
import { gapsBetween } from '../runs.ts'
import { ripplesWith } from './draft.ts'
import { keepApart, keepMet } from './ripple.ts'

const endOf = ({ startFrame, frames }: Span): number => startFrame + frames

/** What is empty between the clips of these tracks, in order of time. What is before the first of them is no gap. */
function gapsOf(tracks: readonly Track[], rate: SequenceDocument['rate']): Span[] {
  const spans = tracks.flatMap(track => clipsOf(track).map((clip): Span => {
    const startFrame = startFrameOf(track, clip, rate)
    return { startFrame, frames: endFrameOf(track, clip, rate) - startFrame }
  })).sort((a, b) => a.startFrame - b.startFrame)
  const [first] = spans
  const until = spans.reduce((end, span) => Math.max(end, endOf(span)), 0)
  return gapsBetween(spans, until).filter(gap => first && gap.startFrame > first.startFrame)
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
  const shared = gapsOf(followers(document, trackIds), document.rate)
  const own = trackIds.flatMap(id => document.tracks[id] ?? []).flatMap(track => gapsOf([track], document.rate))
  const keptOpen = own.filter(one => !shared.some(gap => gap.startFrame < endOf(one) && endOf(gap) > one.startFrame))
  return { shared: shared.length, keptOpen: keptOpen.length }
}

export function closeGaps(document: SequenceDocument, { trackIds }: Extract<SequenceEdit, { do: 'closeGaps' }>): void {
  const tracks = followers(document, trackIds)
  const gaps = gapsOf(tracks, document.rate)
  /** Frames that are taken out before a place; one in a gap moves to where that began. */
  const takenBefore = (frame: number): number =>
    gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(frame, endOf(gap)) - gap.startFrame), 0)
  for (const track of tracks) {
    const clips = clipsOf(track)
    const were = clips.map(({ start, length }) => ({ start, length }))
    let place = 0
    let taken = 0
    for (const clip of clips) {
      const frame = startFrameOf(track, clip, document.rate)
      for (let gap = gaps[place]; gap && endOf(gap) <= frame; gap = gaps[++place])
        taken += gap.frames
      clip.start = shifted(track.kind, clip.start, -taken, document.rate)
    }
    keepMet(clips.map((now, at) => ({ from: track.id, was: were[at]!, now })))
    keepApart(track.kind, clips)
  }
  for (const [id, marker] of Object.entries(document.markers)) {
    const by = takenBefore(marker.at)
    if (by > 0)
      Reflect.set(document.markers, id, { ...marker, at: marker.at - by })
  }
}
