/**
 * A grade as a lattice of colours: what ffmpeg's `lut3d` reads as a `.cube` file and the preview as a texture. Both take the colours
 * between its points by tetrahedra.
 */
import type { Grade } from '#contract/grade.ts'
import type { Cube } from './cube.ts'
import { gradingOf } from './grade.ts'

/** Points along each axis. */
export const latticeSize = 33

export interface Lattice {
  readonly size: number
  /** Red, green and blue of each point; red changes first. */
  readonly values: Float32Array<ArrayBuffer>
}

/** `lut` is the look-up table of the grade; null where it has none, or that is not there. */
export function latticeOf(grade: Grade, lut: Cube | null = null, size = latticeSize): Lattice {
  const { channels, mixed } = gradingOf(grade, lut)
  const [reds, greens, blues] = channels.map(bent => Array.from({ length: size }, (_, at) => bent(at / (size - 1))))
  const values = new Float32Array(size ** 3 * 3)
  let at = 0
  for (const blue of blues!) {
    for (const green of greens!) {
      for (const red of reds!) {
        const colour = mixed([red, green, blue])
        values[at++] = colour[0]
        values[at++] = colour[1]
        values[at++] = colour[2]
      }
    }
  }
  return { size, values }
}

/** As a `.cube` file. Its numbers have a point in every language. Without a title it has none. */
export function cubeText({ size, values }: Lattice, title = ''): string {
  const rows = [...title === '' ? [] : [`TITLE "${title.replaceAll(/["\p{Cc}]/gu, ' ')}"`], `LUT_3D_SIZE ${size}`]
  for (let at = 0; at < values.length; at += 3)
    rows.push(`${values[at]!.toFixed(6)} ${values[at + 1]!.toFixed(6)} ${values[at + 2]!.toFixed(6)}`)
  return `${rows.join('\n')}\n`
}
