/** A film that one can see through is put together from its colours over black and how opaque they are. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinOpacity } from '../../../../src-renderer/player/preview/opacity.ts'

const byte = fc.integer({ min: 0, max: 255 })

it('gives the colours as they are by themselves: laid over black they are what they were', () => {
  fc.assert(fc.property(fc.array(fc.tuple(byte, byte, byte, byte), { minLength: 1, maxLength: 20 }), (colours) => {
    // What a decoder gives is never brighter than it is opaque, but for a code or two.
    const over = colours.map(([r, g, b, a]) => [r, g, b].map(value => Math.round(value * a / 255)))
    const pixels = Uint8ClampedArray.from([...over.flatMap(rgb => [...rgb, 255]), ...colours.flatMap(([,,, a]) => [a, a, a, 255])])
    joinOpacity(pixels)
    colours.forEach(([,,, a], at) => {
      const [r, g, b, alpha] = pixels.subarray(at * 4, at * 4 + 4)
      expect(alpha).toBe(a)
      if (a > 0) {
        for (const [channel, value] of [r!, g!, b!].entries())
          expect(Math.abs(value * a / 255 - over[at]![channel]!)).toBeLessThanOrEqual(1)
      }
    })
  }))
})

it('cuts off what an encoder made brighter than it is opaque', () => {
  const pixels = Uint8ClampedArray.from([130, 2, 0, 255, 128, 128, 128, 255])
  joinOpacity(pixels)
  expect([...pixels.subarray(0, 4)]).toEqual([255, 4, 0, 128])
})
