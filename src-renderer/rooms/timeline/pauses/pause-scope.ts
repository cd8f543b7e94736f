/** In which clips pauses are looked for: those that are selected, or those of speech, of a track or of the range between in and out. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import { clipsOf, endOf, isInSamples, tracksOf } from '#rules/sequence/document.ts'
import { isTarget } from '#rules/sequence/edit/draft.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { linkedWith } from '#rules/sequence/linked.ts'

export interface Scope {
  readonly key: string
  readonly of: 'selected' | 'range' | 'speech' | Track
  readonly clipIds: ReadonlySet<ClipId>
  /** In samples of the timeline. */
  readonly within: { readonly from: number, readonly until: number }
}

const everywhere = { from: 0, until: Infinity }

/** Those that have clips, what is meant first. Locked tracks are left out. */
export function scopesOf(document: SequenceDocument, selected: ReadonlySet<ClipId>, clickedTrack: TrackId | null): Scope[] {
  const sounding = tracksOf(document).filter(({ kind, isLocked }) => isInSamples(kind) && !isLocked)
  const idsOn = (tracks: readonly Track[]): Set<ClipId> => new Set(tracks.flatMap(track => clipsOf(track).map(({ id }) => id)))
  const speech = sounding.filter(({ kind }) => kind === 'speech')
  const chosen = linkedWith(document, selected).filter(({ track }) => sounding.includes(track)).map(({ clip }) => clip.id)
  const { inFrame, outFrame, rate } = document
  const within = {
    from: sampleOfFrame(inFrame ?? 0, rate),
    until: outFrame === null ? Infinity : sampleOfFrame(outFrame, rate),
  }
  const inRange = speech.flatMap(track => clipsOf(track)).filter(clip => clip.start < within.until && endOf(clip) > within.from)
  const hasRange = inFrame !== null || outFrame !== null
  const all: Scope[] = [
    { key: 'selected', of: 'selected', clipIds: new Set(chosen), within: everywhere },
    { key: 'range', of: 'range', clipIds: new Set(hasRange ? inRange.map(({ id }) => id) : []), within },
    { key: 'speech', of: 'speech', clipIds: idsOn(speech), within: everywhere },
    ...sounding.toSorted((a, b) => Number(b.id === clickedTrack) - Number(a.id === clickedTrack))
      .map(track => ({ key: track.id, of: track, clipIds: idsOn([track]), within: everywhere })),
  ]
  return all.filter(({ clipIds }) => clipIds.size > 0)
}

/** Tracks that are cut whatever is chosen: those of the clips, and of what is linked with them. */
export function ownTracks(document: SequenceDocument, { clipIds }: Scope): Set<TrackId> {
  return new Set(linkedWith(document, clipIds).map(({ track }) => track.id))
}

/** Others that can be cut as well, and whether they are at first: targets are, but for music, which plays on. */
export function otherTracks(document: SequenceDocument, scope: Scope): { readonly track: Track, readonly isCut: boolean }[] {
  const own = ownTracks(document, scope)
  return tracksOf(document)
    .filter(track => !own.has(track.id) && !track.isLocked && Object.keys(track.clips).length > 0)
    .map(track => ({ track, isCut: isTarget(track) && track.kind !== 'sound' }))
}

/** Whether everything that is meant is on a locked track. */
export function isLockedOnly(document: SequenceDocument, selected: ReadonlySet<ClipId>): boolean {
  const sounds = linkedWith(document, selected).filter(({ clip }) => 'points' in clip)
  return sounds.length > 0 && sounds.every(({ track }) => track.isLocked)
}
