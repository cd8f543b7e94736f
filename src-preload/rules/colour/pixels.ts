/** Grades pixels of eight bits: what the preview does where it has no graphics processor, and tests compare with. */
import type { Grade } from '#contract/grade.ts'
import type { Lattice } from './lattice.ts'
import { vignetteAt } from './grade.ts'

/** Straight RGBA, changed in place. Colours between the points of the lattice are found by tetrahedra; null leaves them. */
export function gradePixels(pixels: Uint8ClampedArray, width: number, { lattice, grade }: { lattice: Lattice | null, grade: Grade }): void {
  if (lattice)
    takeColours(pixels, lattice)
  if (grade.vignette > 0)
    darkenCorners(pixels, width, grade)
}

function takeColours(pixels: Uint8ClampedArray, { size, values }: Lattice): void {
  const most = size - 1
  // Of each of the 256 values: the point below, and how far it is from there.
  const cells = Int32Array.from({ length: 256 }, (_, value) => Math.min(most - 1, Math.floor(value / 255 * most)))
  const into = Float32Array.from(cells, (cell, value) => value / 255 * most - cell)
  const [redStep, greenStep, blueStep] = [3, 3 * size, 3 * size * size]
  const across = redStep + greenStep + blueStep
  for (let at = 0; at < pixels.length; at += 4) {
    const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const [x, y, z] = [into[r]!, into[g]!, into[b]!]
    const from = cells[r]! * redStep + cells[g]! * greenStep + cells[b]! * blueStep
    // The two corners on the way from this one to the one across, and how far the colour is along each edge.
    let [first, second, far, middle, near] = [redStep, redStep + greenStep, x, y, z]
    if (x >= y) {
      if (z > x)
        [first, second, far, middle, near] = [blueStep, blueStep + redStep, z, x, y]
      else if (z > y)
        [first, second, far, middle, near] = [redStep, redStep + blueStep, x, z, y]
    }
    else if (z > y) {
      [first, second, far, middle, near] = [blueStep, blueStep + greenStep, z, y, x]
    }
    else if (z > x) {
      [first, second, far, middle, near] = [greenStep, greenStep + blueStep, y, z, x]
    }
    else {
      [first, second, far, middle, near] = [greenStep, greenStep + redStep, y, x, z]
    }
    for (let channel = 0; channel < 3; channel++) {
      const place = from + channel
      const mixed = (1 - far) * values[place]! + (far - middle) * values[place + first]!
        + (middle - near) * values[place + second]! + near * values[place + across]!
      pixels[at + channel] = mixed * 255
    }
  }
}

function darkenCorners(pixels: Uint8ClampedArray, width: number, grade: Grade): void {
  const height = pixels.length / 4 / width
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = vignetteAt(grade, (x + 0.5) / width, (y + 0.5) / height)
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++)
        pixels[at + channel] = pixels[at + channel]! * share
    }
  }
}
