import type { Lattice } from '#rules/colour/lattice.ts'
/** A grade as a lattice: what does not bend is exact between its points, too, and its file says the same. */
import type { Rgb } from '#rules/colour/rgb.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grading, neutralGrade } from '#rules/colour/grade.ts'
import { cubeText, latticeOf, latticeSize } from '#rules/colour/lattice.ts'
import { gradePixels } from '#rules/colour/pixels.ts'
import { colours, grades } from './arbitrary.ts'

const codes = (colour: readonly number[]): number[] => colour.map(value => Math.round(value * 255))

/** The colour that the lattice has for this one, written for itself: what the preview and ffmpeg have to agree with. */
function colourIn({ size, values }: Lattice, colour: Rgb): Rgb {
  const most = size - 1
  const places = colour.map(value => Math.max(0, Math.min(most, value * most)))
  const cells = places.map(place => Math.min(most - 1, Math.floor(place)))
  const into = places.map((place, axis) => place - cells[axis]!)
  const step = [3, 3 * size, 3 * size * size]
  // From the corner of the cell to the one across, along the axis in which the colour is farthest first.
  const order = [0, 1, 2].sort((one, other) => into[other]! - into[one]!)
  let at = cells.reduce((sum, cell, axis) => sum + cell * step[axis]!, 0)
  const mixed: [number, number, number] = [values[at]!, values[at + 1]!, values[at + 2]!]
  for (const axis of order) {
    const next = at + step[axis]!
    for (let channel = 0; channel < 3; channel++)
      mixed[channel]! += into[axis]! * (values[next + channel]! - values[at + channel]!)
    at = next
  }
  return mixed
}

it('without a grade each of the 256 values is the same to the last code', () => {
  const lattice = latticeOf(neutralGrade)
  fc.assert(fc.property(colours, colour => void expect(codes(colourIn(lattice, colour))).toEqual(codes(colour))), { numRuns: 500 })
})

it('its points have the colours of the grade', () => {
  fc.assert(fc.property(grades(), fc.tuple(fc.nat(32), fc.nat(32), fc.nat(32)), (grade, [red, green, blue]) => {
    const colour = [red / 32, green / 32, blue / 32] as const
    const found = colourIn(latticeOf(grade), colour)
    grading(grade)(colour).forEach((value, at) => expect(found[at]).toBeCloseTo(value, 5))
  }), { numRuns: 20 })
})

it('exposure, temperature, tint and saturation are exact between its points where nothing is cut off', () => {
  const mild = fc.record({
    ...{ exposure: fc.integer({ min: -200, max: 0 }), saturation: fc.integer({ min: -100, max: 0 }) },
    ...{ temperature: fc.integer({ min: -50, max: 50 }), tint: fc.integer({ min: -50, max: 50 }) },
  }).map(values => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value / 100])))
  fc.assert(fc.property(mild, fc.array(colours, { minLength: 10, maxLength: 10 }), (values, some) => {
    const grade = { ...neutralGrade, ...values, exposure: (values.exposure ?? 0) - 1 }
    const lattice = latticeOf(grade)
    for (const colour of some)
      grading(grade)(colour).forEach((value, at) => expect(colourIn(lattice, colour)[at]).toBeCloseTo(value, 5))
  }), { numRuns: 20 })
})

const pixel = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
it('pixels get the colour of the lattice, and keep how clear they are', () => {
  fc.assert(fc.property(grades(), fc.array(pixel, { minLength: 40, maxLength: 40 }), (grade, given) => {
    const lattice = latticeOf(grade)
    const pixels = new Uint8ClampedArray(given.flat())
    gradePixels(pixels, 8, { lattice, grade: { ...grade, vignette: 0 } })
    given.forEach(([red, green, blue, alpha], at) => {
      const wanted = colourIn(lattice, [red / 255, green / 255, blue / 255]).map(value => value * 255)
      wanted.forEach((value, channel) => expect(Math.abs(pixels[at * 4 + channel]! - value)).toBeLessThanOrEqual(0.51))
      expect(pixels[at * 4 + 3]).toBe(alpha)
    })
  }), { numRuns: 20 })
})

it('the file says the size and each point, red first, with a point in each number', () => {
  const lattice = latticeOf({ ...neutralGrade, exposure: -1 })
  const [head, ...rows] = cubeText(lattice).trimEnd().split('\n')
  expect(head).toBe(`LUT_3D_SIZE ${latticeSize}`)
  expect(rows).toHaveLength(latticeSize ** 3)
  const numbers = rows.flatMap(row => row.split(' ').map(Number))
  numbers.forEach((value, at) => expect(Math.abs(value - lattice.values[at]!)).toBeLessThan(1e-6))
  expect(numbers.slice(0, 6)).toEqual([0, 0, 0, numbers[3], 0, 0])
  expect(numbers[3]).toBeGreaterThan(0)
})
