import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  frameAtSample,
  frameFromSample,
  framesWithin,
  millisecondsOfFrame,
  sampleOfFrame,
  samplesOfSeconds,
  secondsOfFrames,
} from '#rules/sequence/frames.ts'
import { rates } from './arbitrary.ts'

const hours = 100
const frame = fc.integer({ min: 0, max: hours * 3600 * 60 })
const sample = fc.integer({ min: 0, max: hours * 3600 * 48_000 })

describe('frames and samples', () => {
  it('a frame is found from its first sample, for a hundred hours', () => {
    fc.assert(fc.property(rates, frame, (rate, frame) => {
      expect(frameAtSample(sampleOfFrame(frame, rate), rate)).toBe(frame)
      expect(frameFromSample(sampleOfFrame(frame, rate), rate)).toBe(frame)
    }))
  })

  it('every sample is within its frame', () => {
    fc.assert(fc.property(rates, sample, (rate, sample) => {
      const frame = frameAtSample(sample, rate)
      expect(sampleOfFrame(frame, rate)).toBeLessThanOrEqual(sample)
      expect(sampleOfFrame(frame + 1, rate)).toBeGreaterThan(sample)
    }))
  })

  it('one hour at 24000/1001 has 86313 whole frames, not 86400', () => {
    const rate = { numerator: 24_000, denominator: 1001 }
    expect(frameAtSample(3600 * 48_000, rate)).toBe(86_313)
    expect(sampleOfFrame(24_000, rate)).toBe(1001 * 48_000)
    expect(millisecondsOfFrame(24, rate)).toBe(1001)
  })

  it('a source has as many frames as its length gives', () => {
    fc.assert(fc.property(rates, fc.integer({ min: 0, max: 100_000 }), (rate, frames) => {
      expect(framesWithin(secondsOfFrames(frames, rate), rate)).toBe(frames)
    }))
  })

  it('time is counted in whole samples', () => {
    expect(samplesOfSeconds(1 / 3)).toBe(16_000)
    expect(() => sampleOfFrame(Number.MAX_SAFE_INTEGER, { numerator: 24, denominator: 1 })).toThrow(RangeError)
  })
})
