/** What makes captions hard to read, for marks on the track and a list next to it. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Caption } from './cues.ts'
import { rowsOf } from './cues.ts'
import { shownText } from './shown-text.ts'
import { lineWidth, readingLength, widthOf } from './width.ts'

export type CaptionTrouble
  /** More characters a second than can be read. */
  = | 'too-fast'
    | 'too-short'
    | 'too-long'
  /** A row is wider than 42 narrow or 16 wide characters. */
    | 'row-too-wide'
    | 'too-many-rows'
    | 'overlap'
  /** So short a gap to the one before that it flickers; none at all is fine. */
    | 'small-gap'
    | 'no-words'

export interface CaptionFinding<Id> {
  readonly id: Id
  readonly trouble: CaptionTrouble
  /** Characters a second, seconds, characters of the widest row, rows, or frames of overlap or gap; 0 for no words. */
  readonly value: number
}

export interface CaptionLimits {
  readonly charactersPerSecond: number
  readonly shortestSeconds: number
  readonly longestSeconds: number
  /** Narrow ones; a wide one takes 2.6 times as much. */
  readonly charactersInRow: number
  readonly rows: number
  readonly gapFrames: number
}

export const usualLimits: CaptionLimits = {
  charactersPerSecond: 17,
  shortestSeconds: 5 / 6,
  longestSeconds: 7,
  charactersInRow: 42,
  rows: 2,
  gapFrames: 2,
}

/** Findings of one track, in order of time. */
export function lintCaptions<Id>(
  captions: readonly (Caption & { readonly id: Id })[],
  rate: FrameRate,
  limits: CaptionLimits = usualLimits,
): CaptionFinding<Id>[] {
  const ordered = [...captions].sort((a, b) => a.start - b.start)
  let end = -Infinity
  return ordered.flatMap((caption) => {
    const gap = caption.start - end
    end = Math.max(end, caption.start + caption.length)
    return [...troublesOf(caption, rate, limits), ...troublesOfGap(gap, limits)].map(found => ({ id: caption.id, ...found }))
  })
}

interface Found { readonly trouble: CaptionTrouble, readonly value: number }

/** Measuring a text takes long, and an edit makes new objects only of the captions that it touches. */
const known = new WeakMap<Caption, { readonly rate: FrameRate, readonly limits: CaptionLimits, readonly found: readonly Found[] }>()

function troublesOf(caption: Caption, rate: FrameRate, limits: CaptionLimits): readonly Found[] {
  const kept = known.get(caption)
  if (kept && kept.limits === limits && kept.rate.numerator === rate.numerator && kept.rate.denominator === rate.denominator)
    return kept.found
  const found = measured(caption, rate, limits)
  known.set(caption, { rate, limits, found })
  return found
}

function measured({ length, text }: Caption, rate: FrameRate, limits: CaptionLimits): Found[] {
  const shown = shownText(text)
  if (shown === '')
    return [{ trouble: 'no-words', value: 0 }]
  const seconds = length * rate.denominator / rate.numerator
  // A length in whole frames cannot be nearer to a limit than half a frame.
  const frame = rate.denominator / rate.numerator / 2
  const speed = readingLength(shown) / seconds
  const rows = rowsOf(text)
  const widest = Math.max(...rows.map(widthOf)) * 42 / lineWidth
  return [
    ...speed > limits.charactersPerSecond ? [{ trouble: 'too-fast', value: speed } as const] : [],
    ...seconds < limits.shortestSeconds - frame ? [{ trouble: 'too-short', value: seconds } as const] : [],
    ...seconds > limits.longestSeconds + frame ? [{ trouble: 'too-long', value: seconds } as const] : [],
    ...widest > limits.charactersInRow ? [{ trouble: 'row-too-wide', value: widest } as const] : [],
    ...rows.length > limits.rows ? [{ trouble: 'too-many-rows', value: rows.length } as const] : [],
  ]
}

function troublesOfGap(gap: number, { gapFrames }: CaptionLimits): Found[] {
  if (gap < 0)
    return [{ trouble: 'overlap', value: -gap }]
  return gap > 0 && gap < gapFrames ? [{ trouble: 'small-gap', value: gap }] : []
}
