/** What a delivery would show or leave silent because of its files and cuts. */
import type { FindingPlace } from '#contract/deliveries.ts'
import type { Preset } from '#contract/presets.ts'
import type { Clip } from '#contract/sequence-document.ts'
import type { AssetId, SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { Tracks } from '#rules/sequence/document.ts'
import type { BrokenTakes } from './broken-takes.ts'
import type { Delivered } from './delivered.ts'
import { lastText } from '#rules/captions/counter.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { clipsOf, isInSamples, playingOf, tracksOf } from '#rules/sequence/document.ts'
import { framesWithin, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { isGraded, showsLut } from '#rules/sequence/graded.ts'
import { keyFramesOf } from '#rules/sequence/motion.ts'
import { nestOf, within } from '#rules/sequence/nested/nest.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { placementOf } from '#rules/sequence/placement.ts'
import { averageSpeed, consumedBy } from '#rules/sequence/ramp.ts'
import { placedAt } from '#rules/sequence/resolve.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'
import { isWithin, momentAt, placedIn, placeOf } from './delivered.ts'
import { usedClipIds } from './used-clips.ts'

/** Larger than this is seen as soft. */
const mostEnlarged = 1.2

/** Clips whose take is not in the library, or whose file is missing. Those that are neither seen nor heard in this part need none. */
export function missing(delivered: Delivered, missingIds: ReadonlySet<TakeId>): FindingPlace[] {
  const { sequence, takes } = delivered
  const used = usedClipIds(delivered)
  const places = tracksOf(sequence).flatMap(track => playingOf(track).flatMap((clip) => {
    const takeId = 'takeId' in clip ? clip.takeId : null
    return takeId !== null && used.has(clip.id) && (!takes.has(takeId) || missingIds.has(takeId))
      ? [placeOf(delivered, track, clip, { name: takes.get(takeId)?.title ?? takeId })]
      : []
  }))
  return places.sort((a, b) => (a.startFrame ?? 0) - (b.startFrame ?? 0))
}

/** Clips that are seen with a look-up table whose file is not there. */
export function withoutLut(delivered: Delivered, lutIds: ReadonlySet<AssetId>): FindingPlace[] {
  const { sequence, takes } = delivered
  const used = usedClipIds(delivered)
  return tracksOf(sequence).flatMap(track => playingOf(track).flatMap((clip) => {
    const lut = used.has(clip.id) && 'look' in clip && showsLut(clip) ? clip.grade?.lut : undefined
    return lut && !lutIds.has(lut.id)
      ? [placeOf(delivered, track, clip, { name: nameOf(clip, takes) })]
      : []
  })).sort((a, b) => (a.startFrame ?? 0) - (b.startFrame ?? 0))
}

/** Clips that play a sequence which is not there. */
export function withoutSequence(delivered: Delivered, missingIds: ReadonlySet<SequenceId>): FindingPlace[] {
  const isMissing = (clip: Clip): boolean => !clip.isDisabled && isNested(clip) && missingIds.has(clip.nested.sequenceId)
  return tracksOf(delivered.sequence)
    .filter(track => !track.isMuted)
    .flatMap(track => clipsOf(track)
      .filter(clip => isMissing(clip) && isWithin(delivered, track, clip))
      .map(clip => placeOf(delivered, track, clip, {})))
    .sort((a, b) => (a.startFrame ?? 0) - (b.startFrame ?? 0))
}

/** Graded shots of high dynamic range: a grade brings them into the range of other films. */
export function gradedHdr(delivered: Delivered, takeIds: ReadonlySet<TakeId>): FindingPlace[] {
  return placedIn(delivered)
    .filter(({ clip, take }) => takeIds.has(take.id) && 'look' in clip && isGraded(clip))
    .map(({ track, clip, take }) => placeOf(delivered, track, clip, { name: take.title }))
}

/** Ungraded ones in sequences that are drawn apart, on a canvas of the range of other films. */
export function apartHdr(delivered: Delivered, takeIds: ReadonlySet<TakeId>): FindingPlace[] {
  const apart = tracksApart(delivered.sequence)
  return placedIn(delivered)
    .filter(({ track, clip, take }) => takeIds.has(take.id) && 'look' in clip && apart.has(track.id) && !isGraded(clip))
    .map(({ track, clip, take }) => placeOf(delivered, track, clip, { name: take.title }))
}

/** The tracks of a flat document that are between the edges of a nested sequence that is drawn apart. */
export function tracksApart(document: Tracks): ReadonlySet<TrackId> {
  let depth = 0
  return new Set(tracksOf(document).flatMap((track) => {
    const edges = Object.values<object>(track.clips).filter(clip => 'isApart' in clip && 'group' in clip)
    if (edges.length > 0)
      depth += edges.some(clip => 'group' in clip && clip.group === 'begins') ? 1 : -1
    return edges.length === 0 && depth > 0 ? [track.id] : []
  }))
}

/** Clips that are left out, unless their tracks are muted or, for sound alone, not seen. */
export function disabled(delivered: Delivered): FindingPlace[] {
  const { sequence, takes, screen } = delivered
  const places = tracksOf(sequence)
    .filter(track => !track.isMuted && (screen !== null || isInSamples(track.kind)))
    .flatMap(track => clipsOf(track)
      .filter(clip => clip.isDisabled && isWithin(delivered, track, clip))
      .map(clip => placeOf(delivered, track, clip, { name: nameOf(clip, takes) })))
  return places.sort((a, b) => (a.startFrame ?? 0) - (b.startFrame ?? 0))
}

function nameOf(clip: Clip, takes: Delivered['takes']): string {
  if ('speaker' in clip)
    return clip.text
  return ('title' in clip && clip.title && lastText(clip.title)) || (clip.takeId === null ? undefined : takes.get(clip.takeId)?.title) || ''
}

/** Clips whose file cannot be decoded, where the delivery needs that of it. Disabled clips and, for sound alone, pictures need none. */
export function broken(delivered: Delivered, takes: BrokenTakes, { video, audio }: Pick<Preset, 'video' | 'audio'>): FindingPlace[] {
  const sounds = audio === null ? new Set() : takes.sounds
  const pictures = video === null ? new Set() : takes.pictures
  return placedIn(delivered)
    .filter(({ track, take }) => (isInSamples(track.kind) ? sounds : pictures).has(take.id))
    .map(({ track, clip, take }) => placeOf(delivered, track, clip, { name: take.title }))
}

/** Where these are seen. */
export function placesOfTakes(delivered: Delivered, takeIds: ReadonlySet<TakeId>): FindingPlace[] {
  return placedIn(delivered)
    .filter(({ track, take }) => track.kind === 'pictures' && takeIds.has(take.id))
    .map(({ track, clip, take }) => placeOf(delivered, track, clip, { name: take.title }))
}

/** Clips that play longer than their files: the last frame freezes, and sound is missing. A unit less is rounding. */
export function tooShort(delivered: Delivered): FindingPlace[] {
  const { rate } = delivered.sequence
  return placedIn(delivered).flatMap(({ track, clip, take }) => {
    const { durationSeconds } = take.asset
    if (durationSeconds === null || clip.sourceLength === null)
      return []
    const there = isInSamples(track.kind) ? samplesOfSeconds(durationSeconds) : framesWithin(durationSeconds, rate)
    const isFrozen = 'isFrozen' in clip && clip.isFrozen
    const lacking = clip.in + (isFrozen ? 1 : consumedBy(clip)) - there
    return lacking > (isInSamples(track.kind) ? samplesOfSeconds(0.01) : 1)
      ? [placeOf(delivered, track, clip, { name: take.title, value: Math.ceil(lacking * 100 / averageSpeed(clip)) })]
      : []
  })
}

/** Pictures of fewer pixels than they are shown with, at the size of the preset. */
export function enlarged(delivered: Delivered): FindingPlace[] {
  const { screen } = delivered
  return placedIn(delivered).flatMap(({ track, clip, take }) => {
    const { width, height } = take.asset
    if (screen === null || !('look' in clip) || width === null || height === null)
      return []
    const shownAt = (offset: number): number =>
      placementOf(clip.look, placedAt(clip, offset), { width, height }, screen).width / width
    const value = Math.max(...[0, clip.length - 1, ...keyFramesOf(clip, ['scale'])].map(shownAt))
    return value > mostEnlarged ? [placeOf(delivered, track, clip, { name: take.title, value })] : []
  })
}

/** Where only the background is seen for longer than a frame. */
export function gaps(delivered: Delivered): FindingPlace[] {
  return empty(delivered).filter(({ frames }) => frames > 1)
}

/** Pictures and gaps of a single frame: nearly always a cut that was missed by one. */
export function flashes(delivered: Delivered): FindingPlace[] {
  const { sequence, takes, range } = delivered
  const isInside = (frame: number): boolean => frame >= range.startFrame && frame < range.startFrame + range.frames
  const single = tracksOf(sequence)
    .filter(track => track.kind === 'pictures')
    .filter(track => !track.isMuted)
    .flatMap(track => playingOf(track).filter((clip) => {
      const { from, until } = within(nestOf(track), clip)
      return until - from === 1 && isInside(from)
    }).map((clip) => {
      const name = (clip.title && lastText(clip.title)) ?? (clip.takeId === null ? undefined : takes.get(clip.takeId)?.title) ?? ''
      return placeOf(delivered, track, clip, { name })
    }))
  const frames = new Set(single.map(({ startFrame }) => startFrame))
  const places = [...single, ...empty(delivered).filter(gap => gap.frames === 1 && !frames.has(gap.startFrame))]
  return places.sort((a, b) => (a.startFrame ?? 0) - (b.startFrame ?? 0))
}

function empty({ stretches, range }: Delivered): FindingPlace[] {
  const seen = stretches.filter(({ layers }) => !layers.every(({ clip }) => isAdjustment(clip)))
    .map(({ startFrame, frames }) => ({ startFrame: startFrame - range.startFrame, frames }))
  return gapsBetween(seen, range.frames).flatMap(({ startFrame, frames }) => {
    const from = Math.max(0, startFrame)
    const end = Math.min(range.frames, startFrame + frames)
    return end > from ? [momentAt(range.startFrame + from, end - from)] : []
  })
}
