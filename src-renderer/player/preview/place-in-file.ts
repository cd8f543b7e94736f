/** Where the file of a sound is at each moment of it, forwards and backwards. */
import type { SoundEvent } from '#rules/sequence/levels.ts'
import type { SoundSource } from './media.ts'
import { firstOfCopy } from '#rules/sequence/course.ts'
import { sampleRate } from './media.ts'
import { sliceSamples } from './slices.ts'

export interface Place {
  readonly slice: number
  /** In the slice: the next one that is heard, or, backwards, the one after that. */
  readonly sample: number
  /** File samples for each sample heard. */
  readonly pace: number
  readonly isReversed: boolean
  /** So many samples of the part are behind the end of the file, and heard first. */
  readonly silent: number
}

/** Where in the file this distance from the event's start is; null beyond its end. */
export function placeIn(source: SoundSource, event: SoundEvent, offset: number): Place | null {
  const { clip } = event
  const made = source.speed ?? 100
  const pace = clip.ramp ? 1 : clip.speed / made
  const first = firstOfCopy({ ...clip, speed: made })
  if (event.isReversed) {
    const end = Math.round((first + (event.length - offset) * pace) * 1000) / 1000
    const slice = Math.max(0, Math.floor((Math.ceil(end) - 1) / sliceSamples))
    const silent = Math.max(0, end - source.samples)
    return end <= 0 ? null : { slice, sample: end - slice * sliceSamples, pace, isReversed: true, silent }
  }
  // A rounding error must not reach back into the slice before.
  const sample = Math.round((first + offset * pace) * 1000) / 1000
  if (sample >= source.samples)
    return null
  const slice = Math.floor(sample / sliceSamples)
  return { slice, sample: sample - slice * sliceSamples, pace, isReversed: false, silent: 0 }
}

/** So many samples before this one, the last one first. */
export function turned(buffer: AudioBuffer, end: number, count: number): AudioBuffer {
  const length = Math.max(1, Math.min(end, count, buffer.length))
  const copy = new AudioBuffer({ length, numberOfChannels: buffer.numberOfChannels, sampleRate })
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    const part = buffer.getChannelData(channel).slice(Math.max(0, end - length), end)
    copy.getChannelData(channel).set(part.reverse())
  }
  return copy
}
