/** Two players that are compared come together, and stay so. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { correction } from '../../../../../src-renderer/parts/media/in-step/in-step.ts'

it('the second comes within a frame of the first in seconds, however far apart they were, and whatever its own pace', () => {
  fc.assert(fc.property(fc.double({ min: -30, max: 30, noNaN: true }), fc.double({ min: 0.98, max: 1.02, noNaN: true }), (apart, pace) => {
    let [first, second] = [60, 60 + apart]
    const tick = 1 / 60
    for (let at = 0; at < 600; at++) {
      const { seekTo, rate } = correction(first, second)
      second = (seekTo ?? second) + rate * pace * tick
      first += tick
    }
    expect(Math.abs(second - first)).toBeLessThan(1 / 30)
  }))
})
