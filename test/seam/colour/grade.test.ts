/** Laws of grades: nothing comes of nothing, colours stay colours, brighter stays brighter. */
import type { Rgb } from '#rules/colour/rgb.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Grade } from '#contract/grade.ts'
import { grading, hasColours, isNeutral, neutralGrade, vignetteAt } from '#rules/colour/grade.ts'
import { gradePresets } from '#rules/colour/presets.ts'
import { colours, grades } from './arbitrary.ts'

const grey = (value: number): Rgb => [value, value, value]

it('without a grade every colour is the same number', () => {
  fc.assert(fc.property(colours, colour => void expect(grading(neutralGrade)(colour)).toEqual(colour)))
  expect(isNeutral(neutralGrade)).toBe(true)
})

it('a pivot or a vignette alone changes no colour', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 100 }), colours, (percent, colour) => {
    const pivoted = { ...neutralGrade, pivot: percent / 100, vignette: 0.5 }
    expect(hasColours(pivoted)).toBe(false)
    expect(grading(pivoted)(colour)).toEqual(colour)
  }))
})

it('colours stay between 0 and 1', () => {
  fc.assert(fc.property(grades(), colours, (grade, colour) => {
    for (const value of grading(grade)(colour)) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  }))
})

it('more of a colour never gives less of it', () => {
  fc.assert(fc.property(grades(), colours, fc.nat({ max: 2 }), fc.double({ min: 0, max: 1, noNaN: true }), (grade, colour, at, more) => {
    // A curve may fall.
    const { curves: _, ...straight } = grade
    const change = grading(straight)
    const brighter = colour.map((value, each) => each === at ? value + (1 - value) * more : value) as [number, number, number]
    expect(change(brighter)[at]!).toBeGreaterThanOrEqual(change(colour)[at]! - 1e-12)
  }))
})

it('exposure back and forth is the same within half a code, where nothing was cut off', () => {
  fc.assert(fc.property(fc.integer({ min: -300, max: 0 }), colours, (hundredths, colour) => {
    const [darker, brighter] = [-1, 1].map(sign => grading({ ...neutralGrade, exposure: sign * -hundredths / 100 }))
    const codes = darker!(colour)
    expect(brighter!(codes).every((value, at) => Math.abs(value - colour[at]!) < 0.5 / 255)).toBe(true)
  }))
})

describe('single values', () => {
  const of = (has: Partial<Grade>, colour: Rgb) => grading({ ...neutralGrade, ...has })(colour)

  it('a stop is twice the light', () => {
    expect(of({ exposure: 1 }, grey(0.4))[0] ** 2.4 / 0.4 ** 2.4).toBeCloseTo(2, 9)
  })
  it('contrast leaves its pivot', () => {
    for (const contrast of [-1, -0.3, 0.5, 1])
      expect(of({ contrast, pivot: 0.4 }, grey(0.4))[0]).toBeCloseTo(0.4, 12)
  })
  it('without saturation all is grey, as bright as before', () => {
    const [red, green, blue] = of({ saturation: -1 }, [0.8, 0.3, 0.1])
    expect([green, blue]).toEqual([red, red])
    expect(red).toBeCloseTo(0.2126 * 0.8 + 0.7152 * 0.3 + 0.0722 * 0.1, 12)
  })
  it('warmer is more red and less blue, and white keeps its light', () => {
    const [red, green, blue] = of({ temperature: 0.5, exposure: -1 }, grey(1))
    expect(red).toBeGreaterThan(green)
    expect(green).toBeGreaterThan(blue)
    expect(0.2126 * red ** 2.4 + 0.7152 * green ** 2.4 + 0.0722 * blue ** 2.4).toBeCloseTo(0.5, 9)
  })
  it('tint is magenta above 0 and green below', () => {
    const [red, green] = of({ tint: 0.5, exposure: -1 }, grey(0.8))
    expect(red).toBeGreaterThan(green)
    const [other, greener] = of({ tint: -0.5, exposure: -1 }, grey(0.8))
    expect(greener).toBeGreaterThan(other)
  })
  it('lift leaves white, gain leaves black, gamma leaves both', () => {
    const wheel = (all: number) => ({ all, red: 0, green: 0, blue: 0 })
    expect(of({ lift: wheel(0.4) }, grey(1))).toEqual(grey(1))
    expect(of({ lift: wheel(0.4) }, grey(0))[0]).toBeCloseTo(0.2, 12)
    expect(of({ gain: wheel(-0.5) }, grey(0))).toEqual(grey(0))
    expect(of({ gamma: wheel(0.5) }, grey(0))).toEqual(grey(0))
    expect(of({ gamma: wheel(0.5) }, grey(1))).toEqual(grey(1))
    expect(of({ gamma: wheel(0.5) }, grey(0.3))[0]).toBeGreaterThan(0.3)
  })
})

it('a vignette darkens from where it begins to the corners, alike on all sides', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 95 }), (percent, start) => {
    const grade = { vignette: percent / 100, vignetteStart: start / 100 }
    expect(vignetteAt(grade, 0.5, 0.5)).toBe(1)
    expect(vignetteAt(grade, 0, 0)).toBeCloseTo(1 - grade.vignette, 9)
    expect(vignetteAt(grade, 0.9, 0.2)).toBeCloseTo(vignetteAt(grade, 0.1, 0.8), 12)
    expect(vignetteAt(grade, 0.9, 0.9)).toBeLessThanOrEqual(vignetteAt(grade, 0.8, 0.8))
  }))
})

it('the presets are grades, and change something', () => {
  for (const preset of Object.values(gradePresets)) {
    expect(Grade.parse(preset)).toEqual(preset)
    expect(isNeutral(preset)).toBe(false)
  }
})
