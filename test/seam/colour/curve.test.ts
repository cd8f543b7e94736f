/** Curves go through their points, stay between them, and rise where the points rise. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Grade } from '#contract/grade.ts'
import {
  curveThrough,
  isStraight,
  leastStep,
  mostCurvePoints,
  movedPoint,
  straightCurve,
  withCurve,
  withPoint,
} from '#rules/colour/curve.ts'
import { grading, hasColours, neutralGrade } from '#rules/colour/grade.ts'
import { colours, curved } from './arbitrary.ts'

const share = fc.integer({ min: 0, max: 1000 }).map(value => value / 1000)
const points = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 8 }).chain(places =>
  fc.tuple(...places.sort((a, b) => a - b).map(at => share.map(y => ({ x: at / 50, y })))))

it('goes through its points and never passes them', () => {
  fc.assert(fc.property(points, share, (given, x) => {
    const curve = curveThrough(given)
    for (const point of given)
      expect(curve(point.x)).toBeCloseTo(point.y, 12)
    const [before, behind] = [given.findLast(point => point.x <= x) ?? given[0]!, given.find(point => point.x >= x) ?? given.at(-1)!]
    expect(curve(x)).toBeGreaterThanOrEqual(Math.min(before.y, behind.y) - 1e-12)
    expect(curve(x)).toBeLessThanOrEqual(Math.max(before.y, behind.y) + 1e-12)
  }))
})

it('rises where its points rise', () => {
  fc.assert(fc.property(points, share, share, (given, one, other) => {
    const ys = given.map(({ y }) => y).sort((a, b) => a - b)
    const curve = curveThrough(given.map((point, at) => ({ ...point, y: ys[at]! })))
    expect(curve(Math.max(one, other))).toBeGreaterThanOrEqual(curve(Math.min(one, other)) - 1e-12)
  }))
})

it('straight ones change no colour', () => {
  const grade = { ...neutralGrade, curves: { luma: [...straightCurve], red: [{ x: 0, y: 0 }, { x: 0.4, y: 0.4 }, { x: 1, y: 1 }] } }
  expect(hasColours(grade)).toBe(false)
  fc.assert(fc.property(share, x => void expect(curveThrough(straightCurve)(x)).toBeCloseTo(x, 12)))
})

it('colours stay colours, and a curve of one colour leaves the others', () => {
  fc.assert(fc.property(curved, colours, (curves, colour) => {
    const found = grading({ ...neutralGrade, curves })(colour)
    expect(found.every(value => value >= 0 && value <= 1)).toBe(true)
    const { red } = curves
    if (red && !isStraight(red))
      expect(grading({ ...neutralGrade, curves: { red } })(colour).slice(1)).toEqual(colour.slice(1))
  }))
})

it('points are moved between their neighbours and added where there is room, and what comes of it is a curve', () => {
  fc.assert(fc.property(points, fc.nat(20), share, share, (given, which, x, y) => {
    const at = which % given.length
    const moved = movedPoint(given, at, { x: x * 3 - 1, y: y * 3 - 1 })
    expect(Grade.safeParse({ ...neutralGrade, curves: { luma: moved } }).success).toBe(true)
    const added = withPoint(given, { x, y })
    const isTooNear = given.some(point => Math.abs(point.x - x) < leastStep)
    expect(added === null).toBe(isTooNear)
    if (added) {
      expect(added.points).toHaveLength(given.length + 1)
      expect(added.points[added.at]!.x).toBeCloseTo(x, 1)
      expect(Grade.safeParse({ ...neutralGrade, curves: { luma: added.points } }).success).toBe(true)
    }
  }))
  const many = Array.from({ length: mostCurvePoints }, (_, at) => ({ x: at / mostCurvePoints, y: 0 }))
  expect(withPoint(many, { x: 0.99, y: 1 })).toBeNull()
})

it('a curve that is made straight is taken away, and the others stay', () => {
  const red = [{ x: 0, y: 0.1 }, { x: 1, y: 1 }]
  const one = withCurve(neutralGrade, 'red', red)
  expect(one.curves).toEqual({ red })
  expect(withCurve(withCurve(one, 'luma', red), 'red', straightCurve).curves).toEqual({ luma: red })
  expect(withCurve(one, 'red', straightCurve)).toEqual(neutralGrade)
})
