/** Pauses on the timeline: where the clips that are looked at are quiet and nobody speaks on any track. */
import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Quiet } from './quiet.ts'
import { endOf, playingOf } from '../document.ts'
import { samplesPerSecond } from '../frames.ts'
import { audibleTracks } from '../levels.ts'
import { framesUntil } from '../ramp.ts'

/** In samples of the timeline. */
export interface Pause {
  readonly from: number
  readonly until: number
  /** Whether something is heard right before it, and right behind it: there a little of it stays. */
  readonly isAfterSound: boolean
  readonly isBeforeSound: boolean
}

interface Span { readonly from: number, readonly until: number }
interface OnTrack { readonly trackId: TrackId, readonly clip: SoundClip }

/** Where clips begin and end less than this apart, a pause goes over the cut. */
const together = 2

/** Clips in which pauses are looked for, and others that may speak meanwhile. */
export function listenedTo(document: SequenceDocument, clipIds: ReadonlySet<ClipId>): { asked: OnTrack[], others: OnTrack[] } {
  const all = audibleTracks(document).flatMap(track => playingOf(track).map(clip => ({ trackId: track.id, kind: track.kind, clip })))
  const asked = all.filter(({ clip }) => clipIds.has(clip.id))
  const [from, until] = [Math.min(...asked.map(({ clip }) => clip.start)), Math.max(...asked.map(({ clip }) => endOf(clip)))]
  // What is never cut does not end a pause, such as music.
  const others = all.filter(({ kind, clip }) => kind === 'speech' && !clipIds.has(clip.id) && clip.start < until && endOf(clip) > from)
  return { asked, others }
}

/**
 * In order of time. `quietOf` gives what is quiet in the source of a clip; null where that is not known: it is never cut. `within`: only
 * this part of the timeline.
 */
export function pausesIn(
  document: SequenceDocument,
  clipIds: ReadonlySet<ClipId>,
  quietOf: (clip: SoundClip) => readonly Quiet[] | null,
  within: Span = { from: 0, until: Infinity },
): Pause[] {
  const { asked, others } = listenedTo(document, clipIds)
  const parts = [...asked, ...others].map(({ clip }) => ({ clip, quiet: quietOnTimeline(clip, quietOf(clip) ?? []) }))
  const loud = joined(parts.flatMap(({ clip, quiet }) => without([{ from: clip.start, until: endOf(clip) }], quiet)))
  const quiet = joined(parts.slice(0, asked.length).flatMap(part => part.quiet))
  const [starts, ends] = [new Set(loud.map(({ from }) => from)), new Set(loud.map(({ until }) => until))]
  const meets = (places: ReadonlySet<number>, place: number, way: 1 | -1): boolean =>
    Array.from({ length: together + 1 }, (_, by) => place + way * by).some(near => places.has(near))
  return without(quiet, loud).flatMap((span): Pause[] => {
    const [from, until] = [Math.max(span.from, within.from), Math.min(span.until, within.until)]
    return from < until ? [{ from, until, isAfterSound: meets(ends, from, -1), isBeforeSound: meets(starts, until, 1) }] : []
  })
}

/** What of a clip is quiet, on the timeline. */
function quietOnTimeline(clip: SoundClip, quiet: readonly Quiet[]): Span[] {
  const placeOf = (seconds: number): number => clip.start + Math.round(framesUntil(clip, seconds * samplesPerSecond * 100))
  return quiet.flatMap((span) => {
    const [from, until] = [Math.max(clip.start, placeOf(span.from)), Math.min(endOf(clip), placeOf(span.until))]
    return from < until ? [{ from, until }] : []
  })
}

/** In order of time, with those that touch as one. */
function joined(spans: readonly Span[]): Span[] {
  const all: { from: number, until: number }[] = []
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.until + together)
      last.until = Math.max(last.until, until)
    else
      all.push({ from, until })
  }
  return all
}

/** What of these spans is in none of the others; both in order of time and apart. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  const left: Span[] = []
  let next = 0
  for (const { from, until } of spans) {
    while (next < others.length && others[next]!.until <= from)
      next++
    let at = from
    for (let index = next; index < others.length && others[index]!.from < until; index++) {
      const other = others[index]!
      if (other.from > at)
        left.push({ from: at, until: other.from })
      at = Math.max(at, other.until)
    }
    if (at < until)
      left.push({ from: at, until })
  }
  return left
}
