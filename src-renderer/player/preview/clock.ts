/** The preview's only clock: maps samples of the sound output to samples of the timeline, over loops and at any rate. */

/** One pass over the timeline without a jump. */
export interface Lap {
  /** Rises with each pass of a loop. */
  readonly number: number
  /** Output samples: from where to where; `until` is Infinity when nothing ends it. */
  readonly from: number
  readonly until: number
  /** Timeline sample at `from`. */
  readonly at: number
  readonly rate: number
}

export interface Bounds {
  readonly start: number
  /** Infinity where nothing stops it. */
  readonly end: number
  readonly isLooping: boolean
}

export interface Clock {
  /** Runs from the timeline sample `at`, which is heard at output sample `from`. Negative rates run backwards. */
  start: (at: number, from: number, rate: number) => void
  /** Stands at this timeline sample. */
  rest: (at: number) => void
  readonly isRunning: boolean
  readonly rate: number
  /** The timeline sample that is heard at this output sample. */
  positionAt: (output: number) => number
  /** Whether it has come to an end that it does not pass. */
  hasEnded: (output: number) => boolean
  /** Counts for the next start. */
  setBounds: (bounds: Bounds) => void
  /** The laps that are heard between these output samples; none while it rests. */
  laps: (from: number, until: number) => Lap[]
}

export function createClock(): Clock {
  let bounds: Bounds = { start: 0, end: Infinity, isLooping: false }
  let first: Lap = { number: 0, from: 0, until: Infinity, at: 0, rate: 0 }
  /** Output samples of one pass of the loop; null without one. */
  let pass: number | null = null
  let again = 0
  let laps = 0

  /** How long it runs from `at` before it meets the end in its way. */
  function runFrom(at: number, rate: number): number {
    const left = rate > 0 ? bounds.end - at : at - bounds.start
    return left > 0 ? left / Math.abs(rate) : Infinity
  }

  function lapAt(output: number): Lap {
    if (output < first.until || pass === null)
      return first
    const done = Math.floor((output - first.until) / pass)
    const from = first.until + done * pass
    return { number: first.number + 1 + done, from, until: from + pass, at: again, rate: first.rate }
  }

  return {
    start(at, from, rate) {
      const runs = runFrom(at, rate)
      const length = bounds.end - bounds.start
      pass = bounds.isLooping && Number.isFinite(length) && length > 0 && Number.isFinite(runs) ? length / Math.abs(rate) : null
      again = rate > 0 ? bounds.start : bounds.end
      laps += 1_000_000
      first = { number: laps, from, until: from + runs, at, rate }
    },
    rest(at) {
      pass = null
      first = { ...first, until: Infinity, at, rate: 0 }
    },
    get isRunning() {
      return first.rate !== 0
    },
    get rate() {
      return first.rate
    },
    positionAt(output) {
      const lap = lapAt(output)
      return Math.max(0, lap.at + lap.rate * (Math.min(Math.max(output, lap.from), lap.until) - lap.from))
    },
    hasEnded(output) {
      const { until, at, from, rate } = first
      return pass === null && rate !== 0 && (output >= until || (rate < 0 && at + rate * (output - from) <= 0))
    },
    setBounds(next) {
      bounds = next
    },
    laps(from, until) {
      const found: Lap[] = []
      if (first.rate === 0)
        return found
      for (let lap = lapAt(from); lap.from < until; lap = lapAt(lap.until)) {
        found.push(lap)
        if (lap.until >= until || pass === null)
          break
      }
      return found
    },
  }
}
