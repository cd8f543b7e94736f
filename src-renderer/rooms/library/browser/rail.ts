/** The months of a list that is in the order of time: where each begins, and which of them have room for their names on the rail. Pure. */
import type { TakeMonth } from '#contract/take-order.ts'

export interface MonthPlace extends Pick<TakeMonth, 'year' | 'month'> {
  /** The place of the first take of this month in the list. */
  readonly place: number
}

export interface RailMark extends MonthPlace {
  /** Pixels from the upper end of the rail to the middle of the mark. */
  readonly top: number
  /** The first month of a year that is on the list names the year; others name themselves, or are a line where there is no room. */
  readonly shows: 'year' | 'month' | 'line'
}

/**
 * `months` are those of all takes, the earliest first; `order` has the numbers of the list, which rise or fall with time, but for those
 * that `isPassed` names, which follow another one. Looks at few of the numbers: it is asked at each key press of a search.
 */
export function placesOfMonths(
  order: readonly number[],
  months: readonly TakeMonth[],
  isAscending: boolean,
  isPassed: (number: number) => boolean = () => false,
): MonthPlace[] {
  function numberAt(place: number): number {
    let own = place
    while (own > 0 && isPassed(order[own] ?? 0))
      own -= 1
    return order[own] ?? 0
  }
  /** The first place whose number `is` so, as all after it are; the length of the list for none. */
  function firstPlace(is: (number: number) => boolean): number {
    let [from, until] = [0, order.length]
    while (from < until) {
      const middle = (from + until) >> 1
      if (is(numberAt(middle)))
        until = middle
      else
        from = middle + 1
    }
    return from
  }
  const places = months.flatMap(({ year, month, number: first }, at): MonthPlace[] => {
    const next = months[at + 1]?.number ?? Infinity
    const place = firstPlace(isAscending ? number => number >= first : number => number < next)
    if (place === order.length)
      return []
    const number = numberAt(place)
    // What is older than all months is listed with the first one, where that comes last.
    return number < next && (number >= first || (!isAscending && at === 0)) ? [{ year, month, place }] : []
  })
  return isAscending ? places : places.reverse()
}

const yearPixels = 22
const monthPixels = 18

/** As far down the rail as the first take of each month is down the list. Years get room first. */
export function railMarks(places: readonly MonthPlace[], count: number, pixels: number): RailMark[] {
  const edge = yearPixels / 2
  const middles = places.map(({ place }) => Math.min(Math.max(place / Math.max(1, count) * pixels, edge), pixels - edge))
  const taken: { top: number, half: number }[] = []
  function takes(at: number, height: number): boolean {
    const top = middles[at] ?? 0
    if (taken.some(other => Math.abs(other.top - top) < other.half + height / 2))
      return false
    taken.push({ top, half: height / 2 })
    return true
  }
  const years = new Set(places.flatMap(({ year }, at) => year !== places[at - 1]?.year && takes(at, yearPixels) ? [at] : []))
  return places.map((place, at) => ({
    ...place,
    top: middles[at] ?? 0,
    shows: years.has(at) ? 'year' : takes(at, monthPixels) ? 'month' : 'line',
  }))
}

/** The mark whose month is at this place of the list. */
export function markAt(places: readonly MonthPlace[], place: number): number {
  const after = places.findIndex(mark => mark.place > place)
  return after < 0 ? places.length - 1 : Math.max(0, after - 1)
}
