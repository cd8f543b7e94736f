/** `.cube` files of every form that programs write are read, and what is wrong with others is said by its line. */
import type { CubeProblem } from '#rules/colour/cube.ts'
import type { Rgb } from '#rules/colour/rgb.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { colourOf } from '#rules/colour/cube-colour.ts'
import { CubeError, cubeOf } from '#rules/colour/cube.ts'
import { grading, isNeutral, isUnset, neutralGrade } from '#rules/colour/grade.ts'
import { cubeText, latticeOf } from '#rules/colour/lattice.ts'
import { colours, grades, lutId } from './arbitrary.ts'

const corners = ['0 0 0', '1 0 0', '0 1 0', '1 1 0', '0 0 1', '1 0 1', '0 1 1', '1 1 1']
const small = ['LUT_3D_SIZE 2', ...corners].join('\n')

/** A file of so many points, red first; `of` makes each colour of what it is for, 0 to 1. */
function written(size: number, of: (colour: Rgb) => Rgb, head: readonly string[] = []): string {
  const at = (index: number): number => index / (size - 1)
  const rows = Array.from({ length: size ** 3 }, (_, place) =>
    of([at(place % size), at(Math.floor(place / size) % size), at(Math.floor(place / size ** 2))]).map(value => value.toFixed(7)).join(' '))
  return [...head, `LUT_3D_SIZE ${size}`, ...rows].join('\n')
}

function problemOf(text: string): [CubeProblem, number] | null {
  try {
    cubeOf(text)
    return null
  }
  catch (error) {
    if (error instanceof CubeError)
      return [error.problem, error.line]
    throw error
  }
}

describe('reads', () => {
  it('titles, comments, empty lines, unknown keywords, any space between numbers, and numbers in every form', () => {
    const text = [
      ...['# made by hand', 'TITLE "Teal & orange"', '', 'LUT_3D_SIZE 2', 'LUT_IN_VIDEO_RANGE', '  # colours'],
      ...['0 0 0', '+1.0\t0  0.', '0 1 0', '1e0 1 0', '0 0 1', '1 .0 1', '0 1 1', '1 1 1 ', ''],
    ].join('\n')
    expect(cubeOf(text)).toEqual({ ...cubeOf(small), title: 'Teal & orange' })
  })

  it('line ends of every system, and a byte order mark', () => {
    for (const end of ['\r\n', '\r', '\n'])
      expect(cubeOf(`\uFEFF${small.replaceAll('\n', end)}${end}`)).toEqual(cubeOf(small))
  })

  it('what it is for, as Adobe and as DaVinci Resolve say it', () => {
    const [adobe, resolve] = [['DOMAIN_MIN 0.25 0.25 0.25', 'DOMAIN_MAX 0.75 0.75 0.75'], ['LUT_3D_INPUT_RANGE 0.25 0.75']]
    for (const head of [adobe, resolve]) {
      const changed = colourOf(cubeOf([...head, small].join('\n')))
      expect(changed([0.5, 0.25, 0.75])).toEqual([0.5, 0, 1])
      expect(changed([0.1, 0.375, 0.9])).toEqual([0, 0.25, 1])
    }
  })

  it('curves', () => {
    const changed = colourOf(cubeOf('LUT_1D_SIZE 3\n0 1 0\n0.25 0.5 0.5\n1 0 1'))
    expect(changed([0.25, 0.25, 0.75])).toEqual([0.125, 0.75, 0.75])
  })

  it('lattices from 2 to 129 points', () => {
    for (const size of [2, 17, 33, 65]) {
      const cube = cubeOf(written(size, colour => colour))
      fc.assert(fc.property(colours, colour =>
        colourOf(cube)(colour).forEach((value, at) => expect(value).toBeCloseTo(colour[at]!, 6))), { numRuns: 50 })
    }
    expect(problemOf('LUT_3D_SIZE 129\n0 0 0')).toEqual(['cut-short', 2])
  })
})

it('says what is wrong, and in which line', () => {
  const cases: readonly [string, CubeProblem, number][] = [
    ['', 'no-size', 0],
    ['\0\0PNG\0', 'no-size', 1],
    ['TITLE "x"\n0 0 0', 'no-size', 2],
    ['LUT_3D_SIZE 1', 'size', 1],
    ['LUT_3D_SIZE 130', 'size', 1],
    ['LUT_3D_SIZE 1e9', 'size', 1],
    ['LUT_1D_SIZE 65537', 'size', 1],
    ['LUT_3D_SIZE', 'size', 1],
    ['LUT_1D_SIZE 2\nLUT_3D_SIZE 2', 'two-tables', 2],
    [`DOMAIN_MIN 1 1 1\n${small}`, 'domain', 0],
    [`DOMAIN_MIN 0 0\n${small}`, 'number', 1],
    [small.replace('1 0 0', 'nan 0 0'), 'number', 3],
    [small.replace('1 0 0', '1 0 inf'), 'number', 3],
    [small.replace('1 0 0', '1,0 0 0 0'), 'number', 3],
    [small.replace('1 0 0', '1 0'), 'number', 3],
    [small.replace('1 0 0', '1e300 0 0'), 'number', 3],
    [small.slice(0, -2), 'number', 9],
    [small.slice(0, -5), 'cut-short', 8],
    [`${small}\n0 0 0`, 'too-many', 10],
    ['LUT_3D_SIZE 2', 'cut-short', 1],
  ]
  for (const [text, problem, line] of cases)
    expect(problemOf(text), JSON.stringify(text.slice(0, 60))).toEqual([problem, line])
})

it('fails in no other way, whatever is in it', () => {
  const line = fc.oneof(
    fc.constantFrom('LUT_3D_SIZE 2', 'LUT_1D_SIZE 4', 'TITLE "a', 'DOMAIN_MAX 1 1', 'DOMAIN_MIN 0 0 0', '# x', '0 0.5 1', '\0'),
    fc.string(),
  )
  fc.assert(fc.property(fc.array(line, { maxLength: 14 }), lines => void problemOf(lines.join('\n'))), { numRuns: 500 })
})

it('takes as long as its lines are many', () => {
  const began = performance.now()
  expect(problemOf(`LUT_3D_SIZE 2\n${'0 '.repeat(2_000_000)}`)?.[0]).toBe('number')
  expect(problemOf(`${'#\n'.repeat(1_000_000)}`)).toEqual(['no-size', 0])
  expect(performance.now() - began).toBeLessThan(10_000)
})

describe('in a grade', () => {
  const inverse = cubeOf(written(2, ([red, green, blue]) => [1 - red, 1 - green, 1 - blue]))
  const withLut = (amount: number) => ({ ...neutralGrade, lut: { id: lutId, amount } })

  it('comes after all else, and as much of it is seen as was chosen', () => {
    fc.assert(fc.property(grades(), colours, fc.integer({ min: 0, max: 100 }), (grade, colour, percent) => {
      const own = grading(grade)(colour)
      const found = grading({ ...grade, lut: { id: lutId, amount: percent / 100 } }, inverse)(colour)
      found.forEach((value, at) => expect(value).toBeCloseTo(own[at]! + percent / 100 * (1 - 2 * own[at]!), 5))
    }))
  })

  it('is as without one while it is not there', () => {
    fc.assert(fc.property(colours, colour => void expect(grading(withLut(1))(colour)).toEqual(colour)))
  })

  it('changes nothing at 0, and is still the one that was chosen', () => {
    expect([isNeutral(withLut(0)), isUnset(withLut(0)), isNeutral(withLut(0.1)), isUnset(neutralGrade)]).toEqual([true, false, false, true])
  })

  it('a grade that is written and read again as a table makes the same of each colour as its lattice', () => {
    fc.assert(fc.property(grades(0.4), (grade) => {
      const lattice = latticeOf(grade)
      const cube = cubeOf(cubeText(lattice, 'My "own"\n look'))
      expect(cube.title).toBe('My  own   look')
      expect(latticeOf(withLut(1), cube).values.every((value, at) => Math.abs(value - lattice.values[at]!) < 2e-6)).toBe(true)
    }), { numRuns: 5 })
  })
})
