/** Oklab: colours by lightness, green to red and blue to yellow, in which equal distances look about equally different. */
import type { Rgb } from './rgb.ts'

export type Lab = readonly [lightness: number, greenRed: number, blueYellow: number]

/** Of a stored value, as screens show it (BT.1886). */
const light = (value: number): number => value <= 0 ? 0 : value ** 2.4

/** Of a colour as a film stores it. */
export function oklabOf(colour: Rgb): Lab {
  const [red, green, blue] = [light(colour[0]), light(colour[1]), light(colour[2])]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}
