/**
 * Copies of sounds along a course of speed: exact in length, in step with the course, with their pitch or without.
 *
 * @module-tag wide
 */
import type { RampPoint } from '#contract/ramp.ts'
import type { SpeedCourse as Course } from '#rules/sequence/speed-course.ts'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { framesUntil, spanOf } from '#rules/sequence/ramp.ts'
import { timeOnCourse } from '#rules/sequence/speed-course.ts'
import { copyAlong } from '../../../../src-main/media/sound/along-course.ts'
import { readStereo } from '../../../../src-main/media/sound/samples.ts'
import { openWavWriter, readWavLayout } from '../../../../src-main/media/wav.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'along-course-'))
})
afterAll(() => rm(folder, { recursive: true }))

const seconds = 4
const length = seconds * 48_000

/** A stereo WAV in floating point; the right side is half as loud. */
async function wavOf(name: string, sampleAt: (at: number) => number): Promise<string> {
  const path = join(folder, name)
  const writer = await openWavWriter(path, { encoding: 'float', sampleRate: 48_000, channels: 2, bitsPerSample: 32 })
  const samples = Float32Array.from({ length: length * 2 }, (_, at) => sampleAt(at >> 1) * (at % 2 === 0 ? 1 : 0.5))
  await writer.write(new Uint8Array(samples.buffer))
  await writer.close()
  return path
}
async function copied(path: string, course: Course, samples: 'int16' | 'float' = 'float'): Promise<Float32Array> {
  const out = join(folder, 'copy.wav')
  await copyAlong(path, out, course, { samples })
  const layout = await readWavLayout(out)
  const file = await open(out)
  const read = await readStereo(file, layout, { first: 0, count: layout.frames })
  await file.close()
  expect(layout.frames).toBe(spanOf(course, length).end - spanOf(course, length).first)
  return read
}
const left = (samples: Float32Array): Float32Array => samples.filter((_, at) => at % 2 === 0)
const tone = (hertz: number) => (at: number): number => 0.5 * Math.sin(2 * Math.PI * hertz * at / 48_000)
const noise = (at: number): number => ((Math.imul(at + 1, 2_654_435_761) >>> 8) % 20_001 - 10_000) / 20_000

/** The hertz of a tone within a part of it, by its zeros. */
function hertzOf(samples: Float32Array, from: number, until: number): number {
  const rises: number[] = []
  for (let at = from; at < until; at++) {
    const [before = 0, here = 0] = [samples[at - 1], samples[at]]
    if (before < 0 && here >= 0)
      rises.push(at - here / (here - before))
  }
  return 48_000 * (rises.length - 1) / ((rises.at(-1) ?? 0) - (rises[0] ?? 0))
}

const fast: Course = { from: 0, points: [{ at: 0, speed: 200, easing: 'linear' }] }
const eased: RampPoint[] = [
  { at: 24_000, speed: 100, easing: 'ease' },
  { at: 96_000, speed: 30, easing: 'linear' },
  { at: 144_000, speed: 250, easing: 'hold' },
]
const jumping: RampPoint[] = [
  { at: 48_000, speed: 1000, easing: 'hold' },
  { at: 50_000, speed: 10, easing: 'hold' },
  { at: 120_000, speed: 100, easing: 'hold' },
]
const courses: readonly Course[] = [fast, { from: 0, points: eased }, { from: 480_000, points: jumping }]

describe('a copy along a course', () => {
  it.each(courses.flatMap(course => [course, { ...course, shiftsPitch: true as const }]))('has each click where the course has it: %o', async (course) => {
    const clicks = [0.5, 1.2, 1.9, 2.6, 3.3].map(at => at * 48_000)
    // Short bursts: a single sample is no sound that has a place.
    const path = await wavOf('clicks.wav', at => clicks.some(click => at >= click && at < click + 24) ? 0.9 : 0)
    const made = left(await copied(path, course))
    const ramp = { at: spanOf(course, length).first, from: course.from, points: [...course.points] }
    for (const click of clicks) {
      const wanted = framesUntil({ in: 0, speed: 100, ramp }, (click + 12) * 100)
      const near = made.subarray(Math.max(0, Math.round(wanted - 1600)), Math.round(wanted + 1600))
      const first = Math.max(0, Math.round(wanted - 1600))
      const loud = near.reduce((best, value, at) => Math.abs(value) > Math.abs(near[best] ?? 0) ? at : best, 0)
      // What is skipped at a high speed with its pitch kept may not be heard at all.
      if (Math.abs(near[loud] ?? 0) > 0.1)
        expect(Math.abs(first + loud - wanted)).toBeLessThan(course.shiftsPitch ? 200 : 1024 + 512)
      else
        expect(course.shiftsPitch).toBeUndefined()
    }
  })

  it('keeps the pitch, or lets it follow the speed', async () => {
    const path = await wavOf('tone.wav', tone(440))
    const [kept, shifted] = [left(await copied(path, fast)), left(await copied(path, { ...fast, shiftsPitch: true }))]
    expect(hertzOf(kept, 9600, 86_400)).toBeCloseTo(440, 0)
    expect(hertzOf(shifted, 9600, 86_400)).toBeCloseTo(880, 1)
    const slow = left(await copied(path, { from: 0, points: [{ at: 0, speed: 25, easing: 'linear' }] }))
    expect(hertzOf(slow, 48_000, 700_000)).toBeCloseTo(440, 0)
    // A tone stays as loud as it was.
    for (const samples of [kept, shifted, slow]) {
      const middle = samples.subarray(20_000, 60_000)
      expect(Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length)).toBeCloseTo(0.5 / Math.SQRT2, 1)
    }
  })

  it('follows the speeds of those that are played along others whose pitch does, and of no more', async () => {
    const constant = (speed: number): Course => ({ from: 0, points: [{ at: 0, speed, easing: 'linear' }] })
    const path = await wavOf('both.wav', tone(440))
    for (const [outer, inner, hertz] of [
      [{ ...constant(200), shiftsPitch: true as const }, constant(50), 880],
      [constant(50), { ...constant(200), shiftsPitch: true as const }, 880],
      [constant(50), constant(200), 440],
    ] as const) {
      for (const course of [{ ...outer, over: [inner] }, { ...outer, isTurned: true as const, from: 0, over: [inner] }]) {
        const made = left(await copied(path, course))
        expect(hertzOf(made, 24_000, 96_000)).toBeCloseTo(hertz, -1)
        expect(Math.abs(made.length - length)).toBeLessThanOrEqual(2)
      }
    }
  })

  it('is where both courses say, in one copy or in two', async () => {
    // Each half of a second is louder than the one before.
    const path = await wavOf('steps.wav', at => Math.sin(2 * Math.PI * 440 * at / 48_000) * (1 + Math.floor(at / 24_000)) / 10)
    const inner: Course = {
      ...{ from: 1000, shiftsPitch: true },
      points: [{ at: 0, speed: 60, easing: 'ease' }, { at: 90_000, speed: 160, easing: 'linear' }],
    }
    const outer: Course = {
      ...{ from: -500, isTurned: true },
      points: [{ at: 0, speed: 150, easing: 'linear' }, { at: 70_000, speed: 50, easing: 'linear' }],
    }
    for (const shifts of [true, false]) {
      const course: Course = { ...outer, ...shifts && { shiftsPitch: true as const }, over: [inner] }
      const made = left(await copied(path, course))
      const { first } = spanOf(course, length)
      // Pieces are joined where they look most alike.
      const near = shifts ? 300 : 1500
      for (let step = 1; step * 24_000 < length; step++) {
        const at = Math.round(timeOnCourse(course, step * 2_400_000)) - first
        expect(Math.max(...made.subarray(at - near - 300, at - near))).toBeCloseTo(step / 10, 1.5)
        expect(Math.max(...made.subarray(at + near, at + near + 300))).toBeCloseTo((step + 1) / 10, 1.5)
      }
    }
  })

  it('lets nothing through that a higher rate would fold down', async () => {
    const high = left(await copied(await wavOf('high.wav', tone(15_000)), { ...fast, shiftsPitch: true }))
    expect(Math.max(...high.subarray(4800, 90_000))).toBeLessThan(0.005)
  })

  it('at the speed as recorded is the sound itself', async () => {
    const path = await wavOf('noise.wav', noise)
    const plain: Course = { from: 0, points: [{ at: 0, speed: 100, easing: 'linear' }] }
    for (const course of [plain, { ...plain, shiftsPitch: true as const }]) {
      const made = left(await copied(path, course))
      for (let at = 0; at < length; at += 331)
        expect(made[at]).toBeCloseTo(noise(at), 5)
    }
  })

  it('is the same in 16 bits as in floating point, and whole or not there', async () => {
    const path = await wavOf('noise.wav', noise)
    for (const course of courses) {
      const [exact, rounded] = [await copied(path, course), await copied(path, course, 'int16')]
      expect(rounded.length).toBe(exact.length)
      expect(exact.every((value, at) => Math.abs(value - (rounded[at] ?? 9)) <= 0.6 / 32_768)).toBe(true)
    }
    const stopped = AbortSignal.abort()
    await expect(copyAlong(path, join(folder, 'stopped.wav'), fast, { signal: stopped })).rejects.toThrow()
    expect((await readdir(folder)).filter(name => name.startsWith('stopped'))).toEqual([])
  })
})
