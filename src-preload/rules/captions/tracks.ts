/**
 * Which captions a caption track delivers: its own, and those of the tracks that are shown with it. Films, files next to them, edit lists,
 * kits, the preview and the checks all read it here.
 */
import type { CaptionTrack, FrameRate } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Timeline, Tracks } from '../sequence/document.ts'
import type { Range } from '../sequence/range.ts'
import type { Cue } from './cues.ts'
import { endOf, playingOf, tracksOf } from '../sequence/document.ts'
import { cuesWithin } from '../sequence/range.ts'
import { shownText } from './shown-text.ts'
import { cuesByTrack, cuesTogether, isBeside, tracksBeside } from './together.ts'

/** Tracks that are shown as one. */
export interface CaptionGroup {
  /** Its language, style and names of speakers are those of all. */
  readonly track: CaptionTrack
  /** This track first, then those that are shown with it, in their order. */
  readonly tracks: readonly CaptionTrack[]
}

/** Of the chosen tracks, which may be muted, lowest first; null chooses all that are not muted. */
export function captionGroups(document: Tracks, trackIds: readonly TrackId[] | null = null): CaptionGroup[] {
  const tracks = tracksOf(document).filter(track => track.kind === 'captions')
  const isChosen = ({ id, isMuted }: CaptionTrack): boolean => trackIds === null ? !isMuted : trackIds.includes(id)
  const chosen = tracks.filter(isChosen)
  return chosen.filter(track => !isBeside(chosen, track)).map((track) => {
    const shown = tracks.filter(each => each === track || !each.isMuted || isChosen(each))
    return { track, tracks: [track, ...tracksBeside(shown, track)] }
  })
}

/** Those that are drawn into the picture: what the preview draws, or else the first of the chosen ones with words in this part. */
export function drawnGroup(
  document: Tracks,
  range: Range,
  trackIds: readonly TrackId[] | null,
): CaptionGroup | undefined {
  const groups = captionGroups(document, trackIds)
  return trackIds === null ? groups[0] : groups.find(group => hasWords(group, range))
}

/** Whether it shows anything in this part. */
export function hasWords({ tracks }: CaptionGroup, { startFrame, frames }: Range): boolean {
  return tracks.some(track => playingOf(track).some(clip =>
    clip.start < startFrame + frames && endOf(clip) > startFrame && shownText(clip.text) !== ''))
}

/** In order of time. Names of speakers are shown as the track says, unless `names` says otherwise. */
export function groupCues({ track, tracks }: CaptionGroup, rate: FrameRate, names = track.showsSpeakers): readonly Cue[] {
  return cuesTogether(tracks.map(each => playingOf(each)), rate, { names })
}

/** The same cues, apart by the track that they come from. */
export function groupCuesByTrack({ track, tracks }: CaptionGroup, rate: FrameRate): { track: CaptionTrack, cues: readonly Cue[] }[] {
  const levels = cuesByTrack(tracks.map(each => playingOf(each)), rate, { names: track.showsSpeakers })
  return tracks.map((each, at) => ({ track: each, cues: levels[at] ?? [] }))
}

export interface DeliveredCaptions {
  readonly track: CaptionTrack
  /** Frames of the part. */
  readonly cues: readonly Cue[]
}

/** The chosen tracks that have words in this part, lowest first, each with the captions of those that are shown with it. */
export function captionsOf(
  document: Timeline,
  range: Range,
  trackIds: readonly TrackId[] | null = null,
): DeliveredCaptions[] {
  return captionGroups(document, trackIds)
    .map(group => ({ track: group.track, cues: cuesWithin(groupCues(group, document.rate), range) }))
    .filter(({ cues }) => cues.length > 0)
}
