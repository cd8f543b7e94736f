/**
 * A grade as a lattice of colours: what ffmpeg's `lut3d` reads as a `.cube` file and the preview as a texture. Both take the colours
 * between its points by tetrahedra.
 */
import type { Grade } from '#contract/grade.ts'
import type { Cube } from './cube.ts'
import { grading } from './grade.ts'

/** Points along each axis. */
export const latticeSize = 33

export interface Lattice {
  readonly size: number
  /** Red, green and blue of each point; red changes first. */
  readonly values: Float32Array<ArrayBuffer>
}

/** `lut` is the look-up table of the grade; null where it has none, or that is not there. */
export function latticeOf(grade: Grade, lut: Cube | null = null): Lattice {
  const colourOf = grading(grade, lut)
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

/** As a `.cube` file. Its numbers have a point in every language. Without a title it has none. */
export function cubeText({ size, values }: Lattice, title = ''): string {
  const rows = [...title === '' ? [] : [`TITLE "${title.replaceAll(/["\p{Cc}]/gu, ' ')}"`], `LUT_3D_SIZE ${size}`]
  for (let at = 0; at < values.length; at += 3)
    rows.push(`${values[at]!.toFixed(6)} ${values[at + 1]!.toFixed(6)} ${values[at + 2]!.toFixed(6)}`)
  return `${rows.join('\n')}\n`
}
