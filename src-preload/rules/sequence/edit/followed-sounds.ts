/**
 * A shot at another speed begins at a whole frame of its source, and its sound at a sample: each edit rounds the one and not the other.
 * So that a hundred small edits do not add up, the shot begins with the frame that is heard.
 */
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { consumed, tracksOf } from '../document.ts'
import { sampleOfFrame, samplesPerSecond } from '../frames.ts'
import { consumedBy, placeOf, soundRampOf } from '../ramp.ts'

/** Of a frame, which sums of samples lack of one. */
const least = 0.01
/** Nothing slower is played by a frame: the place in the source is as it was, but for samples. */
const unmoved = 0.05
/** More than rounding parts them: somebody did. */
const mostApart = 2

/** After slips, trims and rolls. What was out of step, or is put out of it on purpose, stays so. It changes `after`. */
export function followSounds(before: SequenceDocument, after: SequenceDocument, edits: readonly SequenceEdit[]): void {
  const isMeant = edits.some(edit => edit.do === 'slip' || edit.do === 'trim' || edit.do === 'roll')
  const partsThem = edits.some(edit => edit.do === 'trim' && edit.isAlone && edit.ripples)
  const shots = isMeant && !partsThem ? shotsOf(before, after) : []
  if (shots.length === 0)
    return
  const heard = Map.groupBy(soundsOf(after), ({ linkId }) => linkId)
  const heardBefore = new Map(soundsOf(before).map(sound => [sound.id, sound]))
  for (const shot of shots) {
    const { clip, was } = shot
    for (const sound of clip.ramp ? heard.get(clip.linkId) ?? [] : []) {
      const soundBefore = heardBefore.get(sound.id)
      if (soundBefore && sound.takeId === clip.takeId)
        keepCourses(shot, { sound, soundBefore }, after.rate)
    }
    const sound = clip.ramp ? undefined : heard.get(clip.linkId)?.find(each => isOf(each, clip))
    const soundBefore = sound && heardBefore.get(sound.id)
    if (sound && soundBefore && isOf(soundBefore, was))
      follow(shot, placeHeard(sound, clip, after.rate), placeHeard(soundBefore, was, before.rate))
  }
}

interface Shot { readonly clip: PictureClip, readonly was: PictureClip }

function follow({ clip, was }: Shot, place: number, placeBefore: number): void {
  if (clip.isReversed) {
    // It plays no place when its sound does: a slip shifts the parts of both by as much, wherever they are.
    const first = was.in + Math.floor(place + least) - Math.floor(placeBefore + least)
    if (clip.start === was.start && clip.length === was.length && Math.abs(first - clip.in) < mostApart)
      clip.in = within(clip, first)
    return
  }
  const isInStep = Math.abs(placeBefore - was.in) < 1 && Math.abs(place - clip.in) < mostApart
  if (isInStep && Math.abs(place - placeBefore) > unmoved)
    clip.in = within(clip, Math.floor(place + least))
}

function within({ sourceLength, length, speed }: PictureClip, first: number): number {
  return Math.max(0, Math.min(first, (sourceLength ?? Infinity) - consumed(length, speed)))
}

/**
 * A ramp loses nothing of its frames, but a frame may not be a whole number of samples: the course of the sound keeps its distance from
 * that of the shot.
 */
function keepCourses({ clip, was }: Shot, { sound, soundBefore }: Record<'sound' | 'soundBefore', SoundClip>, rate: FrameRate): void {
  if (!clip.ramp || !was.ramp || !sound.ramp || !soundBefore.ramp)
    return
  const now = soundRampOf({ start: clip.start, ramp: clip.ramp }, rate, sound.start)
  const then = soundRampOf({ start: was.start, ramp: was.ramp }, rate, soundBefore.start)
  const at = soundBefore.ramp.at + now.at - then.at
  const from = soundBefore.ramp.from + now.from - then.from
  const most = unmoved * samplesPerSecond * rate.denominator / rate.numerator
  if (Math.abs(at - sound.ramp.at) > most || Math.abs(from - sound.ramp.from) > most * 100)
    return
  const ramp = { ...sound.ramp, at, from }
  const kept = { ...sound, ramp, in: Math.floor(placeOf({ ...sound, ramp }, 0) / 100) }
  if (kept.in >= 0 && kept.in + consumedBy(kept) <= (sound.sourceLength ?? Infinity))
    Object.assign(sound, { ramp, in: kept.in })
}

/** Those that come to whole frames, or whose sounds come to whole samples, before and after. */
function shotsOf(before: SequenceDocument, after: SequenceDocument): Shot[] {
  return tracksOf(after).flatMap(({ id, clips }) => Object.values<Clip>(clips).flatMap((clip) => {
    const was = before.tracks[id]?.clips[clip.id]
    return was && 'look' in clip && 'look' in was && isRounded(clip) && isRounded(was) ? [{ clip, was }] : []
  }))
}

/** A sequence begins between two frames, where it is slower. */
function isRounded({ speed, ramp, nested, isFrozen, sourceLength, linkId, takeId }: PictureClip): boolean {
  return (speed !== 100 || ramp !== undefined) && !nested && !isFrozen && sourceLength !== null && linkId !== null && takeId !== null
}

function soundsOf(document: SequenceDocument): SoundClip[] {
  return tracksOf(document).flatMap(({ clips }) => Object.values<Clip>(clips).flatMap(clip => 'points' in clip ? [clip] : []))
}

function isOf(sound: SoundClip, { linkId, takeId, speed }: PictureClip): boolean {
  return sound.linkId === linkId && sound.takeId === takeId && sound.speed === speed && !sound.ramp
}

/** Of the source, in frames, where the shot begins. */
function placeHeard(sound: SoundClip, { start }: PictureClip, rate: FrameRate): number {
  const sample = sound.in + (sampleOfFrame(start, rate) - sound.start) * sound.speed / 100
  return sample * rate.numerator / (samplesPerSecond * rate.denominator)
}
