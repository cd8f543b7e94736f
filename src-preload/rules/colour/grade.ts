/**
 * What a grade makes of a colour. Colours are RGB of BT.709 as a film stores them, 0 to 1; light is their power of 2.4, as screens show it
 * (BT.1886), so that what multiplies light multiplies the stored value, too.
 */
import type { Grade, Wheel } from '#contract/grade.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Cube } from './cube.ts'
import type { Rgb } from './rgb.ts'
import { colourOf } from './cube-colour.ts'
import { curveNames, curveThrough, isStraight } from './curve.ts'

const evenWheel: Wheel = { all: 0, red: 0, green: 0, blue: 0 }
/** Changes nothing. */
export const neutralGrade: Grade = {
  ...{ exposure: 0, contrast: 0, pivot: 0.5, saturation: 0, temperature: 0, tint: 0 },
  ...{ lift: evenWheel, gamma: evenWheel, gain: evenWheel, vignette: 0, vignetteStart: 0.4 },
}
const wheels = ['lift', 'gamma', 'gain'] as const
const shares = ['all', 'red', 'green', 'blue'] as const

export const gradeOf = ({ grade }: Pick<PictureClip, 'grade'>): Grade => grade ?? neutralGrade

/** Whether it has a look-up table that is seen. */
export const hasLut = ({ lut }: Grade): boolean => lut !== undefined && lut.amount > 0

/** Whether it changes colours, wherever they are in the picture. */
export const hasColours = (grade: Grade): boolean => hasLut(grade) || hasOwnColours(grade)

/** Without its look-up table. */
function hasOwnColours(grade: Grade): boolean {
  const { exposure, contrast, saturation, temperature, tint } = grade
  return [exposure, contrast, saturation, temperature, tint].some(value => value !== 0)
    || curveNames.some(name => !isStraight(grade.curves?.[name]))
    || wheels.some(wheel => shares.some(share => grade[wheel][share] !== 0))
}

/** Whether a picture with it is as it would be without. */
export const isNeutral = (grade: Grade): boolean => !hasColours(grade) && grade.vignette === 0
/** Whether nothing of it is set: a look-up table of which nothing is seen yet was chosen, too. */
export const isUnset = (grade: Grade): boolean => isNeutral(grade) && grade.lut === undefined

const screenGamma = 2.4
/** How much light of each colour an outermost temperature or tint has more or less, in stops. */
const [temperatureStops, tintStops] = [0.7, 0.5]
const luma: Rgb = [0.2126, 0.7152, 0.0722]
const clipped = (value: number): number => value <= 0 ? 0 : value >= 1 ? 1 : value
const brightness = ([red, green, blue]: Rgb): number => luma[0] * red + luma[1] * green + luma[2] * blue

/**
 * The colour that it makes of each colour; the same numbers on every machine that has the same `pow`. `lut` is its look-up table; null
 * where it has none, or that is not there.
 */
export function grading(grade: Grade, lut: Cube | null = null): (colour: Rgb) => Rgb {
  const { channels: [red, green, blue], mixed } = gradingOf(grade, lut)
  return colour => mixed([red(colour[0]), green(colour[1]), blue(colour[2])])
}

/** What it makes of each channel by itself, and then of the three together: callers with many colours ask for each value once. */
export interface Grading {
  readonly channels: readonly [red: Bend, green: Bend, blue: Bend]
  readonly mixed: (colour: Rgb) => Rgb
}
type Bend = (value: number) => number

const same = <Value>(value: Value): Value => value

export function gradingOf(grade: Grade, lut: Cube | null = null): Grading {
  const own: Grading = hasOwnColours(grade) ? ownGrading(grade) : { channels: [same, same, same], mixed: same }
  const amount = grade.lut?.amount ?? 0
  if (!lut || amount === 0)
    return own
  const looked = colourOf(lut)
  return {
    ...own,
    mixed(colour) {
      const before = own.mixed(colour)
      const after = looked(before)
      const part = (channel: 0 | 1 | 2): number => clipped(before[channel] + amount * (after[channel] - before[channel]))
      return [part(0), part(1), part(2)]
    },
  }
}

function ownGrading(grade: Grade): Grading {
  const factors = factorsOf(grade)
  const slope = 3 ** grade.contrast
  const colourfulness = 1 + grade.saturation
  const channels = (['red', 'green', 'blue'] as const).map((name, at): Bend => {
    const [lift, gamma, gain] = wheels.map(wheel => grade[wheel].all + grade[wheel][name])
    const [raised, power, factor] = [lift! / 2, 2 ** -gamma!, 2 ** gain! * factors[at]!]
    return (value) => {
      const scaled = value * factor
      const lifted = raised === 0 ? scaled : scaled + raised * (1 - scaled)
      // What is below black stays there by as much.
      const bent = power === 1 || lifted <= 0 ? lifted : lifted ** power
      return slope === 1 ? bent : grade.pivot + (bent - grade.pivot) * slope
    }
  })
  const bend = bending(grade)
  return {
    channels: channels as [Bend, Bend, Bend], // of three names
    mixed(changed) {
      if (colourfulness === 1)
        return bend([clipped(changed[0]), clipped(changed[1]), clipped(changed[2])])
      const grey = brightness(changed)
      const part = (value: number): number => clipped(grey + (value - grey) * colourfulness)
      return bend([part(changed[0]), part(changed[1]), part(changed[2])])
    },
  }
}

/** The curves: of each colour, then of the brightness, which moves all three by the same. */
function bending({ curves = {} }: Grade): (colour: Rgb) => Rgb {
  if (curveNames.every(name => isStraight(curves[name])))
    return colour => colour
  const [luma, red, green, blue] = curveNames.map(name => curveThrough(curves[name] ?? []))
  return (colour) => {
    const bent: Rgb = [red!(colour[0]), green!(colour[1]), blue!(colour[2])]
    const grey = brightness(bent)
    const by = luma!(grey) - grey
    return by === 0 ? bent : [clipped(bent[0] + by), clipped(bent[1] + by), clipped(bent[2] + by)]
  }
}

/** Exposure, temperature and tint multiply light. White keeps its brightness when it gets warmer. */
function factorsOf({ exposure, temperature, tint }: Grade): Rgb {
  const light: Rgb = [
    2 ** (temperatureStops * temperature + tintStops * tint / 2),
    2 ** (-tintStops * tint / 2),
    2 ** (-temperatureStops * temperature + tintStops * tint / 2),
  ]
  const white = brightness(light)
  const [red, green, blue] = light.map(share => (share / white * 2 ** exposure) ** (1 / screenGamma))
  return [red!, green!, blue!]
}

/** What is left of a stored value at a place of the picture: 0, 0 is its corner, 1, 1 the one across. */
export function vignetteAt({ vignette, vignetteStart }: Pick<Grade, 'vignette' | 'vignetteStart'>, x: number, y: number): number {
  const distance = Math.hypot(2 * x - 1, 2 * y - 1) / Math.SQRT2
  const into = clipped((distance - vignetteStart) / (1 - vignetteStart))
  return 1 - vignette * into * into * (3 - 2 * into)
}
