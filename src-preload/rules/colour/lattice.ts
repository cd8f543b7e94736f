/**
 * A grade as a lattice of colours: what ffmpeg's `lut3d` reads as a `.cube` file and the preview as a texture. Both take the colours
 * between its points by tetrahedra, as `colourIn` does.
 */
import type { Grade } from '#contract/grade.ts'
import type { Rgb } from './grade.ts'
import { grading } from './grade.ts'

/** Points along each axis. */
export const latticeSize = 33

export interface Lattice {
  readonly size: number
  /** Red, green and blue of each point; red changes first. */
  readonly values: Float32Array<ArrayBuffer>
}

export function latticeOf(grade: Grade): Lattice {
  const colourOf = grading(grade)
  const values = new Float32Array(latticeSize ** 3 * 3)
  let at = 0
  for (let blue = 0; blue < latticeSize; blue++) {
    for (let green = 0; green < latticeSize; green++) {
      for (let red = 0; red < latticeSize; red++) {
        const most = latticeSize - 1
        for (const value of colourOf([red / most, green / most, blue / most]))
          values[at++] = value
      }
    }
  }
  return { size: latticeSize, values }
}

/** As a `.cube` file. Its numbers have a point in every language. */
export function cubeText({ size, values }: Lattice): string {
  const rows = [`LUT_3D_SIZE ${size}`]
  for (let at = 0; at < values.length; at += 3)
    rows.push(`${values[at]!.toFixed(6)} ${values[at + 1]!.toFixed(6)} ${values[at + 2]!.toFixed(6)}`)
  return `${rows.join('\n')}\n`
}

/** The colour that the lattice has for this one. */
export function colourIn({ size, values }: Lattice, colour: Rgb): Rgb {
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
