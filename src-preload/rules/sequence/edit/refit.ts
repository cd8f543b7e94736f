/**
 * Another size or frame rate for a whole sequence. Places in time stay as near as the new frames allow: cuts stay cuts, what is cut
 * together stays together, and shots stay in step with their sound. Looks are shares of the frame, so another size changes none of them.
 */
import type { CaptionClip, Clip, FrameRate, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import { withRefittedCounter } from '../../captions/counter.ts'
import { retimeMarks } from '../../captions/word-marks.ts'
import { clipsOf, endFrameOf, endOf, startFrameOf, tracksOf } from '../document.ts'
import { isSameRate } from '../frame-rates.ts'
import { frameAtSample, frameFromSample, sampleOfFrame } from '../frames.ts'
import { mappedKeys } from '../motion.ts'
import { consumedBy, fromFrame, laterBy, placeOf, refittedRamp, soundRampOf, speedAt } from '../ramp.ts'
import { movePoints } from '../sound-points.ts'
import { keepFades } from './draft.ts'

type Edit<Do extends SequenceEdit['do']> = Extract<SequenceEdit, { do: Do }>

export function refit(document: SequenceDocument, { width, height, rate }: Edit<'refit'>): void {
  Object.assign(document, { width, height })
  if (isSameRate(document.rate, rate))
    return
  const before = document.rate
  const refitting = refittingTo(rate, before)
  const { frameOf, ratio } = refitting
  const old = edgesOf(document, before)
  const tracks = tracksOf(document)
  const inStep = rampsInStep(tracks.flatMap((track): Clip[] => clipsOf(track)), before)
  const inFrames = { startOf: (clip: Clip) => frameOf(clip.start), endAt: (clip: Clip) => frameOf(endOf(clip)) }
  document.rate = rate
  for (const track of tracks.filter(track => track.kind === 'pictures')) {
    inOrder(clipsOf(track), inFrames, (clip: PictureClip, start, length) =>
      refitPicture(clip, { start, length, late: start - clip.start * ratio }, refitting))
  }
  const pictures = edgesOf(document, rate, track => track.kind === 'pictures')
  for (const track of tracks.filter(track => track.kind === 'speech' || track.kind === 'sound'))
    fitSounds(clipsOf(track), old, pictures, rate)
  inStep.forEach((shot, sound) => keepStep(sound, shot, rate))
  const played = edgesOf(document, rate, track => track.kind !== 'captions')
  for (const track of tracks.filter(track => track.kind === 'captions')) {
    inOrder(clipsOf(track), {
      startOf: clip => partnerFrame(clip, 'start', old, played) ?? frameOf(clip.start),
      endAt: clip => partnerFrame(clip, 'end', old, played) ?? frameOf(endOf(clip)),
    }, (clip: CaptionClip, start, length) => refitCaption(clip, { start, length }, at => frameOf(clip.start + at)))
  }
  for (const marker of Object.values(document.markers))
    document.markers[marker.id] = { ...marker, at: frameOf(marker.at) }
  document.inFrame &&= frameOf(document.inFrame)
  if (document.outFrame !== null)
    document.outFrame = Math.max((document.inFrame ?? 0) + 1, frameOf(document.outFrame))
}

/** Sounds with the course of the shot that they are linked with. */
export function rampsInStep(clips: readonly Clip[], rate: FrameRate): Map<SoundClip, PictureClip> {
  const shots = clips.filter(clip => 'look' in clip && clip.ramp && clip.linkId !== null) as PictureClip[] // as was looked
  return new Map(clips.flatMap((clip) => {
    if (!('points' in clip) || !clip.ramp)
      return []
    const shot = shots.find(({ linkId, takeId }) => linkId === clip.linkId && takeId === clip.takeId)
    const ramp = shot?.ramp && soundRampOf({ start: shot.start, ramp: shot.ramp }, rate, clip.start)
    const isSame = ramp && JSON.stringify(ramp.points) === JSON.stringify(clip.ramp.points)
      && Math.abs(ramp.at - clip.ramp.at) <= 1 && Math.abs(ramp.from - clip.ramp.from) <= 100
    return shot && isSame ? [[clip, shot] as const] : []
  }))
}

/** Points of a shot come to whole frames of its rate: those of its sound come along. It changes the sound. */
export function keepStep(sound: SoundClip, { start, ramp }: Pick<PictureClip, 'start' | 'ramp'>, rate: FrameRate): void {
  if (!ramp || !sound.ramp)
    return
  sound.ramp = { ...sound.ramp, ...soundRampOf({ start, ramp }, rate, sound.start) }
  sound.in = Math.max(0, Math.floor(placeOf(sound, 0) / 100))
  if (sound.sourceLength !== null)
    sound.sourceLength = Math.max(sound.sourceLength, sound.in + consumedBy(sound))
}

interface Edges { readonly linkId: ClipId | null, readonly start: number, readonly end: number }

/** The frames of each clip, of which some are linked. */
function edgesOf(document: SequenceDocument, rate: FrameRate, isMeant: (track: Track) => boolean = () => true): Map<ClipId, Edges> {
  return new Map(tracksOf(document).filter(isMeant).flatMap(track => clipsOf(track).map(clip =>
    [clip.id, { linkId: clip.linkId, start: startFrameOf(track, clip, rate), end: endFrameOf(track, clip, rate) }] as const)))
}

/** Where the edge is now of a linked clip that had it in the same frame; null where there is none. */
function partnerFrame(clip: Clip, edge: 'start' | 'end', old: ReadonlyMap<ClipId, Edges>, now: ReadonlyMap<ClipId, Edges>): number | null {
  const own = old.get(clip.id)
  if (clip.linkId === null || !own)
    return null
  for (const [id, { linkId, [edge]: frame }] of now) {
    if (linkId === clip.linkId && id !== clip.id && old.get(id)?.[edge] === own[edge])
      return frame
  }
  return null
}

/** Clips of a track from the first to the last, each at least a frame long and none over another. */
function inOrder<One extends Clip>(
  clips: readonly One[],
  { startOf, endAt }: { readonly startOf: (clip: One) => number, readonly endAt: (clip: One) => number },
  take: (clip: One, start: number, length: number) => void,
): void {
  const starts = clips.map(startOf)
  let from = 0
  clips.forEach((clip, at) => {
    const start = Math.max(from, starts[at] ?? 0)
    // The next one begins where it begins, if that leaves a frame.
    const most = Math.max(start + 1, starts[at + 1] ?? Infinity)
    const end = Math.min(most, Math.max(start + 1, endAt(clip)))
    take(clip, start, end - start)
    from = end
  })
}

/** How times in frames become those of another rate. */
export interface Refitting { readonly ratio: number, readonly frameOf: (frame: number) => number }
type Place = Pick<Clip, 'start' | 'length'>

export function refittingTo(rate: FrameRate, before: FrameRate): Refitting {
  const [by, per] = [rate.numerator * before.denominator, rate.denominator * before.numerator]
  return { ratio: by / per, frameOf: frame => Math.round(frame * by / per) }
}

/** Puts a picture there, in frames of the new rate: `late` so many of them behind where it would be. It changes the clip. */
export function refitPicture(
  clip: PictureClip,
  { start, length, late = 0 }: Place & { readonly late?: number },
  { ratio, frameOf }: Refitting,
): void {
  if (clip.sourceLength !== null) {
    // The source is shown at the same times as before, although the cut moved by a part of a frame.
    const into = clip.isFrozen ? 0 : late * speedAt(clip, 0) / 100
    const source = Math.max(1, Math.floor(clip.sourceLength * ratio + 1e-6))
    const first = Math.round(clip.in * ratio + into)
    if (clip.ramp)
      clip.ramp = refittedRamp(clip.ramp, ratio)
    // A held picture needs no more than itself.
    const used = clip.isFrozen ? 1 : consumedBy({ ...clip, ...fromFrame(clip, Math.max(0, first)), length })
    Object.assign(clip, fromFrame(clip, Math.max(0, Math.min(first, source - used))))
    // By less than a frame: its last picture is held, rather than a gap left.
    clip.sourceLength = Math.max(source, clip.in + used)
  }
  // Keys and markers count frames of the source as this rate has them.
  if (clip.keys)
    clip.keys = mappedKeys(clip.keys, at => at * ratio)
  if (clip.title)
    clip.title = withRefittedCounter(clip.title, ratio)
  if (clip.markers)
    clip.markers = clip.markers.map(marker => ({ ...marker, at: Math.round(marker.at * ratio) }))
  Object.assign(clip, { start, length, fadeIn: frameOf(clip.fadeIn), fadeOut: frameOf(clip.fadeOut), crossIn: frameOf(clip.crossIn) })
  if (clip.crossBefore)
    clip.crossBefore = frameOf(clip.crossBefore)
  keepFades(clip)
}

/** Puts a caption there. `frameOf` says where a frame of it is in the sequence. It changes the clip. */
export function refitCaption(clip: CaptionClip, { start, length }: Place, frameOf: (at: number) => number): void {
  retimeMarks(clip, at => frameOf(at) - start)
  Object.assign(clip, { start, length })
}

/** Sound keeps its time to the sample, but for what is cut together with a shot. */
function fitSounds(
  clips: readonly SoundClip[],
  old: ReadonlyMap<ClipId, Edges>,
  pictures: ReadonlyMap<ClipId, Edges>,
  rate: FrameRate,
): void {
  inOrder(clips, {
    startOf: clip => within(clip.start, partnerFrame(clip, 'start', old, pictures), rate),
    endAt: clip => endWithin(endOf(clip), partnerFrame(clip, 'end', old, pictures), rate),
  }, cutSound)
}

/** In this frame: where it is already, or else at its beginning. */
function within(sample: number, frame: number | null, rate: FrameRate): number {
  return frame === null || frameAtSample(sample, rate) === frame ? sample : sampleOfFrame(frame, rate)
}
function endWithin(sample: number, frame: number | null, rate: FrameRate): number {
  return frame === null || frameFromSample(sample, rate) === frame ? sample : sampleOfFrame(frame, rate)
}

/** What is heard stays at its time, as far as the source lasts. */
function cutSound(clip: SoundClip, start: number, length: number): void {
  const by = start - clip.start
  if (by === 0 && length === clip.length)
    return
  const later = laterBy(clip, by)
  const used = consumedBy({ ...clip, ...later, length })
  const most = clip.sourceLength === null ? Infinity : clip.sourceLength - used
  // What the end reaches beyond its source by a part of a frame is silent.
  Object.assign(clip, clip.ramp ? later : { in: Math.max(0, Math.min(later.in, most)) })
  if (clip.sourceLength !== null)
    clip.sourceLength = Math.max(clip.sourceLength, clip.in + used)
  Object.assign(clip, { start, length })
  movePoints(clip, -by)
  keepFades(clip)
}
