/** The browser turns the seconds of a sample back into this sample, and into none after it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleRate } from '../../../../src-renderer/player/preview/media.ts'
import { secondsOfSample } from '../../../../src-renderer/player/preview/sample-seconds.ts'

it('the seconds of a sample are never after it, and at most a millionth of a sample before', () => {
  fc.assert(fc.property(fc.oneof(fc.nat(200_000), fc.nat(2 ** 31 - 1)), (sample) => {
    const back = secondsOfSample(sample) * sampleRate
    expect(back).toBeLessThanOrEqual(sample)
    expect(Math.round(back)).toBe(sample)
    expect(sample - back).toBeLessThan(1e-6)
  }))
})

it('some quotients are after their sample', () => {
  const late = Array.from({ length: 10_000 }, (_, sample) => sample).filter(sample => sample / sampleRate * sampleRate > sample)
  expect(late.length).toBeGreaterThan(0)
  expect(late.filter(sample => secondsOfSample(sample) * sampleRate > sample)).toEqual([])
})
