/** The part of a sequence that is delivered: between its in and out, or all of it. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Cue } from '../captions/cues.ts'

export interface Range {
  readonly startFrame: number
  /** 0 when nothing is in it. */
  readonly frames: number
}

export function rangeOf({ inFrame, outFrame }: Pick<SequenceDocument, 'inFrame' | 'outFrame'>, durationFrames: number): Range {
  const startFrame = Math.min(inFrame ?? 0, durationFrames)
  return { startFrame, frames: Math.max(0, Math.min(outFrame ?? durationFrames, durationFrames) - startFrame) }
}

/** The cues that are seen in this part, in its own time. */
export function cuesWithin(cues: readonly Cue[], { startFrame, frames }: Range): Cue[] {
  return cues.flatMap(({ start, length, words, whole = { start, length }, ...cue }) => {
    const from = Math.max(0, start - startFrame)
    const end = Math.min(frames, start + length - startFrame)
    const heard = words && { words: words.map(word => ({ ...word, start: word.start - startFrame })) }
    const cut = end - from < whole.length && { whole: { start: whole.start - startFrame, length: whole.length } }
    return end > from ? [{ ...cue, start: from, length: end - from, ...heard, ...cut }] : []
  })
}
