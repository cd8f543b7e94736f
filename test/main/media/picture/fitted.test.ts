/** How large a picture of another shape is in the frame: even, in the middle, and as near as that to its shape. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containedSize } from '../../../../src-main/media/picture/fitted.ts'

const screens = fc.constantFrom({ width: 1920, height: 1080 }, { width: 1080, height: 1920 }, { width: 640, height: 360 })

it('an upright picture in a wide film', () => {
  expect(containedSize({ width: 1080, height: 1920 }, { width: 1920, height: 1080 })).toEqual({ width: 608, height: 1080 })
  expect(containedSize({ width: 180, height: 320 }, { width: 640, height: 360 })).toEqual({ width: 204, height: 360 })
  expect(containedSize({ width: 180, height: 320 }, { width: 640, height: 360 }, 2)).toEqual({ width: 202, height: 360 })
})

it('begins with an even pixel on every side, and is within two pixels of its shape', () => {
  fc.assert(fc.property(screens, fc.integer({ min: 8, max: 4000 }), fc.integer({ min: 8, max: 4000 }), (screen, width, height) => {
    const size = containedSize({ width, height }, screen)
    const scale = Math.min(screen.width / width, screen.height / height)
    const sides = [[size.width, screen.width, width * scale], [size.height, screen.height, height * scale]] as const
    for (const [part, whole, wanted] of sides) {
      expect((whole - part) / 2 % 2).toBe(0)
      expect(part).toBeGreaterThan(0)
      expect(part).toBeLessThanOrEqual(whole)
      expect(Math.abs(part - wanted)).toBeLessThanOrEqual(2 + Math.max(0, 4 - wanted))
    }
  }))
})
