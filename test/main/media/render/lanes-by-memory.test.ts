import fc from 'fast-check'
import { expect, it } from 'vitest'
import { VideoCodec } from '#contract/presets.ts'
import { lanesByMemory } from '../../../../src-main/media/render/lanes-by-memory.ts'

const gigabyte = 1e9
const uhd = { width: 3840, height: 2160 }
const hd = { width: 1280, height: 720 }

it('a small machine encodes one large picture at a time, a large one as many as its processors can', () => {
  expect(lanesByMemory({ codec: 'hevc', ...uhd }, 4 * gigabyte)).toBe(1)
  expect(lanesByMemory({ codec: 'hevc', ...uhd }, 8 * gigabyte)).toBe(2)
  expect(lanesByMemory({ codec: 'av1', ...uhd }, 8 * gigabyte)).toBe(1)
  expect(lanesByMemory({ codec: 'h264', ...hd }, 4 * gigabyte)).toBeGreaterThanOrEqual(4)
})

it('there is always one, and never fewer with more memory or a smaller picture', () => {
  const side = fc.integer({ min: 8, max: 4096 }).map(half => half * 2)
  const codec = fc.constantFrom(...VideoCodec.options)
  fc.assert(fc.property(codec, side, side, fc.double({ min: 0, max: 1e12, noNaN: true }), (of, width, height, bytes) => {
    const lanes = lanesByMemory({ codec: of, width, height }, bytes)
    expect(lanes).toBeGreaterThanOrEqual(1)
    expect(lanesByMemory({ codec: of, width, height }, bytes * 2)).toBeGreaterThanOrEqual(lanes)
    expect(lanesByMemory({ codec: of, width: width / 2, height }, bytes)).toBeGreaterThanOrEqual(lanes)
  }))
  expect(lanesByMemory({ codec: 'h264', ...hd })).toBeGreaterThanOrEqual(1)
})
