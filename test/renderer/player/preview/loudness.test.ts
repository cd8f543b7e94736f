/** Peaks and loudness against the reference tones of EBU Tech 3341. */
import { expect, it } from 'vitest'
import { createLoudnessMeter } from '../../../../src-renderer/player/preview/loudness.ts'

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
  expect(meter.read()).toMatchObject({ peaks: [0, 0], momentary: -Infinity })
})

function heard(...tones: readonly (readonly [dbfs: number, seconds: number])[]) {
  const meter = createLoudnessMeter()
  for (const [dbfs, seconds] of tones) {
    const wave = tone(dbfs, seconds)
    meter.push([wave, wave], wave.length)
  }
  return meter.read()
}

it('integrated loudness leaves out what is silent or much lower than the rest, short-term counts three seconds', () => {
  const { integrated, shortTerm, highest } = heard([-72, 1], [-36, 1], [-23, 6], [-36, 1], [-72, 1])
  expect(Math.abs(integrated + 23)).toBeLessThan(0.25)
  // One of the three seconds: 10 log10(1/3) below the tone.
  expect(Math.abs(shortTerm + 27.6)).toBeLessThan(0.2)
  expect(highest[1]).toBeCloseTo(10 ** (-23 / 20), 4)
})

it('integrated loudness takes parts of like loudness together by their power', () => {
  // The recommendation's case of 20 s each, made short: the blocks across the two changes weigh more.
  expect(Math.abs(heard([-26, 2], [-20, 2], [-26, 2]).integrated + 23)).toBeLessThan(0.15)
})

it('silence has no integrated loudness', () => {
  const meter = createLoudnessMeter()
  meter.push([], 48_000)
  expect(meter.read().integrated).toBe(-Infinity)
})
