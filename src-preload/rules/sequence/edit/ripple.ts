/**
 * Ripples: what follows moves along, with the markers, on every track that is neither locked nor out of sync lock. A clip over the place
 * stays. Where time comes in and the next one touches it, it grows as far as its source lasts, so that a picture over several lines does
 * not gape. Where time is taken out, a still over all of that time gives it, as it shows the same in each of its frames; any other clip
 * would lose something, and the edit is refused.
 */
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip, Track, TrackKind } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import { mostFrames } from '#contract/sequence-limits.ts'
import { clipsOf, endOf, isInSamples, shifted, tracksOf } from '../document.ts'
import { frameAtSample, frameFromSample, sampleOfFrame } from '../frames.ts'
import { cutEnd, ripplesWith, roomBehind } from './draft.ts'
import { refuse } from './refused.ts'

/** Samples by which the shifts of two neighbours may differ. */
export const mostRounding = 2

/** A place in time for tracks of both units: a sound may begin and end between two frames. */
export interface Moment { readonly frame: number, readonly sample: number }

export function momentOfFrame(frame: number, rate: FrameRate): Moment {
  return { frame, sample: sampleOfFrame(frame, rate) }
}

/** A place on a track. In frames it is the first one that does not begin before it. */
export function momentOn(kind: TrackKind, unit: number, rate: FrameRate): Moment {
  return isInSamples(kind) ? { sample: unit, frame: frameFromSample(unit, rate) } : momentOfFrame(unit, rate)
}

/** Whole frames between two moments. */
export function framesBetween(from: Moment, until: Moment, rate: FrameRate): number {
  return frameAtSample(until.sample - from.sample, rate)
}

function unitOf(kind: TrackKind, moment: Moment): number {
  return isInSamples(kind) ? moment.sample : moment.frame
}

/** Tracks that the edit is about, which always move along, and clips that stay where they are. */
export interface Rippling { readonly own: ReadonlySet<TrackId>, readonly settled?: ReadonlySet<ClipId> }

function ripplingTracks(document: SequenceDocument, own: ReadonlySet<TrackId>): Track[] {
  return tracksOf(document).filter(track => ripplesWith(track, own))
}

/** Markers from here on move along; one in the time that is taken out moves to where that began. */
function moveMarkers(document: SequenceDocument, from: number, byFrames: number): void {
  for (const [id, marker] of Object.entries(document.markers)) {
    const at = byFrames < 0 ? Math.max(from, marker.at + byFrames) : Math.min(mostFrames, marker.at + byFrames)
    if (marker.at >= from && at !== marker.at)
      Reflect.set(document.markers, id, { ...marker, at })
  }
}

/**
 * What begins here or later, by tracks, before any of it moves. A sound over the place comes along where its shot does: one that begins
 * before its shot would lose step with it.
 */
function followers(document: SequenceDocument, at: Moment, { own, settled = new Set() }: Rippling): ReadonlyMap<Track, Clip[]> {
  const shots = tracksOf(document).flatMap(track => track.kind === 'pictures'
    ? Object.values(track.clips).filter(clip => clip.sourceLength !== null).map(clip => ({ track, clip, key: sourceKey(clip) }))
    : [])
  const byKey = Map.groupBy(shots, ({ key }) => key)
  const leads = (sound: SoundClip): boolean => {
    const key = sourceKey(sound)
    const together = key === null ? [] : byKey.get(key) ?? []
    const firstFrame = Math.min(...together.map(({ clip }) => clip.start))
    return together.every(({ track, clip }) => ripplesWith(track, own) && !settled.has(clip.id) && clip.start >= at.frame)
      && sampleOfFrame(Math.min(firstFrame, mostFrames), document.rate) < endOf(sound)
  }
  return new Map(ripplingTracks(document, own).map((track) => {
    const place = unitOf(track.kind, at)
    const clips = clipsOf(track)
    const behind = clips.filter(clip => clip.start >= place)
    const follow = behind.filter(({ id }) => !settled.has(id))
    const over = clips.findLast(clip => clip.start < place)
    const mayLead = over && 'points' in over && endOf(over) > place && !settled.has(over.id) && follow.length === behind.length
    return [track, mayLead && leads(over) ? [over, ...follow] : follow]
  }))
}

/** The same for a shot and for its sound, while they are linked. */
function sourceKey({ linkId, takeId }: Pick<PictureClip, 'linkId' | 'takeId'>): string | null {
  return linkId === null || takeId === null ? null : `${linkId} ${takeId}`
}

/** Moves everything that begins here or later. */
export function openGap(document: SequenceDocument, at: Moment, byFrames: number, { own, settled = new Set() }: Rippling): void {
  if (byFrames <= 0)
    return
  moveMarkers(document, at.frame, byFrames)
  for (const [track, follow] of followers(document, at, { own, settled })) {
    const place = unitOf(track.kind, at)
    const clips = clipsOf(track)
    const [first] = follow
    if (!first)
      continue
    const over = clips.findLast(clip => clip.start < first.start && endOf(clip) === first.start)
    const before = first.start
    const following = new Set(follow)
    const last = clips.findLast(clip => clip.start < first.start && !following.has(clip))
    moveAll(track, follow, byFrames, document.rate)
    keepApart(track.kind, last ? [last, ...follow] : follow)
    // Only what is over the place grows; what ends exactly there has nothing to do with it.
    if (over && endOf(over) > place && !settled.has(over.id))
      cutEnd(over, endOf(over) + Math.min(first.start - before, roomBehind(over)))
  }
}

/**
 * Takes the time from here for so many frames away: what begins at `until` or later moves forward.
 * @throws EditRefusedError blocked by clips that play in that time and that what follows would run into
 */
export function closeGap(
  document: SequenceDocument,
  { from, until, byFrames }: { readonly from: Moment, readonly until: Moment, readonly byFrames: number },
  { own, settled = new Set() }: Rippling,
): void {
  if (byFrames <= 0)
    return
  moveMarkers(document, from.frame, -byFrames)
  for (const [track, follow] of followers(document, until, { own, settled })) {
    const clips = clipsOf(track)
    const [first] = follow
    if (!first)
      continue
    const following = new Set(follow)
    const stay = clips.filter(clip => !following.has(clip))
    const [begin, end] = [unitOf(track.kind, from), unitOf(track.kind, until)]
    const gives = new Set(stay.filter(clip => isStill(clip) && clip.start <= begin && endOf(clip) >= end))
    moveAll(track, follow, -byFrames, document.rate)
    if (first.start < 0)
      refuse('blocked', first.id)
    const before = stay.findLast(clip => clip.start < first.start)
    keepApart(track.kind, before ? [before, ...follow] : follow)
    const inTheWay = stay.filter(clip => endOf(clip) > first.start)
    const blocking = inTheWay.filter(clip => clip.start >= first.start || !gives.has(clip))
    if (blocking.length > 0)
      refuse('blocked', ...blocking.map(clip => clip.id))
    for (const clip of inTheWay)
      cutEnd(clip, first.start)
  }
}

/** A picture that lasts as long as wanted. The words of a title need their time to be read. */
export function isStill(clip: Clip): boolean {
  return 'look' in clip && clip.sourceLength === null && clip.title === null
}

function moveAll(track: Track, clips: readonly Clip[], byFrames: number, rate: FrameRate): void {
  const were = clips.map(({ start, length }) => ({ start, length }))
  for (const clip of clips)
    clip.start = shifted(track.kind, clip.start, byFrames, rate)
  keepMet(clips.map((now, at) => ({ from: track.id, was: were[at]!, now })))
}

/**
 * Sounds in order of time that overlap by no more than the rounding of a frame touch each other instead: frames are not all of the same
 * number of samples, so two that touched may have moved by different numbers of them.
 */
export function keepApart(kind: TrackKind, clips: readonly Clip[]): void {
  if (!isInSamples(kind))
    return
  let end = -Infinity
  for (const clip of clips) {
    if (clip.start < end && end - clip.start <= mostRounding)
      clip.start = end
    end = endOf(clip)
  }
}

/** A clip before and after it was shifted by whole frames; `from` names the track on which it was. */
interface Shifted { readonly from: string, readonly was: Pick<Clip, 'start' | 'length'>, readonly now: Clip }

/**
 * Sounds that met still meet. One that would begin before the other ends begins there. Where a gap would part them, the first plays until
 * the second begins, or the second begins earlier where the source of the first has no more. `most`: what differs by more samples is no
 * rounding. It changes the shifted sounds.
 */
export function keepMet(clips: readonly Shifted[], most = mostRounding): void {
  const sounds = clips.filter(({ now }) => 'points' in now)
  for (const together of Map.groupBy(sounds, ({ from }) => from).values()) {
    const ordered = together.toSorted((a, b) => a.was.start - b.was.start)
    for (const [at, { was, now }] of ordered.entries()) {
      const before = ordered[at - 1]
      const gap = before && endOf(before.was) === was.start ? now.start - endOf(before.now) : 0
      if (!before || gap === 0 || Math.abs(gap) > most)
        continue
      if (gap > 0 && gap <= roomBehind(before.now))
        cutEnd(before.now, now.start)
      else
        now.start = endOf(before.now)
    }
  }
}
