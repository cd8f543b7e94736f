/**
 * Reads `.cube` files: tables of colours as other programs write them, of one or three dimensions. Such a file comes from anywhere, so
 * every line of it is checked.
 */
import type { Rgb } from './rgb.ts'

/** A look-up table. Colours between its points are found by lines, or by tetrahedra. */
export interface Cube {
  readonly title: string
  /** 1: a curve for each of red, green and blue. 3: a lattice of colours. */
  readonly dimensions: 1 | 3
  /** Points along each axis. */
  readonly size: number
  /** The colours that its first and its last point are for. */
  readonly least: Rgb
  readonly most: Rgb
  /** Red, green and blue of each point; red changes first. */
  readonly values: Float32Array
}

/** What is wrong with a file: it says no size; its size is not read; it has two tables; what it is for is no range; and so on. */
export const cubeProblems = ['no-size', 'size', 'two-tables', 'domain', 'number', 'cut-short', 'too-many'] as const
export type CubeProblem = typeof cubeProblems[number]

export class CubeError extends Error {
  readonly problem: CubeProblem
  /** From 1; 0 where it is about the whole file. */
  readonly line: number
  constructor(problem: CubeProblem, line: number) {
    super(`${problem} in line ${line}`)
    this.problem = problem
    this.line = line
  }
}

const sizes = { 1: { least: 2, most: 65_536 }, 3: { least: 2, most: 129 } } as const
/** Numbers beyond it are none that a program means. */
const mostValue = 65_504
const rowsAtOnce = 2048
/** A title may be long; a line of a file that is something else may be all of it. */
const longestLine = 1000

/** Yields now and then: the largest files have two million lines. @throws CubeError */
export function* readCube(text: string): Generator<void, Cube, void> {
  const head = { title: '', dimensions: 0 as 0 | 1 | 3, size: 0, least: [0, 0, 0] as Rgb, most: [1, 1, 1] as Rgb }
  let values: Float32Array | null = null
  let [at, count, lineNumber] = [text.codePointAt(0) === 0xFEFF ? 1 : 0, 0, 0]
  const ends = lineEndsOf(text)
  while (at < text.length) {
    const end = ends(at)
    const line = text.slice(at, Math.min(end, at + longestLine)).trim()
    at = end + 1
    lineNumber++
    if (lineNumber % rowsAtOnce === 0)
      yield
    if (line === '' || line.startsWith('#'))
      continue
    if (/^[a-z]/i.test(line) && !/^(?:nan|inf)/i.test(line)) {
      readKeyword(line, head, lineNumber)
      continue
    }
    if (head.dimensions === 0)
      throw new CubeError('no-size', lineNumber)
    values ??= new Float32Array((head.dimensions === 3 ? head.size ** 3 : head.size) * 3)
    if (count === values.length)
      throw new CubeError('too-many', lineNumber)
    for (const value of threeIn(line, lineNumber))
      values[count++] = value
  }
  const { dimensions, least, most } = head
  if (dimensions === 0)
    throw new CubeError('no-size', 0)
  if (!values || count < values.length)
    throw new CubeError('cut-short', lineNumber)
  if (least.some((value, channel) => value >= most[channel]!))
    throw new CubeError('domain', 0)
  return { ...head, dimensions, values }
}

/** All at once. @throws CubeError */
export function cubeOf(text: string): Cube {
  const steps = readCube(text)
  for (;;) {
    const { done, value } = steps.next()
    if (done)
      return value
  }
}

/** Where the line that begins here ends. Files of old Macs have no line feeds. */
function lineEndsOf(text: string): (from: number) => number {
  const mark = text.includes('\n') ? '\n' : '\r'
  return (from) => {
    const end = text.indexOf(mark, from)
    return end === -1 ? text.length : end
  }
}

interface Head { title: string, dimensions: 0 | 1 | 3, size: number, least: Rgb, most: Rgb }

/** Keywords that it does not know say nothing of the colours. */
function readKeyword(line: string, head: Head, lineNumber: number): void {
  const [name = ''] = /^\w+/.exec(line) ?? []
  const rest = line.slice(name.length).trim()
  switch (name) {
    case 'TITLE':
      head.title = rest.replace(/^"(.*)"$/, '$1').trim().slice(0, 200)
      break
    case 'LUT_1D_SIZE':
    case 'LUT_3D_SIZE': {
      const dimensions = name === 'LUT_1D_SIZE' ? 1 : 3
      if (head.dimensions !== 0)
        throw new CubeError('two-tables', lineNumber)
      const { least, most } = sizes[dimensions]
      const size = /^\d{1,6}$/.test(rest) ? Number(rest) : 0
      if (size < least || size > most)
        throw new CubeError('size', lineNumber)
      Object.assign(head, { dimensions, size })
      break
    }
    case 'DOMAIN_MIN':
      head.least = threeIn(rest, lineNumber)
      break
    case 'DOMAIN_MAX':
      head.most = threeIn(rest, lineNumber)
      break
    // As DaVinci Resolve says it.
    case 'LUT_1D_INPUT_RANGE':
    case 'LUT_3D_INPUT_RANGE': {
      const [least, most] = numbersIn(rest, 2, lineNumber)
      head.least = [least!, least!, least!]
      head.most = [most!, most!, most!]
      break
    }
  }
}

function threeIn(words: string, lineNumber: number): Rgb {
  const [red, green, blue] = numbersIn(words, 3, lineNumber)
  return [red!, green!, blue!]
}

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i

function numbersIn(words: string, count: number, lineNumber: number): number[] {
  const parts = words.split(/\s+/)
  const numbers = parts.map(part => plainNumber.test(part) ? Number(part) : Number.NaN)
  if (parts.length !== count || numbers.some(value => !(Math.abs(value) <= mostValue)))
    throw new CubeError('number', lineNumber)
  return numbers
}
