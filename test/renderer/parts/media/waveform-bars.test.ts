/** The bars of a waveform: within their place, as many as fit, and all that has sounded. */
import type { Peaks } from '../../../../src-renderer/player/peaks.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { barsPlayed, waveformBars } from '../../../../src-renderer/parts/media/waveform-bars.ts'

function peaksOf(levels: readonly number[]): Peaks {
  return { perSecond: 10, durationSeconds: levels.length / 10, pairs: Float32Array.from(levels.flatMap(level => [-level, level])) }
}

/** Left, top and height of each bar. */
function read(bars: readonly string[]) {
  return bars.map((bar) => {
    const [, left, top, height] = /^M(\d+) ([\d.]+)h2v([\d.]+)h-2z$/.exec(bar)!.map(Number)
    return { left: left!, top: top!, height: height! }
  })
}

it('each is within the place, and the loudest fills it', () => {
  const anySound = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 })
  fc.assert(fc.property(anySound, fc.integer({ min: 8, max: 900 }), fc.integer({ min: 20, max: 200 }), (levels, width, height) => {
    const bars = read(waveformBars(peaksOf(levels), { width, height, durationSeconds: levels.length / 10 }))
    expect(bars).toHaveLength(Math.floor((width + 1) / 3))
    expect(Math.max(...bars.map(bar => bar.left + 2))).toBeLessThanOrEqual(width)
    for (const { top, height: tall } of bars) {
      expect(top).toBeGreaterThanOrEqual(0.99)
      expect(top + tall).toBeLessThanOrEqual(height - 0.98)
    }
    if (Math.max(...levels) > 0.05)
      expect(Math.max(...bars.map(bar => bar.height))).toBeCloseTo(height - 2, 1)
  }))
})

it('silence is a thin line of them', () => {
  const bars = read(waveformBars(peaksOf([0, 0]), { width: 29, height: 20, durationSeconds: 0.2 }))
  expect(new Set(bars.map(bar => `${bar.top} ${bar.height}`))).toEqual(new Set(['9.5 1']))
})

it('all have sounded at the end, none at the start, and never fewer as it plays', () => {
  expect([0, 0.04, 0.05, 0.5, 1, 2].map(share => barsPlayed(10, share))).toEqual([0, 0, 1, 5, 10, 10])
})
