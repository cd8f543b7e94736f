/**
 * Laws of matching: a shot already like the other stays as it is, and a graded copy is met by values that a person can correct.
 *
 * @module-tag wide
 */
import type { Rgb } from '#rules/colour/rgb.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Grade } from '#contract/grade.ts'
import { grading, neutralGrade } from '#rules/colour/grade.ts'
import { blended, matched, seenManner } from '#rules/colour/match.ts'
import { oklabOf } from '#rules/colour/oklab.ts'
import { mannerOf, paletteOf } from '#rules/colour/palette.ts'
import { colours, grades } from './arbitrary.ts'

/** Some colours, each with its pixels around it, as pictures have them. */
const pictures = fc.record({
  hues: fc.array(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 30, max: 220 }))), { minLength: 3, maxLength: 8 }),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
}).map(({ hues, seed }) => {
  const pixels = new Uint8ClampedArray(48 * 27 * 4)
  let state = seed
  const random = (): number => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647
  for (let at = 0; at < pixels.length; at += 4) {
    const hue = hues[Math.floor(at / pixels.length * hues.length)]!
    const brightness = 0.4 + 0.8 * random()
    pixels.set([...hue.map(value => value * brightness + 12 * random()), 255], at)
  }
  return pixels
})

/** What photographers would call a look: nothing is cut off, nothing becomes grey. */
const looks = fc.record({
  exposure: fc.integer({ min: -80, max: 50 }),
  contrast: fc.integer({ min: -20, max: 15 }),
  saturation: fc.integer({ min: -50, max: 30 }),
  temperature: fc.integer({ min: -40, max: 40 }),
  tint: fc.integer({ min: -30, max: 30 }),
}).map(look => ({ ...neutralGrade, ...Object.fromEntries(Object.entries(look).map(([name, value]) => [name, value / 100])) }))

it('white is lightest, grey has no colour, and red and blue are where Oklab has them', () => {
  expect(oklabOf([1, 1, 1])[0]).toBeCloseTo(1, 6)
  fc.assert(fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
    const [, a, b] = oklabOf([value, value, value])
    expect(Math.hypot(a, b)).toBeLessThan(1e-6)
  }))
  const [red, blue] = [oklabOf([1, 0, 0]), oklabOf([0, 0, 1])]
  for (const [at, value] of [0.62796, 0.22486, 0.12585].entries())
    expect(red[at]).toBeCloseTo(value, 4)
  for (const [at, value] of [0.45201, -0.03246, -0.31153].entries())
    expect(blue[at]).toBeCloseTo(value, 4)
})

it('a palette has the mean of its pixels, whatever is clear', () => {
  fc.assert(fc.property(fc.array(fc.tuple(colours, fc.boolean()), { minLength: 1, maxLength: 60 }), (dots) => {
    const pixels = Uint8ClampedArray.from(dots.flatMap(([colour, isSeen]) => [...colour.map(value => value * 255), isSeen ? 255 : 0]))
    const seen = dots.filter(([, isSeen]) => isSeen).map(([colour]) => colour)
    const palette = paletteOf(pixels)
    expect(palette.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(seen.length > 0 ? 1 : 0, 9)
    for (const channel of seen.length > 0 ? [0, 1, 2] as const : []) {
      const mean = palette.reduce((sum, { colour, share }) => sum + colour[channel] * share, 0)
      expect(mean).toBeCloseTo(seen.reduce((sum, colour) => sum + colour[channel], 0) / seen.length, 9)
    }
  }))
})

it('the thirds of a picture are its mean together, from dark to bright', () => {
  fc.assert(fc.property(pictures, (pixels) => {
    const { mean, thirds } = mannerOf(paletteOf(pixels), colour => colour)!
    for (const channel of [0, 1, 2] as const)
      expect(thirds.reduce((sum, third) => sum + third[channel] / 3, 0)).toBeCloseTo(mean[channel], 9)
    expect(thirds[0][0]).toBeLessThanOrEqual(thirds[1][0] + 1e-9)
    expect(thirds[1][0]).toBeLessThanOrEqual(thirds[2][0] + 1e-9)
  }))
})

it('matched to itself, a shot keeps its grade, whatever that is', () => {
  fc.assert(fc.property(pictures, grades(0.6), (pixels, grade) => {
    const shot = { palette: paletteOf(pixels), grade, lut: null }
    expect(matched(shot, seenManner(shot)!)).toBe(grade)
  }), { numRuns: 30 })
})

it('matched to a graded copy, a shot has its means, by a grade that can be kept', () => {
  fc.assert(fc.property(pictures, looks, (pixels, look) => {
    const palette = paletteOf(pixels)
    const wanted = seenManner({ palette, grade: look, lut: null })!
    const found = matched({ palette, grade: neutralGrade, lut: null }, wanted)
    expect(Grade.parse(found)).toEqual(found)
    const now = seenManner({ palette, grade: found, lut: null })!
    for (const channel of [0, 1, 2] as const) {
      expect(Math.abs(now.mean[channel] - wanted.mean[channel])).toBeLessThan(0.005)
      expect(Math.abs(now.deviation[channel] - wanted.deviation[channel])).toBeLessThan(0.02)
    }
  }), { numRuns: 25 })
})

it('whatever is matched to whatever, it looks no less like it than before, and curves, table and vignette stay', () => {
  fc.assert(fc.property(pictures, pictures, grades(0.5), (pixels, others, grade) => {
    const shot = { palette: paletteOf(pixels), grade, lut: null }
    const wanted = mannerOf(paletteOf(others), colour => colour)!
    const found = matched(shot, wanted)
    expect(Grade.parse(found)).toEqual(found)
    const { curves, lut, vignette, vignetteStart, pivot } = found
    expect({ curves, lut, vignette, vignetteStart, pivot }).toEqual({
      ...{ curves: grade.curves, lut: grade.lut, vignette: grade.vignette },
      ...{ vignetteStart: grade.vignetteStart, pivot: grade.pivot },
    })
    const away = (one: Grade): number =>
      Math.hypot(...seenManner({ ...shot, grade: one })!.mean.map((value, at) => value - wanted.mean[at]!))
    expect(away(found)).toBeLessThanOrEqual(away(grade) + 0.02)
  }), { numRuns: 25 })
})

it('a picture that is all white comes back', () => {
  const palette = paletteOf(Uint8ClampedArray.from({ length: 64 }, (_, at) => at % 4 === 3 ? 255 : 60 + at))
  const wanted = mannerOf(palette, colour => colour)!
  const found = matched({ palette, grade: { ...neutralGrade, exposure: 5, contrast: 1, saturation: -1 }, lut: null }, wanted)
  const now = seenManner({ palette, grade: found, lut: null })!
  for (const channel of [0, 1, 2] as const)
    expect(Math.abs(now.mean[channel] - wanted.mean[channel])).toBeLessThan(0.02)
})

it('a strength of 0 is the grade before, of 1 the matched one, and between it is between', () => {
  fc.assert(fc.property(grades(0.5), grades(0.5), fc.integer({ min: 0, max: 100 }), (from, other, percent) => {
    const { exposure, saturation, gain } = other
    const to = { ...from, exposure, saturation, gain }
    expect(blended(from, to, 0)).toEqual(from)
    expect(blended(from, to, 1)).toEqual(to)
    const between = blended(from, to, percent / 100)
    expect(Grade.parse(between)).toEqual(between)
    expect(between.exposure).toBeCloseTo(from.exposure + (to.exposure - from.exposure) * percent / 100, 2)
    expect(between.gain.red).toBeCloseTo(from.gain.red + (to.gain.red - from.gain.red) * percent / 100, 2)
  }))
})

it('a look-up table of the shot is part of what is seen', () => {
  const palette = paletteOf(Uint8ClampedArray.from({ length: 256 }, (_, at) => at % 4 === 3 ? 255 : 40 + at * 7 % 160))
  const darker = (colour: Rgb): Rgb => [colour[0] * 0.7, colour[1] * 0.7, colour[2] * 0.7]
  const lut = {
    dimensions: 1 as const,
    ...{ size: 2, title: '', least: [0, 0, 0] as const, most: [1, 1, 1] as const, values: Float32Array.from([0, 0, 0, 0.7, 0.7, 0.7]) },
  }
  const grade = { ...neutralGrade, lut: { id: 'a1'.repeat(32) as NonNullable<Grade['lut']>['id'], amount: 1 } }
  expect(matched({ palette, grade, lut }, mannerOf(palette, darker)!)).toBe(grade)
  expect(grading(matched({ palette, grade: neutralGrade, lut: null }, mannerOf(palette, darker)!))([0.5, 0.5, 0.5])[0]).toBeCloseTo(0.35, 1)
})
