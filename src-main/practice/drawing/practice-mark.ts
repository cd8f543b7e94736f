/** The word "practice" in the corner of every image and video of the practice service. */
import type { Colour, Raster } from './raster.ts'
import { tint } from './raster.ts'

/** Five rows of each letter, three pixels wide. */
const letters = {
  P: ['##.', '#.#', '##.', '#..', '#..'],
  R: ['##.', '#.#', '##.', '#.#', '#.#'],
  A: ['.#.', '#.#', '###', '#.#', '#.#'],
  C: ['.##', '#..', '#..', '#..', '.##'],
  T: ['###', '.#.', '.#.', '.#.', '.#.'],
  I: ['###', '.#.', '.#.', '.#.', '###'],
  E: ['###', '#..', '##.', '#..', '###'],
} as const

const word = ['P', 'R', 'A', 'C', 'T', 'I', 'C', 'E'] as const
const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]

/** The dots of the word, in a grid of 31 by 5. */
function dotsOf(): readonly (readonly [x: number, y: number])[] {
  return word.flatMap((letter, i) => letters[letter].flatMap((row, y) =>
    [...row].flatMap((dot, x): [number, number][] => dot === '#' ? [[i * 4 + x, y]] : [])))
}

/** Draws it into the bottom right corner, white over a shadow, so that it is readable on any background. */
export function drawPracticeMark(picture: Raster): void {
  const dot = Math.max(1, Math.round(Math.min(picture.width, picture.height) / 420))
  const left = picture.width - 31 * dot - 5 * dot
  const top = picture.height - 5 * dot - 5 * dot
  const paint = (shift: number, colour: Colour, amount: number) => {
    for (const [x, y] of dotsOf()) {
      for (let i = 0; i < dot * dot; i++)
        tint(picture, left + shift + x * dot + i % dot, top + shift + y * dot + Math.floor(i / dot), colour, amount)
    }
  }
  paint(Math.max(1, dot >> 1), black, 0.4)
  paint(0, white, 0.8)
}
