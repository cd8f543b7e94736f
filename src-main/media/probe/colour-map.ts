/**
 * Brings the RGB of a source into the colours of a film: BT.709, by the light that a screen gives off. In sixteen bits, by filters that
 * every ffmpeg has. zscale, which some lack, gives the same for films, but knows no primaries and curves of a profile.
 */

/** `(a·x + b)^g` from `d` on, `c·x` below: from a stored value to light, both from 0 to 1. */
export interface Curve { readonly g: number, readonly a: number, readonly b: number, readonly c: number, readonly d: number }

/** From a stored value to light: a formula, or values at equal distances from 0 to 1. */
export type ToLight = Curve | readonly number[]

export interface ColourMap {
  /** Of red, green and blue. */
  readonly toLight: readonly [ToLight, ToLight, ToLight]
  /** From light of the source to light of the film, row by row. */
  readonly matrix: readonly number[]
  /** From a stored value of the film to light; used the other way round. */
  readonly ofFilm: Curve
}

/** How pictures are stored (IEC 61966-2-1). */
export const srgbCurve: Curve = { g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045 }
export const powerCurve = (g: number): Curve => ({ g, a: 1, b: 0, c: 0, d: 0 })
/** How screens show video, whichever of BT.709, BT.601 and BT.2020 it is (BT.1886). Cameras store it by another curve. */
export const videoCurve: Curve = powerCurve(2.4)

/** x and y of red, green, blue and white (CIE 1931). */
export type Primaries = readonly [red: Point, green: Point, blue: Point, white: Point]
export type Point = readonly [x: number, y: number]

const [d65, illuminantC, dciWhite]: readonly Point[] = [[0.3127, 0.329], [0.31, 0.316], [0.314, 0.351]]
const smpteC: Primaries = [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], d65!]

/** As ffmpeg spells them (ITU-T H.273, table 2). */
export const knownPrimaries = {
  bt709: [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], d65!],
  bt470m: [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08], illuminantC!],
  bt470bg: [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06], d65!],
  smpte170m: smpteC,
  smpte240m: smpteC,
  film: [[0.681, 0.319], [0.243, 0.692], [0.145, 0.049], illuminantC!],
  bt2020: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], d65!],
  smpte431: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], dciWhite!],
  smpte432: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], d65!],
} as const satisfies Readonly<Record<string, Primaries>>

/** What names a colour space in streams, PNG and AVIF, by its number there. */
export const primariesByNumber: Readonly<Record<number, keyof typeof knownPrimaries>> = {
  1: 'bt709',
  4: 'bt470m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  8: 'film',
  9: 'bt2020',
  11: 'smpte431',
  12: 'smpte432',
}

/** The white that ICC profiles refer to. */
const d50: readonly number[] = [0.9642, 1, 0.8249]
/** The cone response of Bradford, to which whites are adapted. */
const bradford = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]

/** From light of these primaries to XYZ under D50. */
export function toProfileSpace([red, green, blue, white]: Primaries): number[] {
  const xyz = ([x, y]: Point): number[] => [x / y, 1, (1 - x - y) / y]
  const columns = transposed([red, green, blue].flatMap(xyz))
  const wanted = xyz(white)
  const weights = times(inverse(columns), wanted)
  const plain = columns.map((value, at) => value * weights[at % 3]!)
  const [from, to] = [times(bradford, wanted), times(bradford, [...d50])]
  const scaled = bradford.map((value, at) => value * to[Math.floor(at / 3)]! / from[Math.floor(at / 3)]!)
  return times(times(inverse(bradford), scaled), plain)
}

/** From XYZ under D50 to light of BT.709, which sRGB shares. */
export const fromProfileSpace: readonly number[] = inverse(toProfileSpace(knownPrimaries.bt709))

/** Null where the colours are those of the film already, to less than what eight bits can tell. */
export function mapFrom(toLight: ColourMap['toLight'], space: readonly number[], ofFilm: Curve): ColourMap | null {
  const map = { toLight, matrix: times(fromProfileSpace, space), ofFilm }
  const steps = [0, 0.1, 0.25, 0.5, 0.75, 1]
  const colours = steps.flatMap(red => steps.flatMap(green => steps.map(blue => [red, green, blue] as const)))
  return colours.every(colour => mapped(map, colour).every((value, at) => Math.abs(value - colour[at]!) < 0.5 / 255)) ? null : map
}

const clip = (value: number): number => Math.min(1, Math.max(0, value))

/** What a colour becomes, from 0 to 1. */
export function mapped({ toLight, matrix, ofFilm }: ColourMap, colour: readonly [number, number, number]): number[] {
  return times(matrix, colour.map((value, at) => lightOf(toLight[at]!, value))).map(light => storedOf(ofFilm, clip(light)))
}

/** Of a stored value from 0 to 1. */
export function lightOf(curve: ToLight, value: number): number {
  if ('g' in curve)
    return value >= curve.d ? Math.max(0, curve.a * value + curve.b) ** curve.g : curve.c * value
  const place = value * (curve.length - 1)
  const [low, high] = [curve[Math.floor(place)]!, curve[Math.ceil(place)]!]
  return low + (high - low) * (place % 1)
}

function storedOf({ g, a, b, c, d }: Curve, light: number): number {
  return light >= (a * d + b) ** g ? (light ** (1 / g) - b) / a : light / c
}

/** Filters from sixteen bits of RGB, with or without alpha, to the same. */
export function mapFilters({ toLight, matrix, ofFilm }: ColourMap): string[] {
  // The filter that mixes takes no factor above 2.
  const headroom = Math.max(1, ...matrix.map(value => Math.abs(value) / 2))
  const mix = [...matrix.entries()].map(([at, value]) => `${'rgb'[Math.floor(at / 3)]}${'rgb'[at % 3]}=${(value / headroom).toFixed(9)}`)
  // What comes out is cut to a whole number: half of one more rounds it.
  const whole = (text: string): string => `'0.5+maxval*clip(${text},0,1)'`
  const [red, green, blue] = toLight.map(curve => whole(lightText(curve)))
  const stored = whole(storedText(ofFilm, headroom))
  return [`lutrgb=r=${red}:g=${green}:b=${blue}`, `colorchannelmixer=${mix.join(':')}`, `lutrgb=r=${stored}:g=${stored}:b=${stored}`]
}

function lightText(curve: ToLight): string {
  if (!('g' in curve))
    return tableText(curve, 0, curve.length - 1)
  const power = `pow(max(0,${number(curve.a)}*val/maxval+${number(curve.b)}),${number(curve.g)})`
  return curve.d > 0 ? `if(lt(val/maxval,${number(curve.d)}),${number(curve.c)}*val/maxval,${power})` : power
}

/** Straight lines between the values from one place of the table to another, found by halving. */
function tableText(table: readonly number[], from: number, to: number): string {
  const middle = Math.floor((from + to) / 2)
  if (to - from > 1)
    return `if(lt(val/maxval*${table.length - 1},${middle}),${tableText(table, from, middle)},${tableText(table, middle, to)})`
  const [low, high] = [table[from]!, table[to]!]
  return `${number(low)}+${number(high - low)}*(val/maxval*${table.length - 1}-${from})`
}

function storedText({ g, a, b, c, d }: Curve, headroom: number): string {
  const light = `${number(headroom)}*val/maxval`
  const power = `(pow(${light},${number(1 / g)})-${number(b)})/${number(a)}`
  return d > 0 ? `if(lt(${light},${number((a * d + b) ** g)}),${light}/${number(c)},${power})` : power
}

/** Negative numbers in brackets, so that they may follow a sign. */
function number(value: number): string {
  return `(${value.toFixed(10)})`
}

/** A matrix of three rows by another, or by a column. */
function times(one: readonly number[], other: readonly number[]): number[] {
  const columns = other.length / 3
  return Array.from({ length: 3 * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns]
    return [0, 1, 2].reduce((sum, each) => sum + one[row * 3 + each]! * other[each * columns + column]!, 0)
  })
}

function transposed(matrix: readonly number[]): number[] {
  return matrix.map((_, at) => matrix[at % 3 * 3 + Math.floor(at / 3)]!)
}

/** Of one whose determinant is 0 nothing is finite. */
export function inverse(matrix: readonly number[]): number[] {
  const [a, b, c, d, e, f, g, h, i] = matrix as [number, number, number, number, number, number, number, number, number]
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const first = [e * i - f * h, c * h - b * i, b * f - c * e]
  const second = [f * g - d * i, a * i - c * g, c * d - a * f]
  return [...first, ...second, d * h - e * g, b * g - a * h, a * e - b * d]
    .map(value => value / determinant)
}
