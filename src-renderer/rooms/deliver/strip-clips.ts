/** A sequence as shares of its length, for an overview of any width. */
import type { Sequence } from '#contract/sequences.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import { samplesPerSecond, secondsOfFrames } from '#rules/sequence/frames.ts'
import { lengthInFrames } from '#rules/sequence/resolve.ts'

export interface StripClip {
  id: ClipId
  takeId: TakeId | null
  /** Words of a caption. */
  text: string
  speaker: string
  startSeconds: number
  seconds: number
}
export interface Strip { durationSeconds: number, pictures: StripClip[], sounds: StripClip[], captions: StripClip[] }

export function stripOf(sequence: Sequence): Strip {
  const { rate } = sequence
  const strip: Strip = { durationSeconds: secondsOfFrames(lengthInFrames(sequence), rate), pictures: [], sounds: [], captions: [] }
  // The speaker of a sound stands in the caption of the same line.
  const speakers = new Map(sequence.tracks.flatMap(track => track.holds === 'captions' ? track.clips.map(clip => [clip.lineId, clip.speaker] as const) : []))
  for (const track of sequence.tracks) {
    if (track.holds === 'pictures')
      strip.pictures.push(...track.clips.map(clip => ({ id: clip.id, takeId: clip.takeId, text: '', speaker: '', startSeconds: secondsOfFrames(clip.startFrame, rate), seconds: secondsOfFrames(clip.frames, rate) })))
    else if (track.holds === 'sounds')
      strip.sounds.push(...track.clips.map(clip => ({ id: clip.id, takeId: clip.takeId, text: '', speaker: speakers.get(clip.lineId) ?? '', startSeconds: clip.startSample / samplesPerSecond, seconds: clip.samples / samplesPerSecond })))
    else
      strip.captions.push(...track.clips.map(clip => ({ id: clip.id, takeId: null, text: clip.text, speaker: clip.speaker, startSeconds: secondsOfFrames(clip.startFrame, rate), seconds: secondsOfFrames(clip.frames, rate) })))
  }
  return strip
}

/** Round steps for a ruler of about so many marks. */
export function rulerMarks(durationSeconds: number, atMost: number): number[] {
  const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
  const step = steps.find(one => durationSeconds / one <= atMost) ?? 3600
  const marks = Array.from({ length: Math.floor(durationSeconds / step) + 1 }, (_, index) => index * step)
  // A mark at the very end has no room for its time.
  return marks.filter(mark => mark <= durationSeconds * 0.95)
}
