/** Finds the values for which many differences are small together (Levenberg and Marquardt). */

export interface Search {
  /** Of these values; always as many. */
  readonly differences: (values: readonly number[]) => readonly number[]
  readonly least: readonly number[]
  readonly most: readonly number[]
}

const mostRounds = 40
/** By which a value is moved to see what it changes. */
const step = 1e-4
/** Rounds that gain less than this share of what is left end it. */
const leastGain = 1e-5

/** The sum of squares. */
export const sizeOf = (differences: readonly number[]): number => differences.reduce((sum, value) => sum + value * value, 0)

/** Never worse than where it began. */
export function fitted(start: readonly number[], { differences, least, most }: Search): number[] {
  let values = [...start]
  let now = differences(values)
  let damping = 1e-3
  for (let round = 0; round < mostRounds && damping < 1e9; round++) {
    const slopes = slopesAt(values, now, { differences, most })
    const [left, right] = normal(slopes, now)
    const moves = solved(left.map((row, at) => row.map((value, other) => other === at ? value * (1 + damping) + 1e-12 : value)), right)
    const next = values.map((value, at) => Math.min(most[at]!, Math.max(least[at]!, value - moves[at]!)))
    const then = differences(next)
    const gain = sizeOf(now) - sizeOf(then)
    if (gain <= 0) {
      damping *= 8
      continue
    }
    const isEnough = gain < leastGain * sizeOf(now)
    values = next
    now = then
    damping /= 4
    if (isEnough)
      break
  }
  return values
}

/** How much each difference changes with each value. */
function slopesAt(
  values: readonly number[],
  now: readonly number[],
  { differences, most }: Pick<Search, 'differences' | 'most'>,
): number[][] {
  return values.map((value, at) => {
    const by = value + step > most[at]! ? -step : step
    const moved = differences(values.map((each, other) => other === at ? each + by : each))
    return moved.map((difference, each) => (difference - now[each]!) / by)
  })
}

function normal(slopes: readonly number[][], now: readonly number[]): [left: number[][], right: number[]] {
  const product = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0)
  return [slopes.map(one => slopes.map(other => product(one, other))), slopes.map(one => product(one, now))]
}

/** Of a symmetric, positive matrix. */
function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!])
  const count = rows.length
  for (let at = 0; at < count; at++) {
    const pivot = rows[at]!
    for (let below = at + 1; below < count; below++) {
      const row = rows[below]!
      const share = row[at]! / pivot[at]!
      for (let column = at; column <= count; column++)
        row[column] = row[column]! - share * pivot[column]!
    }
  }
  const found = Array.from<number>({ length: count }).fill(0)
  for (let at = count - 1; at >= 0; at--) {
    const row = rows[at]!
    const known = found.reduce((sum, value, column) => column > at ? sum + value * row[column]! : sum, 0)
    found[at] = (row[count]! - known) / row[at]!
  }
  return found
}
