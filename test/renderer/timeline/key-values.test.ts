/** Values of keys that are dragged or stepped: within what the contract takes, a tenth with Shift, and shown as in the inspector. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Keys, PanPoint } from '#contract/sequence-document.ts'
import { motions, properties } from '#rules/sequence/motion.ts'
import { motionOf, scaleOf, shownValue, stepOf, steppedValue } from '../../../src-renderer/rooms/timeline/lanes/key-values.ts'

const all = [...properties, 'pan'] as const

it('no drag leaves what a key may have', () => {
  const value = fc.double({ noNaN: true, min: -60, max: 60 })
  fc.assert(fc.property(fc.constantFrom(...all), value, fc.integer(), fc.boolean(), (property, from, steps, isFine) => {
    const value = steppedValue(property, from, steps, isFine)
    const taken = property === 'pan'
      ? PanPoint.safeParse({ at: 0, pan: value })
      : Keys.safeParse({ [property]: [{ at: 0, value, easing: 'linear' }] })
    expect(taken.success).toBe(true)
  }))
})

it('goes as far up as down, and a tenth of it with Shift', () => {
  for (const property of properties) {
    const { least, most } = scaleOf(property)
    const from = steppedValue(property, (Math.max(least, -1) + Math.min(most, 1)) / 2, 0, true)
    expect(steppedValue(property, steppedValue(property, from, 5, false), -5, false)).toBeCloseTo(from, 6)
    expect(steppedValue(property, from, 10, true)).toBe(steppedValue(property, from, 1, false))
    expect(stepOf(property, true)).toBeCloseTo(stepOf(property, false) / 10)
    expect(motions[motionOf(property)]).toContain(property)
  }
  expect(steppedValue('pan', 100, 3, false)).toBe(100)
  expect([shownValue('scale', 1.155), shownValue('rotation', 12.5), shownValue('exposure', 0.3), shownValue('pan', -20)])
    .toEqual([115.5, 12.5, 0.3, -20])
})
