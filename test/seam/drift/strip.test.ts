/** The strip along the script: what is usual is in its middle, what differs outside of the band, and nothing outside of the row. */
import type { DriftPoint, Measures } from '#contract/drift.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deviationsOf, usualsOf } from '#rules/drift/compare.ts'
import { stripRow } from '#rules/drift/strip.ts'

const of = (pitch: number | null): Measures => ({ pitch, loudness: -20, pace: null, brightness: 900 })
function point(measures: Measures, isOther = false): DriftPoint {
  return { lineId: '0' as LineId, takeId: '0' as TakeId, measures, isOther }
}

it('marks are where the comparison has them', () => {
  const hertz = fc.double({ min: 60, max: 500, noNaN: true })
  fc.assert(fc.property(fc.array(fc.option(hertz), { maxLength: 30 }), (all) => {
    const points = all.map(each => point(of(each)))
    const usuals = usualsOf(points.map(each => each.measures), null)
    const { marks, usual } = stripRow(points, 'pitch', usuals.pitch)
    expect(marks.map(mark => mark.index)).toEqual(all.flatMap((each, index) => each === null ? [] : [index]))
    for (const { index, at, is } of marks) {
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at).toBeLessThanOrEqual(1)
      const [found] = deviationsOf(points[index]!.measures, usuals).filter(each => each.measure === 'pitch')
      expect(is).toBe(found ? found.by > 0 ? 'high' : 'low' : 'usual')
      if (usual && is !== 'usual')
        expect(is === 'high' ? at > usual.high : at < usual.low).toBe(true)
    }
    if (usual)
      expect([usual.low < usual.middle, usual.middle < usual.high, Math.abs(usual.middle - 0.5) < 0.01]).toEqual([true, true, true])
  }))
})

it('takes of another voice are shown as such, and takes alike have a row of their own height', () => {
  const all = [point(of(180)), point(of(180), true)]
  expect(stripRow(all, 'pitch', null).marks).toEqual([{ index: 0, at: 0.5, is: 'usual' }, { index: 1, at: 0.5, is: 'other' }])
  expect(stripRow([], 'pitch', null)).toEqual({ marks: [], usual: null })
})
