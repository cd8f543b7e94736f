/** Where the takes of a speaker are on a strip along the script: one row for a measure, one column for a take. */
import type { DriftPoint, Measure, Usual } from '#contract/drift.ts'
import { placeOf } from './compare.ts'

export interface StripMark {
  /** Of the point in the list. */
  readonly index: number
  /** From 0 at the bottom of the row to 1 at its top. */
  readonly at: number
  /** `low` and `high` are outside of what is usual; `other` is not compared. */
  readonly is: 'usual' | 'low' | 'high' | 'other'
}

export interface StripRow {
  readonly marks: readonly StripMark[]
  /** Null where too little is known to say what is usual. */
  readonly usual: { readonly low: number, readonly middle: number, readonly high: number } | null
}

/** How many times what is usual a row shows to each side: what is farther out is at its edge, so that it does not flatten the others. */
const shownReach = 2.2

export function stripRow(points: readonly DriftPoint[], measure: Measure, usual: Usual | null): StripRow {
  const placed = points.flatMap(({ measures, isOther }, index) => {
    const value = measures[measure]
    return value === null ? [] : [{ index, value, place: placeOf(measure, value), isOther }]
  })
  const { bottom, top } = usual ? rangeAround(measure, usual) : rangeOf(placed.map(({ place }) => place))
  const at = (place: number): number => Math.max(0, Math.min(1, (place - bottom) / (top - bottom)))
  return {
    marks: placed.map(({ index, value, place, isOther }) => ({
      index,
      at: at(place),
      is: isOther ? 'other' : usual && value < usual.low ? 'low' : usual && value > usual.high ? 'high' : 'usual',
    })),
    usual: usual && {
      low: at(placeOf(measure, usual.low)),
      middle: at(placeOf(measure, usual.middle)),
      high: at(placeOf(measure, usual.high)),
    },
  }
}

function rangeAround(measure: Measure, { middle, high }: Usual): { bottom: number, top: number } {
  const [centre, reach] = [placeOf(measure, middle), placeOf(measure, high) - placeOf(measure, middle)]
  return { bottom: centre - shownReach * reach, top: centre + shownReach * reach }
}

/** With something around them, where all are the same. */
function rangeOf(places: readonly number[]): { bottom: number, top: number } {
  const [least, most] = places.reduce(([low, high], place) => [Math.min(low, place), Math.max(high, place)], [Infinity, -Infinity])
  const margin = Math.max(1, (most - least) / 4)
  return Number.isFinite(least) ? { bottom: least - margin, top: most + margin } : { bottom: 0, top: 1 }
}
