/** Gradients: they reach the corners, and their stops stay in order however they are changed. */
import type { Gradient as GradientOf } from '#contract/gradient.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Gradient, mostStops } from '#contract/gradient.ts'
import {
  angleTo,
  circleOfGradient,
  cssColour,
  lineOfGradient,
  plainGradient,
  stopAt,
  turnedAround,
  withoutStop,
  withStop,
  withStopValues,
} from '#rules/colour/gradient.ts'

const share = fc.integer({ min: 0, max: 1000 }).map(value => value / 1000)
const stop = fc.record({ at: share, colour: fc.constantFrom('#000000', '#ff8000', '#ffffff'), opacity: share })
const gradients: fc.Arbitrary<GradientOf> = fc.record({
  kind: fc.constantFrom('linear', 'radial'),
  angle: fc.integer({ min: -360, max: 360 }),
  centre: fc.record({ x: share, y: share }),
  stops: fc.array(stop, { minLength: 2, maxLength: mostStops }).map(stops => stops.sort((a, b) => a.at - b.at)),
})
const sizes = fc.record({ width: fc.integer({ min: 16, max: 4000 }), height: fc.integer({ min: 16, max: 4000 }) })
const inOrder = ({ stops }: GradientOf): boolean => stops.every(({ at }, index) => index === 0 || at >= stops[index - 1]!.at)

it('go upwards, to the right and to a corner, as an angle says', () => {
  const size = { width: 400, height: 200 }
  const line = (angle: number): number[] => lineOfGradient({ angle }, size).flatMap(({ x, y }) => [Math.round(x) + 0, Math.round(y) + 0])
  expect(line(0)).toEqual([200, 200, 200, 0])
  expect(line(90)).toEqual([0, 100, 400, 100])
  expect(line(180)).toEqual([200, 0, 200, 200])
})

it('end where the farthest corner is, and never before', () => {
  fc.assert(fc.property(gradients, sizes, (gradient, size) => {
    const [from, to] = lineOfGradient(gradient, size)
    const along = ({ x, y }: { x: number, y: number }): number =>
      ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / ((to.x - from.x) ** 2 + (to.y - from.y) ** 2)
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x = 0, y = 0]) => ({ x: x * size.width, y: y * size.height }))
    const shares = corners.map(along)
    expect(Math.min(...shares)).toBeCloseTo(0)
    expect(Math.max(...shares)).toBeCloseTo(1)
    const { x, y, radius } = circleOfGradient(gradient, size)
    expect(Math.max(...corners.map(corner => Math.hypot(corner.x - x, corner.y - y)))).toBeCloseTo(radius)
  }))
})

it('turn to where they are dragged, and rest at eighths', () => {
  const size = { width: 400, height: 400 }
  expect(angleTo({ x: 400, y: 200 }, size, false)).toBe(90)
  expect(angleTo({ x: 398, y: 210 }, size, false)).toBe(90)
  expect(angleTo({ x: 398, y: 210 }, size, true)).toBe(93)
  expect(angleTo({ x: 195, y: 0 }, size, false)).toBe(0)
})

it('stay whole and in order, whatever is done with their stops', () => {
  fc.assert(fc.property(gradients, share, fc.nat(4), (gradient, at, which) => {
    const index = which % gradient.stops.length
    const more = withStop(gradient, at)
    expect(more === null).toBe(gradient.stops.length === mostStops)
    expect(more?.gradient.stops[more.index]?.at ?? at).toBe(at)
    const fewer = withoutStop(gradient, index)
    expect(fewer === null).toBe(gradient.stops.length === 2)
    const moved = withStopValues(gradient, index, { at })
    expect(moved.gradient.stops[moved.index]).toEqual({ ...gradient.stops[index]!, at })
    for (const one of [more?.gradient, fewer?.gradient, moved.gradient, turnedAround(gradient)]) {
      if (one)
        expect(inOrder(Gradient.parse(one))).toBe(true)
    }
    expect(turnedAround(turnedAround(gradient))).toEqual(gradient)
  }))
})

it('have between two stops what is between their colours', () => {
  const gradient: GradientOf = {
    ...plainGradient,
    stops: [{ at: 0.2, colour: '#000000', opacity: 0 }, { at: 0.6, colour: '#ff8040', opacity: 1 }],
  }
  expect(stopAt(gradient, 0.4)).toEqual({ at: 0.4, colour: '#804020', opacity: 0.5 })
  expect(stopAt(gradient, 0)).toEqual({ at: 0, colour: '#000000', opacity: 0 })
  expect(stopAt(gradient, 1)).toEqual({ at: 1, colour: '#ff8040', opacity: 1 })
  expect(cssColour({ colour: '#ff8040', opacity: 0.5 })).toBe('rgb(255 128 64 / 50%)')
})
