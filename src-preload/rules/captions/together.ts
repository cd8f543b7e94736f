/** Captions of several tracks that are shown together: where two overlap, the one of the upper track is shown above the other. */
import type { CaptionTrack, FrameRate } from '#contract/sequence-document.ts'
import type { Caption, Cue } from './cues.ts'
import { firstIndex } from '../first-index.ts'
import { cuesOf } from './cues.ts'

/** The tracks that are shown with this one, in their order, without it. A track that belongs to another one has none of its own. */
export function tracksBeside<Of extends Pick<CaptionTrack, 'id' | 'joins'>>(tracks: readonly Of[], track: Of): Of[] {
  return tracks.filter(each => each.joins === track.id && isBeside(tracks, each))
}

/** Whether it is shown with another one of these, and not by itself: that one is shown by itself. */
export function isBeside<Of extends Pick<CaptionTrack, 'id' | 'joins'>>(tracks: readonly Of[], { id, joins }: Of): boolean {
  const isOwn = (each: Of): boolean => each.joins === undefined || each.joins === each.id
  return joins !== undefined && joins !== id && tracks.some(each => each.id === joins && isOwn(each))
}

type Levels = readonly (readonly Caption[])[]
interface How { readonly names?: boolean | undefined }

/** In order of time. Captions of the first list are at their usual place; `rowsBelow` says how far above it others are. */
export function cuesTogether(levels: Levels, rate: FrameRate, how: How = {}): readonly Cue[] {
  const lower = cuesByTrack(levels, rate, how)
  return lower.length === 1 ? lower[0]! : lower.flat().sort((a, b) => a.start - b.start || (a.rowsBelow ?? 0) - (b.rowsBelow ?? 0))
}

/** The same, apart by list. */
export function cuesByTrack(levels: Levels, rate: FrameRate, how: How = {}): (readonly Cue[])[] {
  const [first = [], ...above] = levels
  const lower: (readonly Cue[])[] = [cuesOf(first, rate, how)]
  for (const level of above) {
    lower.push(cuesOf(level, rate, how).map((cue) => {
      const rowsBelow = Math.max(0, ...lower.flatMap(cues => within(cues, cue).map(each => (each.rowsBelow ?? 0) + each.lines.length)))
      return rowsBelow === 0 ? cue : { ...cue, rowsBelow }
    }))
  }
  return lower
}

/** For what shows one text at a time: what is seen at once is one cue, the upper rows first. */
export function flatCues(cues: readonly Cue[]): readonly Cue[] {
  if (cues.every((cue, at) => at === 0 || cue.start >= endOf(cues[at - 1]!)))
    return cues
  const edges = [...new Set(cues.flatMap(cue => [cue.start, endOf(cue)]))].sort((a, b) => a - b)
  const flat: Cue[] = []
  let shown: readonly Cue[] = []
  let next = 0
  edges.forEach((start, at) => {
    const until = edges[at + 1]
    shown = shown.filter(cue => endOf(cue) > start)
    for (; next < cues.length && cues[next]!.start <= start; next++)
      shown = [...shown, cues[next]!]
    if (until === undefined || shown.length === 0)
      return
    const upperFirst = shown.toSorted((a, b) => (b.rowsBelow ?? 0) - (a.rowsBelow ?? 0))
    flat.push({ start, length: until - start, lines: upperFirst.flatMap(({ lines }) => lines), speaker: upperFirst[0]?.speaker ?? '' })
  })
  return flat
}

function endOf({ start, length }: Pick<Cue, 'start' | 'length'>): number {
  return start + length
}

/** Those of a list that are shown while this one is. */
function within(cues: readonly Cue[], cue: Cue): Cue[] {
  const found: Cue[] = []
  const first = firstIndex(cues, each => endOf(each) <= cue.start)
  for (let at = first; at < cues.length && cues[at]!.start < endOf(cue); at++)
    found.push(cues[at]!)
  return found
}
