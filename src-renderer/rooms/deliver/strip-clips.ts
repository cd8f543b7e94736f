/** A sequence as an overview of any width shows it: what the render will have, in seconds. */
import type { Sequence } from '#contract/sequences.ts'
import type { TakeId } from '#contract/words.ts'
import type { Span } from '#rules/sequence/runs.ts'
import { secondsOfFrames, secondsOfSamples } from '#rules/sequence/frames.ts'
import { resolve } from '#rules/sequence/resolve.ts'

export interface StripClip {
  /** Unique in its row. */
  key: string
  takeId: TakeId | null
  /** Words of a caption. */
  text: string
  speaker: string
  startSeconds: number
  seconds: number
}
export interface Strip { durationSeconds: number, pictures: StripClip[], sounds: StripClip[], captions: StripClip[] }

export function stripOf(sequence: Sequence): Strip {
  const { durationFrames, pictures, sounds, captions } = resolve(sequence)
  const seconds = (frames: number) => secondsOfFrames(frames, sequence.rate)
  const placed = ({ startFrame, frames }: Span) => ({ startSeconds: seconds(startFrame), seconds: seconds(frames) })
  // A sound has the speaker of the caption of its line.
  const speakers = new Map(captions.map(clip => [clip.lineId, clip.speaker]))
  return {
    durationSeconds: seconds(durationFrames),
    pictures: pictures.map(run => ({
      key: `${run.clip.id} ${run.startFrame}`,
      takeId: run.clip.takeId,
      text: '',
      speaker: '',
      ...placed(run),
    })),
    sounds: sounds.map(clip => ({
      key: clip.id,
      takeId: clip.takeId,
      text: '',
      speaker: speakers.get(clip.lineId) ?? '',
      startSeconds: secondsOfSamples(clip.startSample),
      seconds: secondsOfSamples(clip.samples),
    })),
    captions: captions.map(clip => ({ key: clip.id, takeId: null, text: clip.text, speaker: clip.speaker, ...placed(clip) })),
  }
}

/** Round steps for a ruler with at most about this many marks. */
export function rulerMarks(durationSeconds: number, atMost: number): number[] {
  const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
  const step = steps.find(one => durationSeconds / one <= atMost) ?? 3600
  const marks = Array.from({ length: Math.floor(durationSeconds / step) + 1 }, (_, index) => index * step)
  // A mark at the very end has no room for its time.
  return marks.filter(mark => mark <= durationSeconds * 0.95)
}
