/** Three-point editing: of source in and out and sequence in and out, the fourth follows from the other three. All in frames. */
import type { EditRefusal } from '#contract/sequence-edits.ts'

/** An out point is the first frame after the part. Null is none. */
export interface Points { readonly in: number | null, readonly out: number | null }

export interface Source extends Points {
  /** As it is shown; of a still, as long as it is shown unless a range says more. */
  readonly frames: number
  /** A still lasts as long as wanted. */
  readonly isEndless?: boolean
}

/** Which part of the source comes where. */
export interface Part {
  /** The first frame of the source. */
  readonly from: number
  readonly length: number
  /** The frame of the sequence. */
  readonly at: number
}

/**
 * A range of the sequence says how long the part is: then it begins at the source in point, or ends at the source out point where there is
 * only that. With both in both, the range and the source in point count. Otherwise the source says how long it is, and it begins at the
 * sequence in point, ends at the sequence out point, or begins at the playhead.
 */
export function threePoint(source: Source, sequence: Points, playhead: number): Part | EditRefusal {
  const { in: first, out: last } = source
  if (sequence.in !== null && sequence.out !== null) {
    const length = sequence.out - sequence.in
    const from = first ?? (last === null ? 0 : last - length)
    return checked({ from, length, at: sequence.in }, source)
  }
  const from = first ?? 0
  const length = (last ?? source.frames) - from
  return checked({ from, length, at: sequence.in ?? (sequence.out === null ? playhead : sequence.out - length) }, source)
}

function checked({ from, length, at }: Part, { frames, isEndless = false }: Source): Part | EditRefusal {
  if (length < 1)
    return 'too-short'
  if (at < 0)
    return 'before-start'
  if (isEndless)
    return { from: Math.max(0, from), length, at }
  return from < 0 || from + length > frames ? 'source-too-short' : { from, length, at }
}
