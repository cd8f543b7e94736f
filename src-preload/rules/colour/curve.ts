/** A curve through points that never overshoots them: between two points it only rises or only falls (Fritsch and Carlson, 1980). */
import type { CurveName, CurvePoint, Curves, Grade } from '#contract/grade.ts'

/** Ends are held. Points are in order, each `x` once. */
export function curveThrough(points: readonly CurvePoint[]): (x: number) => number {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last)
    return x => x
  const steps = points.slice(1).map(({ x, y }, at): Step => {
    const width = x - points[at]!.x
    return { width, slope: (y - points[at]!.y) / width }
  })
  const tangents = points.map((_, at) => tangentAt(steps[at - 1], steps[at]))
  return (x) => {
    if (x <= first.x)
      return first.y
    if (x >= last.x)
      return last.y
    const at = points.findLastIndex(point => point.x <= x)
    const [from, to, { width }] = [points[at]!, points[at + 1]!, steps[at]!]
    const into = (x - from.x) / width
    const rest = 1 - into
    const bent = from.y * (1 + 2 * into) * rest ** 2 + to.y * (3 - 2 * into) * into ** 2
      + width * (tangents[at]! * into * rest ** 2 - tangents[at + 1]! * into ** 2 * rest)
    return Math.max(Math.min(from.y, to.y), Math.min(Math.max(from.y, to.y), bent))
  }
}

interface Step { readonly width: number, readonly slope: number }

/** Level at a peak; else the weighted harmonic mean of both slopes, as which nothing overshoots. */
function tangentAt(before: Step | undefined, behind: Step | undefined): number {
  if (!before || !behind)
    return (before ?? behind)?.slope ?? 0
  if (before.slope * behind.slope <= 0)
    return 0
  const [one, other] = [2 * behind.width + before.width, behind.width + 2 * before.width]
  return (one + other) / (one / before.slope + other / behind.slope)
}

/** The least distance of two points. */
export const leastStep = 0.01

/** Where a point may be moved between its neighbours. */
export function movedPoint(points: readonly CurvePoint[], at: number, to: CurvePoint): CurvePoint[] {
  const least = at === 0 ? 0 : points[at - 1]!.x + leastStep
  const most = at === points.length - 1 ? 1 : points[at + 1]!.x - leastStep
  const within = (value: number, low: number, high: number): number => Math.round(Math.max(low, Math.min(high, value)) * 1000) / 1000
  return points.map((point, each) => each === at ? { x: within(to.x, least, most), y: within(to.y, 0, 1) } : point)
}

export const curveNames = ['luma', 'red', 'green', 'blue'] as const
export const mostCurvePoints = 16
export const straightCurve: readonly CurvePoint[] = [{ x: 0, y: 0 }, { x: 1, y: 1 }]
export const isStraight = (points: readonly CurvePoint[] | undefined): boolean => !points || points.every(({ x, y }) => x === y)

/** With one more point here; null where there is another too near, or where there are enough. */
export function withPoint(
  points: readonly CurvePoint[],
  { x, y }: CurvePoint,
): { readonly points: CurvePoint[], readonly at: number } | null {
  if (points.length >= mostCurvePoints || points.some(point => Math.abs(point.x - x) < leastStep))
    return null
  const at = points.filter(point => point.x < x).length
  const added = [...points.slice(0, at), { x, y }, ...points.slice(at)]
  return { points: movedPoint(added, at, { x, y }), at }
}

/** A curve that is straight is none. */
export function withCurve(grade: Grade, name: CurveName, points: readonly CurvePoint[]): Grade {
  const { curves: before = {}, ...others } = grade
  const { [name]: _, ...rest } = before
  const curves: Curves = isStraight(points) ? rest : { ...rest, [name]: [...points] }
  return Object.keys(curves).length > 0 ? { ...others, curves } : others
}
