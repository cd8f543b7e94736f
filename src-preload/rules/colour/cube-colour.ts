/** What a look-up table makes of a colour, as ffmpeg's `lut1d` and `lut3d` do it. */
import type { Cube } from './cube.ts'
import type { Rgb } from './rgb.ts'

/** What is outside of the colours that it is for is taken for the nearest of them. */
export function colourOf(cube: Cube): (colour: Rgb) => Rgb {
  const { dimensions, size, least, most } = cube
  const place = (colour: Rgb, channel: number): number => {
    const into = (colour[channel]! - least[channel]!) / (most[channel]! - least[channel]!)
    return (into <= 0 ? 0 : into >= 1 ? 1 : into) * (size - 1)
  }
  const between = dimensions === 1 ? alongCurves(cube) : inTetrahedra(cube)
  return colour => between([place(colour, 0), place(colour, 1), place(colour, 2)])
}

/** `places` count points. */
function alongCurves({ size, values }: Cube): (places: Rgb) => Rgb {
  const at = (place: number, channel: number): number => {
    const from = Math.min(size - 2, Math.floor(place))
    const into = place - from
    return (1 - into) * values[from * 3 + channel]! + into * values[from * 3 + 3 + channel]!
  }
  return ([red, green, blue]) => [at(red, 0), at(green, 1), at(blue, 2)]
}

function inTetrahedra({ size, values }: Cube): (places: Rgb) => Rgb {
  const [redStep, greenStep, blueStep] = [3, 3 * size, 3 * size * size] as const
  const across = redStep + greenStep + blueStep
  return ([red, green, blue]) => {
    const cellOf = (place: number): number => Math.min(size - 2, Math.floor(place))
    const [r, g, b] = [cellOf(red), cellOf(green), cellOf(blue)] as const
    const [x, y, z] = [red - r, green - g, blue - b] as const
    const from = r * redStep + g * greenStep + b * blueStep
    const far = Math.max(x, y, z)
    const near = Math.min(x, y, z)
    const middle = x + y + z - far - near
    // Along the axis first in which the colour is farthest from the point below, and along the one in which it is nearest last.
    const first = from + (x >= y && x >= z ? redStep : y >= z ? greenStep : blueStep)
    const second = from + across - (z <= x && z <= y ? blueStep : y <= x ? greenStep : redStep)
    const mixed = (channel: number): number => (1 - far) * values[from + channel]! + (far - middle) * values[first + channel]!
      + (middle - near) * values[second + channel]! + near * values[from + across + channel]!
    return [mixed(0), mixed(1), mixed(2)]
  }
}
