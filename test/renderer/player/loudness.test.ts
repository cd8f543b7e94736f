/** Peak and momentary loudness against the reference tones of EBU Tech 3341. */
import { expect, it } from 'vitest'
import { createLoudnessMeter } from '../../../src-renderer/player/preview/loudness.ts'

function tone(dbfs: number, seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * 48_000 }, (_, index) => 10 ** (dbfs / 20) * Math.sin(2 * Math.PI * 1000 * index / 48_000))
}

it.each([-23, -33])('a stereo tone of 1 kHz at %d dBFS is as many LUFS', (dbfs) => {
  const meter = createLoudnessMeter()
  const wave = tone(dbfs, 1)
  meter.push([wave, wave], wave.length)
  const { momentary, peaks } = meter.read()
  expect(Math.abs(momentary - dbfs)).toBeLessThan(0.1)
  expect(peaks[0]).toBeCloseTo(10 ** (dbfs / 20), 4)
})

it('one channel is heard from both sides, and silence is without end after 400 ms', () => {
  const meter = createLoudnessMeter()
  const wave = tone(-23, 1)
  meter.push([wave], wave.length)
  expect(Math.abs(meter.read().momentary + 23)).toBeLessThan(0.1)
  meter.push([], 48_000)
  expect(meter.read()).toEqual({ peaks: [0, 0], momentary: -Infinity })
})
