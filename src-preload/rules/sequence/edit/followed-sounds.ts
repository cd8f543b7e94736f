/**
 * A shot at another speed begins at a whole frame of its source, and its sound at a sample: each edit rounds the one and not the other.
 * So that a hundred small edits do not add up, the shot begins with the frame that is heard.
 */
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { consumed, tracksOf } from '../document.ts'
import { sampleOfFrame, samplesPerSecond } from '../frames.ts'

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
  for (const { clip, was } of shots) {
    const sound = heard.get(clip.linkId)?.find(each => isOf(each, clip))
    const soundBefore = sound && heardBefore.get(sound.id)
    if (!sound || !soundBefore || !isOf(soundBefore, was))
      continue
    const [place, placeBefore] = [placeHeard(sound, clip, after.rate), placeHeard(soundBefore, was, before.rate)]
    const isInStep = Math.abs(placeBefore - was.in) < 1 && Math.abs(place - clip.in) < mostApart
    if (isInStep && Math.abs(place - placeBefore) > unmoved)
      clip.in = Math.max(0, Math.min(Math.floor(place + least), (clip.sourceLength ?? Infinity) - consumed(clip.length, clip.speed)))
  }
}

/** Those that come to whole frames, before and after. */
function shotsOf(before: SequenceDocument, after: SequenceDocument): { readonly clip: PictureClip, readonly was: PictureClip }[] {
  return tracksOf(after).flatMap(({ id, clips }) => Object.values<Clip>(clips).flatMap((clip) => {
    const was = before.tracks[id]?.clips[clip.id]
    return was && 'look' in clip && 'look' in was && isRounded(clip) && isRounded(was) ? [{ clip, was }] : []
  }))
}

function isRounded({ speed, ramp, nested, isReversed, isFrozen, sourceLength, linkId, takeId }: PictureClip): boolean {
  return speed !== 100 && !ramp && !nested && !isReversed && !isFrozen && sourceLength !== null && linkId !== null && takeId !== null
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
