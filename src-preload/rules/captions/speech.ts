/** Captions of what was heard rather than written. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Segment } from '#contract/transcripts.ts'
import type { Caption } from './cues.ts'
import { spreadCaptions } from './cues.ts'

/** In frames from the first one of the sound; a rate of 1000 gives milliseconds. */
export function captionsOfSpeech(segments: readonly Segment[], rate: FrameRate): Caption[] {
  const frameOf = (seconds: number) => Math.round(seconds * rate.numerator / rate.denominator)
  return spreadCaptions(segments.map(({ startSeconds, endSeconds, text }) => {
    const start = frameOf(startSeconds)
    return { start, length: Math.max(1, frameOf(endSeconds) - start), speaker: '', text }
  }), rate)
}
