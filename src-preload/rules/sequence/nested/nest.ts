/** What a track of a flat document says besides: which clip it plays for, and the part of it that is seen or heard. */
import type { Track } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Paces } from './pace.ts'
import { insideAt, outside } from './pace.ts'

export interface Nest {
  /** The clips of sequences that it is in, the outermost first. */
  readonly path: readonly ClipId[]
  /** In the unit of the track. What its clips have outside of this is neither seen nor heard. */
  readonly from: number
  readonly until: number
  /** Of those clips of sequences that are panned, the innermost first; absent where none is. */
  readonly pans?: readonly number[]
  /** Where a sequence that it is in has another speed: its clips are in the time of theirs, and these lead there. Absent: they are in that of the film. */
  readonly paces?: Paces
}

/** Of the whole picture of a nested sequence; only in flat documents and what is made of them, where it counts as an adjustment. */
export type GroupEdge = 'begins' | 'ends'

/** Flat documents are only played: no edit sees them, and nothing stores them. */
export type FlatTrack<Of extends Track = Track> = Of & { readonly nest?: Nest }

export function nestOf(track: Track): Nest | undefined {
  return (track as FlatTrack).nest // absent in what is edited
}

/** The part of a clip, or of what is heard of it, that plays. */
export function within<Part extends { readonly start: number, readonly length: number }>(
  nest: Nest | undefined,
  { start, length }: Part,
): { readonly from: number, readonly until: number } {
  const own = { from: start, until: start + length }
  if (!nest)
    return own
  const { from, until } = nest.paces ? outside(nest.paces, own) : own
  return { from: Math.max(from, nest.from), until: Math.min(until, nest.until) }
}

/** The place in the time of its clips that plays at this one of the film. */
export function placeInside(nest: Nest | undefined, at: number): number {
  return nest?.paces ? insideAt(nest.paces, at) : at
}

/** Whether what lowers a track under speech hears this one: what is inside of a clip hears nothing outside of it. */
export function hears(track: Track, other: Track): boolean {
  const [own, others] = [nestOf(track)?.path ?? [], nestOf(other)?.path ?? []]
  return own.every((clipId, at) => clipId === others[at])
}
