/**
 * What is usual among the takes of a speaker, and which of them differ. All of it is on scales on which the ear is even: semitones,
 * decibels, and octaves of pace and brightness.
 */
import type { Deviation, Measures, Usual, Usuals } from '#contract/drift.ts'
import { Measure } from '#contract/drift.ts'

interface Scale {
  /** From hertz, decibels or syllables a second to the scale, and back. */
  readonly of: (value: number) => number
  readonly from: (place: number) => number
  /** On the scale: nobody hears less as another voice, however even the others are. */
  readonly leastReach: number
}

const octaves = { of: Math.log2, from: (place: number) => 2 ** place }

const scales: Readonly<Record<Measure, Scale>> = {
  pitch: { of: value => 12 * Math.log2(value), from: place => 2 ** (place / 12), leastReach: 2 },
  loudness: { of: value => value, from: place => place, leastReach: 3 },
  pace: { ...octaves, leastReach: Math.log2(1.2) },
  brightness: { ...octaves, leastReach: 0.35 },
}

/** With fewer, none can be told from the others. */
export const fewestTakes = 5
/** How many standard deviations are unusual; their median deviation, which outliers do not change, is 0.6745 of one. */
const reach = 3.5 / 0.6745

export function usualsOf(takes: readonly Measures[], anchor: Measures | null): Usuals {
  const usualOf = (measure: Measure): Usual | null => {
    const { of, from, leastReach } = scales[measure]
    const anchored = anchor?.[measure] ?? null
    const places = takes.flatMap(take => take[measure] === null ? [] : of(take[measure])).sort((a, b) => a - b)
    const isEnough = places.length >= fewestTakes
    if (!isEnough && anchored === null)
      return null
    const middle = median(places)
    const spread = median(places.map(place => Math.abs(place - middle)).sort((a, b) => a - b))
    const by = Math.max(leastReach, isEnough ? reach * spread : 0)
    const at = anchored === null ? middle : of(anchored)
    return { middle: from(at), low: from(at - by), high: from(at + by) }
  }
  return { pitch: usualOf('pitch'), loudness: usualOf('loudness'), pace: usualOf('pace'), brightness: usualOf('brightness') }
}

/** The largest first, by what is usual. */
export function deviationsOf(take: Measures, usuals: Usuals): Deviation[] {
  const found = Measure.options.flatMap((measure) => {
    const [value, usual] = [take[measure], usuals[measure]]
    if (value === null || usual === null || (value >= usual.low && value <= usual.high))
      return []
    const { of } = scales[measure]
    const by = of(value) - of(usual.middle)
    return [{ measure, by, share: Math.abs(by) / (of(usual.high) - of(usual.middle)) }]
  })
  return found.sort((a, b) => b.share - a.share).map(({ measure, by }) => ({ measure, by }))
}

/** Where a value is on the scale on which it is compared. */
export function placeOf(measure: Measure, value: number): number {
  return scales[measure].of(value)
}

/** Of sorted values; 0 of none. */
function median(sorted: readonly number[]): number {
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}
