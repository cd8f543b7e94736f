/** Where the marked beats of clips are on the timeline. */
import type { Clip, FrameRate, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import { clipsOf, tracksOf } from '../document.ts'
import { frameAtSample, samplesPerSecond } from '../frames.ts'
import { framesUntil } from '../ramp.ts'

/** Samples from the start of the clip, of those that it plays, in order of time. */
export function beatsOfClip(clip: SoundClip): number[] {
  const into = (clip.beats ?? []).map(at => Math.round(framesUntil(clip, at * 100)))
  return into.filter(at => at >= 0 && at < clip.length)
}

/** The frames in which they are. */
export function beatFramesOf(clip: Clip, rate: FrameRate): number[] {
  return 'points' in clip && clip.beats ? beatsOfClip(clip).map(at => frameAtSample(clip.start + at, rate)) : []
}

export function beatFrames(document: SequenceDocument): { readonly clip: Clip, readonly frames: number[] }[] {
  return tracksOf(document).flatMap(track => clipsOf(track)).flatMap((clip) => {
    const frames = beatFramesOf(clip, document.rate)
    return frames.length > 0 ? [{ clip, frames }] : []
  })
}

/** As a clip has them, of seconds of its source. */
export function samplesOfBeats(beats: readonly { readonly at: number }[]): number[] {
  return [...new Set(beats.map(({ at }) => Math.round(at * samplesPerSecond)))]
}
