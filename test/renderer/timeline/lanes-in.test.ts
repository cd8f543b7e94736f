/** Lanes of keys and of a ramp are on a clip only where they leave room for its name, and never outside of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laneHeight as keysHeight } from '../../../src-renderer/rooms/timeline/lanes/curves.ts'
import { lanesIn } from '../../../src-renderer/rooms/timeline/lanes/lanes-in.ts'
import { laneHeight as rampHeight } from '../../../src-renderer/rooms/timeline/ramp/ramp-lane.ts'

describe('the lanes of a clip', () => {
  it('are both there on a track of the usual height, and one on a lower one', () => {
    const both = { hasKeys: true, hasRamp: true }
    expect(lanesIn(70, both)).toEqual({ keys: true, ramp: true })
    expect(lanesIn(44, both)).toEqual({ keys: true, ramp: false })
    expect(lanesIn(44, { hasKeys: false, hasRamp: true })).toEqual({ keys: false, ramp: true })
    expect(lanesIn(26, both)).toEqual({ keys: false, ramp: false })
  })

  it('are never higher together than the clip, and never there unasked', () => {
    fc.assert(fc.property(fc.nat(200), fc.boolean(), fc.boolean(), (height, hasKeys, hasRamp) => {
      const { keys, ramp } = lanesIn(height, { hasKeys, hasRamp })
      expect((keys ? keysHeight : 0) + (ramp ? rampHeight : 0)).toBeLessThanOrEqual(Math.max(0, height - 2))
      expect(keys && !hasKeys).toBe(false)
      expect(ramp && !hasRamp).toBe(false)
    }))
  })
})
