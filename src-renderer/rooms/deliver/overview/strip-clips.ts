/** A sequence as an overview of any width shows it: what the render will have, in seconds. */
import type { Delivery } from '#contract/deliveries.ts'
import type { PictureClip, Sequence, TrackKind } from '#contract/sequence-document.ts'
import type { SoundChoice, TakeId } from '#contract/words.ts'
import type { Stretch } from '#rules/sequence/resolve.ts'
import { secondsOfFrames, secondsOfSamples } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'

export interface StripClip {
  /** Unique in its row. */
  key: string
  takeId: TakeId | null
  /** What a sound has chosen of its take; absent for its default. */
  heard?: SoundChoice
  /** Words of a caption. */
  text: string
  speaker: string
  startSeconds: number
  seconds: number
  /** More than one: so many clips, each too narrow to be drawn by itself; then without take and words. */
  count: number
}
export type StripRow = 'pictures' | 'speech' | 'sounds' | 'captions'

export interface Strip {
  durationSeconds: number
  /** The part that is rendered; null when that is all of it. */
  range: { startSeconds: number, endSeconds: number } | null
  pictures: StripClip[]
  speech: StripClip[]
  /** Music, effects, and the sound of shots. */
  sounds: StripClip[]
  captions: StripClip[]
}

export function stripOf(sequence: Sequence): Strip {
  const { durationFrames, stretches, captions } = resolve(sequence)
  const seconds = (frames: number) => secondsOfFrames(frames, sequence.rate)
  const placed = ({ start, length }: { start: number, length: number }) => ({ startSeconds: seconds(start), seconds: seconds(length) })
  // A sound has the speaker of the caption of its line.
  const speakers = new Map(captions.map(({ clip }) => [clip.lineId, clip.speaker]))
  const heard = soundEvents(sequence)
  const soundsOf = (kind: TrackKind): StripClip[] => heard
    .filter(({ trackId }) => sequence.tracks[trackId]?.kind === kind)
    .map(({ clip, start, length }) => ({
      key: clip.id,
      takeId: clip.takeId,
      ...clip.heard && { heard: clip.heard },
      text: '',
      speaker: speakers.get(clip.lineId) ?? '',
      startSeconds: secondsOfSamples(start),
      seconds: secondsOfSamples(length),
      count: 1,
    }))
  const { startFrame, frames } = rangeOf(sequence, durationFrames)
  return {
    durationSeconds: seconds(durationFrames),
    range: frames === durationFrames ? null : { startSeconds: seconds(startFrame), endSeconds: seconds(startFrame + frames) },
    pictures: joined(stretches).map(({ clip, start, length }) => ({
      key: `${clip.id} ${start}`,
      takeId: clip.takeId,
      text: clip.title?.text ?? '',
      speaker: '',
      count: 1,
      ...placed({ start, length }),
    })),
    speech: soundsOf('speech'),
    sounds: soundsOf('sound'),
    captions: captions.map(({ clip }) =>
      ({ key: clip.id, takeId: null, text: clip.text, speaker: clip.speaker, count: 1, ...placed(clip) })),
  }
}

/** The uppermost picture of each stretch, each once as long as it stays the uppermost; of a sequence that is one picture, that inside. */
function joined(stretches: readonly Stretch[]): { clip: PictureClip, start: number, length: number }[] {
  const shown: { clip: PictureClip, start: number, length: number }[] = []
  for (const { startFrame, frames, layers } of stretches) {
    const clip = (layers.findLast(layer => !layer.clip.group) ?? layers.at(-1))?.clip
    const last = shown.at(-1)
    if (clip && last?.clip.id === clip.id && last.start + last.length === startFrame)
      last.length += frames
    else if (clip)
      shown.push({ clip, start: startFrame, length: frames })
  }
  return shown
}

/** The clips of a row in order of time; neighbours of one speaker that are shorter than this, with gaps shorter than this, are one. */
export function withoutTiny(clips: readonly StripClip[], leastSeconds: number): StripClip[] {
  const drawn: StripClip[] = []
  for (const clip of clips.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const last = drawn.at(-1)
    const isTiny = clip.seconds < leastSeconds
    const joins = isTiny && last && (last.count > 1 || last.seconds < leastSeconds) && last.speaker === clip.speaker
      && clip.startSeconds - (last.startSeconds + last.seconds) < leastSeconds
    if (!joins) {
      drawn.push(clip)
      continue
    }
    const seconds = Math.max(last.seconds, clip.startSeconds + clip.seconds - last.startSeconds)
    drawn[drawn.length - 1] = { ...last, takeId: null, text: '', seconds, count: last.count + 1 }
  }
  return drawn
}

/** Round steps for a ruler with at most about this many marks. */
export function rulerMarks(durationSeconds: number, atMost: number): number[] {
  const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
  const step = steps.find(one => durationSeconds / one <= atMost) ?? 3600
  const marks = Array.from({ length: Math.floor(durationSeconds / step) + 1 }, (_, index) => index * step)
  // A mark at the very end has no room for its time.
  return marks.filter(mark => mark <= durationSeconds * 0.95)
}

/** Half a second is more than the rounding of frames and of sound packets. */
const sameLengthSeconds = 0.5

/** Whether a delivery is what the overview shows, so that a place in one is a place in the other: of this sequence, and as long. */
export function isOwnFilm(
  delivery: Pick<Delivery, 'sequenceId' | 'durationSeconds'>,
  sequence: Pick<Sequence, 'id'>,
  strip: Strip,
): boolean {
  const lengthSeconds = strip.range ? strip.range.endSeconds - strip.range.startSeconds : strip.durationSeconds
  return delivery.sequenceId === sequence.id
    && delivery.durationSeconds !== null
    && Math.abs(delivery.durationSeconds - lengthSeconds) < sameLengthSeconds
}
