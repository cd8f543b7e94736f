/** The sequences that an edit list describes, with the takes that its media were found to be. */
import type { SoundRamp } from '#contract/ramp.ts'
import type { CaptionClip, CaptionTrack, FrameRate, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, MarkerId, NewId, SequenceId, TrackId } from '#contract/words.ts'
import type { Size } from '../sequence/placement.ts'
import type { ListedCaptions, ListedClip, ListedMedia, ListedNested, ListedSequence, ListedTrack, ReadList } from './list.ts'
import { mostClips, mostFrames, mostMarkers, mostTracks } from '#contract/sequence-limits.ts'
import { titleStyle } from '../captions/style.ts'
import { consumed, endFrameOf } from '../sequence/document.ts'
import { framesOfShot, sampleOfFrame, samplesPerSecond } from '../sequence/frames.ts'
import { framesInRate, wholeClip } from '../sequence/nested/nested-clips.ts'
import { plainLook, plainTrack } from '../sequence/new-tracks.ts'
import { consumedBy, framesUntil, placeOf, soundRampOf } from '../sequence/ramp.ts'
import { fromEarliest } from './camera-time.ts'
import { listedPlace } from './listed-place.ts'
import { wholePicture } from './whole-picture.ts'

/** Null where no take was found. */
export type TakeOf = (media: ListedMedia) => Take | null

export interface BuiltSequence {
  readonly sequenceId: SequenceId
  readonly name: string
  readonly rate: FrameRate
  /** Null where the list does not say. */
  readonly size: ListedSequence['size']
  /** How long it is. */
  readonly frames: number
  /** For an empty sequence. */
  readonly edits: readonly SequenceEdit[]
  readonly placed: number
  /** Clips that are shorter than in the list, as their file ends earlier. */
  readonly shortened: number
  /** Clips of media that were not found, or that cannot be on such a track. */
  readonly skipped: number
}

interface Building {
  readonly rate: FrameRate
  /** Of the sequence. */
  readonly frame: Size
  readonly takeOf: TakeOf
  readonly newId: NewId
  readonly monoDb: number
  /** What compounds have become. */
  readonly compounds: ReadonlyMap<string, BuiltSequence>
  /** A shot and its sound, by what they have in common. */
  readonly links: Map<string, ClipId>
}

type Wish = Pick<Building, 'rate' | 'takeOf' | 'newId'>

/** Each before those that it is a clip of: the last one is what the list is about. */
export function sequencesOfList(read: ReadList, wish: Wish): BuiltSequence[] {
  const { list } = fromEarliest(read, { rate: read.rate ?? wish.rate, takeOf: wish.takeOf })
  const compounds = new Map<string, BuiltSequence>()
  for (const [key, compound] of list.compounds)
    compounds.set(key, sequenceOf(compound, { ...wish, rate: compound.rate ?? wish.rate, monoDb: list.monoDb, compounds }))
  return [...compounds.values(), sequenceOf(list, { ...wish, monoDb: list.monoDb, compounds })]
}

function sequenceOf(list: ListedSequence, about: Omit<Building, 'links' | 'frame'>): BuiltSequence {
  const building: Building = { ...about, frame: list.size ?? { width: 16, height: 9 }, links: new Map() }
  const { rate, newId, takeOf } = building
  let [placed, shortened, skipped] = [0, 0, 0]
  const tracks = list.tracks.slice(0, mostTracks).map((track) => {
    const isSpeech = track.kind === 'sound' && track.clips.every(({ media }) => media && takeOf(media)?.kind === 'speech')
    const makes = track.kind === 'pictures' ? pictureOf : soundOf
    const made = track.clips.slice(0, mostClips).map(clip => makes(clip, building))
    const clips = apart(made.flatMap(each => each?.clip ?? []))
    placed += clips.length
    shortened += made.filter(each => each?.isShorter).length
    skipped += track.clips.length - clips.length - track.clips.filter((clip, index) => clip.isPerhaps && !made[index]).length
    return { track: { ...plainTrack(kindOf(track, isSpeech), newId<TrackId>()), name: track.name.slice(0, 200) }, clips }
  })
  const captions = (list.captions ?? []).slice(0, mostTracks - tracks.length).map(each => captionTrackOf(each, newId))
  const ends = tracks.flatMap(({ track, clips }) => clips.map(clip => endFrameOf(track, clip, rate)))
  unlinkSingle(tracks.flatMap(({ clips }) => clips))
  placed += captions.reduce((sum, { clips }) => sum + clips.length, 0)
  const edits = [...tracks, ...captions].flatMap(({ track, clips }, at): SequenceEdit[] => [
    { do: 'addTrack', track, at },
    ...clips.length === 0 ? [] : [{ do: 'place', placements: clips.map(clip => ({ trackId: track.id, clip })), how: 'overwrite' } as const],
  ])
  const markers = list.markers.slice(0, mostMarkers).map(({ at, name, colour, note }): SequenceEdit => {
    const words = { name, ...colour === 'blue' ? {} : { colour }, ...note === '' ? {} : { note } }
    return { do: 'setMarker', marker: { id: newId<MarkerId>(), at, ...words } }
  })
  return {
    ...{ sequenceId: newId<SequenceId>(), name: list.name, rate, size: list.size, frames: Math.max(0, ...ends) },
    ...{ edits: [...edits, ...markers], placed, shortened, skipped },
  }
}

/** One is cut where the next begins. */
function captionTrackOf({ name, language, captions }: ListedCaptions, newId: NewId): { track: CaptionTrack, clips: CaptionClip[] } {
  const inOrder = captions.toSorted((a, b) => a.start - b.start).slice(0, mostClips)
  const clips = inOrder.flatMap(({ start, length, speaker, text }, index): CaptionClip[] => {
    const lasts = Math.min(length, (inOrder[index + 1]?.start ?? Infinity) - start)
    return lasts < 1 || start + lasts > mostFrames
      ? []
      : [{ id: newId<ClipId>(), start, length: lasts, linkId: null, lineId: null, speaker: speaker.trim(), text: text.slice(0, 5000) }]
  })
  return { track: { ...plainTrack('captions', newId<TrackId>()), name: name.slice(0, 200), language }, clips }
}

function kindOf({ kind }: ListedTrack, isSpeech: boolean): 'pictures' | 'speech' | 'sound' {
  return kind === 'pictures' ? 'pictures' : isSpeech ? 'speech' : 'sound'
}

/** Without what is over the one before: lists may be written by hand. */
function apart<Clip extends PictureClip | SoundClip>(clips: readonly Clip[]): Clip[] {
  const kept: Clip[] = []
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1)
    if (!last || last.start + last.length <= clip.start)
      kept.push(clip)
  }
  return kept
}

interface Made<Clip> { readonly clip: Clip, readonly isShorter: boolean }

function linkOf({ media, start, length, in: from, ramp, soundRamp }: ListedClip, { links, newId, rate }: Building): ClipId {
  const begin = ramp ?? soundRamp ? 'ramp' : Math.round(from * rate.denominator)
  const key = `${media?.takeId ?? media?.name} ${start} ${length} ${begin}`
  const link = links.get(key) ?? newId<ClipId>()
  links.set(key, link)
  return link
}

/** A link of one clip is none. */
function unlinkSingle(clips: readonly (PictureClip | SoundClip)[]): void {
  const counts = Map.groupBy(clips, ({ linkId }) => linkId)
  for (const clip of clips) {
    if ((counts.get(clip.linkId)?.length ?? 0) < 2)
      clip.linkId = null
  }
}

function pictureOf(clip: ListedClip, building: Building): Made<PictureClip> | null {
  const { rate, newId, takeOf, frame } = building
  const { start, length, speed, title } = clip
  if (clip.nested)
    return nestedOf(clip, clip.nested, building)
  const take = title === null && clip.media ? takeOf(clip.media) : null
  if (title === null && take?.medium !== 'video' && take?.medium !== 'picture')
    return null
  const seconds = take?.medium === 'video' ? take.asset.durationSeconds : null
  const sourceLength = seconds === null ? null : framesOfShot(seconds, rate)
  const ramp = sourceLength === null ? undefined : clip.ramp
  const paced = { in: 0, speed: 100, ramp }
  const { isReversed, isFrozen } = sourceLength === null ? {} : clip
  const first = ramp ? Math.floor(placeOf(paced, 0) / 100) : Math.round(firstOf(clip, sourceLength))
  const from = sourceLength === null ? 0 : Math.max(0, Math.min(first, sourceLength - 1))
  const room = sourceLength === null || isFrozen
    ? Infinity
    : Math.floor(ramp ? framesUntil(paced, sourceLength * 100) + 1e-9 : (sourceLength - from) * 100 / speed)
  const lasts = Math.max(1, Math.min(length, room))
  const { width, height } = take?.asset ?? {}
  const played = {
    ...{ in: from, speed: sourceLength === null ? 100 : speed, sourceLength, length: lasts },
    ...ramp && { ramp },
    ...isReversed && { isReversed },
    ...isFrozen && { isFrozen },
  }
  const { look, fadeIn, fadeOut, keys } = listedPlace(clip, { clip: played, source: width && height ? { width, height } : null, frame })
  return {
    isShorter: lasts < length,
    clip: {
      id: newId<ClipId>(),
      start,
      // A sound is played forwards.
      linkId: take?.medium === 'video' && !(isReversed ?? isFrozen) ? linkOf(clip, building) : null,
      ...played,
      ...fadesOf({ fadeIn, fadeOut }, lasts),
      ...crossingOf(clip, lasts, frames => frames),
      ...clip.transition && { transition: clip.transition },
      lineId: null,
      takeId: take?.id ?? null,
      title: title === null ? null : { text: title, style: titleStyle },
      look: { ...plainLook, ...look },
      ...keys && { keys },
      ...clip.isDisabled && { isDisabled: true },
    },
  }
}

/** Played backwards, a file is counted from its end, in whole frames of its speed. */
function firstOf({ in: from, playedFrom, length, speed }: ListedClip, sourceLength: number | null): number {
  return playedFrom === undefined || sourceLength === null
    ? from
    : (Math.floor(sourceLength * 100 / speed) - playedFrom - length) * speed / 100
}

/** Another length of the sequence than in the list is no reason to make the clip shorter: it may come to be as long again. */
function nestedOf(
  clip: ListedClip,
  { of, db, pan, opacity }: ListedNested,
  { rate, newId, compounds }: Building,
): Made<PictureClip> | null {
  const inner = compounds.get(of)
  if (!inner)
    return null
  const { start, length, speed, ramp, isReversed, isFrozen } = clip
  const isPlain = speed === 100 && !ramp && !isReversed && !isFrozen
  const hundredths = isPlain ? 100 * Math.round(clip.in) : Math.round(100 * clip.in)
  const [from, phase] = ramp
    ? [Math.max(0, Math.floor(placeOf({ in: 0, speed, ramp }, 0) / 100)), 0]
    : [Math.floor(hundredths / 100), hundredths % 100]
  const used = isFrozen ? 1 : ramp ? consumedBy({ in: from, speed, ramp, length }) : Math.ceil((phase + length * speed) / 100)
  const frames = Math.max(framesInRate(inner.frames, inner.rate, rate), from + used)
  const { sequenceId } = inner
  const side = Math.max(-100, Math.min(100, Math.round(pan)))
  const paced = { in: from, speed, sourceLength: frames, ...ramp && { ramp }, ...isReversed && { isReversed }, ...isFrozen && { isFrozen } }
  const { opacity: plain, ...seen } = wholePicture(opacity, { ...paced, length })
  return {
    isShorter: false,
    clip: {
      ...wholeClip({ id: newId<ClipId>(), sequenceId, start, length: frames }),
      ...{ ...paced, length, look: { ...plainLook, opacity: plain } },
      ...seen,
      nested: { sequenceId, ...db !== 0 && { gainDb: rounded(db, -96) }, ...side !== 0 && { pan: side }, ...phase > 0 && { phase } },
      ...clip.isDisabled && { isDisabled: true },
    },
  }
}

function soundOf(clip: ListedClip, building: Building): Made<SoundClip> | null {
  const { rate, newId, takeOf, monoDb } = building
  const take = clip.media ? takeOf(clip.media) : null
  const seconds = take?.asset.durationSeconds ?? null
  if (!take || seconds === null || (take.medium !== 'audio' && !take.asset.channels))
    return null
  const sourceLength = Math.floor(seconds * samplesPerSecond)
  const samples = (frames: number): number => Math.round(frames * rate.denominator * samplesPerSecond / rate.numerator)
  const [start, end] = [sampleOfFrame(clip.start, rate), sampleOfFrame(clip.start + clip.length, rate)]
  const ramp = soundRampFor(clip, { rate, start, sourceLength })
  const paced = { in: Math.max(0, Math.min(samples(clip.in), sourceLength - 1)), speed: clip.speed, ...ramp && { ramp } }
  const from = ramp ? Math.floor(placeOf(paced, 0) / 100) : paced.in
  let length = Math.max(1, Math.min(end - start, Math.floor(framesUntil(paced, sourceLength * 100) + 1e-9)))
  // Of a course, the last sample is rounded down already.
  const used = (): number => ramp ? 0 : consumed(length, clip.speed)
  while (length > 1 && from + used() > sourceLength)
    length--
  const plus = take.asset.channels === 1 ? monoDb : 0
  const gain = clip.gain.map(({ at, db }) => ({ at: Math.min(length, samples(at)), gainDb: rounded(db + plus) }))
  const [only] = gain
  return {
    // Less than a frame is the rounding of one.
    isShorter: end - start - length > sampleOfFrame(1, rate),
    clip: {
      id: newId<ClipId>(),
      start,
      length,
      linkId: take.medium === 'video' ? linkOf(clip, building) : null,
      in: from,
      sourceLength,
      speed: clip.speed,
      ...ramp && { ramp },
      ...fadesOf({ ...clip, fadeIn: samples(clip.fadeIn), fadeOut: samples(clip.fadeOut) }, length),
      ...crossingOf(clip, length, samples),
      ...clip.crossCurve && { crossCurve: clip.crossCurve },
      lineId: null,
      takeId: take.id,
      gainDb: gain.length === 1 ? only?.gainDb ?? 0 : gain.length === 0 ? rounded(plus) : 0,
      points: gain.length > 1 ? gain.filter(({ at }, index) => at > (gain[index - 1]?.at ?? -1)) : [],
      ...take.asset.heard && { heard: take.asset.heard },
      ...clip.isDisabled && { isDisabled: true },
    },
  }
}

/** None where its file ends before it begins. */
function soundRampFor(
  { ramp, soundRamp, shiftsPitch, start: frame }: ListedClip,
  { rate, start, sourceLength }: { readonly rate: FrameRate, readonly start: number, readonly sourceLength: number },
): SoundRamp | null {
  const inSamples = ramp ? { ...soundRampOf({ start: frame, ramp }, rate, start), ...shiftsPitch && { shiftsPitch } } : null
  const own = soundRamp ?? inSamples
  const first = own ? placeOf({ in: 0, speed: 100, ramp: own }, 0) / 100 : 0
  return own && first >= 0 && first < sourceLength - 1 ? own : null
}

function fadesOf({ fadeIn, fadeOut }: Pick<ListedClip, 'fadeIn' | 'fadeOut'>, length: number): Pick<PictureClip, 'fadeIn' | 'fadeOut'> {
  const first = Math.min(fadeIn, length)
  return { fadeIn: first, fadeOut: Math.min(fadeOut, length - first) }
}

/** As long on both sides of its cut as in the list. */
function crossingOf({ crossIn, crossBefore = 0 }: ListedClip, length: number, units: (frames: number) => number) {
  const before = units(Math.min(crossBefore, crossIn))
  return { crossIn: before + Math.min(Math.max(0, units(crossIn) - before), length), ...before > 0 && { crossBefore: before } }
}

/** Within what a clip may have. */
function rounded(db: number, least = -60): number {
  return Math.round(Math.max(least, Math.min(24, db)) * 100) / 100
}
