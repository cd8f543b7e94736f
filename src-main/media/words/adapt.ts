/** Maps the voice of a reference onto that of a sound, learned from the frames that an alignment has paired. */
import type { Alignment } from './align.ts'
import type { Cepstra } from './features.ts'
import { cepstra } from './features.ts'

/** Keeps the map near to what few frames can tell. */
const ridge = 0.05

/**
 * The reference with each frame as a linear map of its cepstra, so that its paired frames are as near to those of the sound as the
 * least squares give.
 */
export function adapted(reference: Cepstra, sound: Cepstra, { path }: Alignment): Cepstra {
  const size = cepstra + 1
  const square = Array.from({ length: size }, () => new Float64Array(size))
  const product = Array.from({ length: size }, () => new Float64Array(cepstra))
  const from = (frame: number, n: number): number => n < cepstra ? reference.values[frame * cepstra + n]! : 1
  let count = 0
  for (const [row, column] of path.entries()) {
    if (column < 0)
      continue
    count++
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++)
        square[a]![b]! += from(column, a) * from(column, b)
      for (let n = 0; n < cepstra; n++)
        product[a]![n]! += from(column, a) * sound.values[row * cepstra + n]!
    }
  }
  if (count < 2 * size)
    return reference
  for (let n = 0; n < cepstra; n++)
    square[n]![n]! *= 1 + ridge
  const map = solved(square, product)
  const values = new Float32Array(reference.values.length)
  for (let frame = 0; frame < reference.frames; frame++) {
    for (let n = 0; n < cepstra; n++) {
      let sum = 0
      for (let a = 0; a < size; a++)
        sum += from(frame, a) * map[a]![n]!
      values[frame * cepstra + n] = sum
    }
  }
  return { frames: reference.frames, values }
}

/** Solves `square · x = product` by elimination with pivots; `square` is positive definite. Changes both. */
function solved(square: readonly Float64Array[], product: readonly Float64Array[]): readonly Float64Array[] {
  const [rows, answers] = [[...square], [...product]]
  const size = rows.length
  for (let at = 0; at < size; at++) {
    let pivot = at
    for (let row = at + 1; row < size; row++) {
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!))
        pivot = row
    }
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    [answers[at], answers[pivot]] = [answers[pivot]!, answers[at]!]
    const divisor = rows[at]![at]! || 1e-12
    for (let row = 0; row < size; row++) {
      if (row === at)
        continue
      const factor = rows[row]![at]! / divisor
      for (let n = at; n < size; n++)
        rows[row]![n]! -= factor * rows[at]![n]!
      for (let n = 0; n < answers[row]!.length; n++)
        answers[row]![n]! -= factor * answers[at]![n]!
    }
  }
  return answers.map((answer, at) => answer.map(value => value / (rows[at]![at]! || 1e-12)))
}
