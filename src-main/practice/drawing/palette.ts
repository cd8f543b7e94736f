/** The colours of an image: from the words of the prompt, otherwise at random. */
import type { Random } from '../seed.ts'
import type { Colour } from './raster.ts'
import { glanceAt } from '../request/glance.ts'
import { mix } from './raster.ts'

export interface Palette {
  readonly top: Colour
  readonly horizon: Colour
  /** The farthest hills; they blend into the horizon. */
  readonly far: Colour
  /** The nearest hills. */
  readonly near: Colour
  readonly light: Colour
  readonly isNight: boolean
}

const colourWords: Readonly<Record<string, Colour>> = {
  red: [200, 52, 48],
  crimson: [170, 24, 52],
  orange: [238, 130, 48],
  amber: [240, 168, 56],
  gold: [228, 180, 70],
  golden: [228, 180, 70],
  yellow: [244, 208, 78],
  green: [66, 150, 90],
  emerald: [30, 140, 104],
  teal: [34, 140, 146],
  turquoise: [64, 184, 184],
  cyan: [70, 190, 214],
  blue: [52, 112, 206],
  indigo: [66, 62, 160],
  purple: [128, 70, 170],
  violet: [138, 86, 196],
  magenta: [200, 62, 150],
  pink: [238, 138, 170],
  brown: [128, 88, 60],
  white: [238, 240, 244],
  black: [26, 27, 32],
  gray: [132, 138, 146],
  grey: [132, 138, 146],
  红: [200, 52, 48],
  橙: [238, 130, 48],
  黄: [244, 208, 78],
  金: [228, 180, 70],
  绿: [66, 150, 90],
  蓝: [52, 112, 206],
  紫: [128, 70, 170],
  粉: [238, 138, 170],
  白: [238, 240, 244],
  黑: [26, 27, 32],
}

const dawn: Palette = {
  top: [88, 120, 178],
  horizon: [255, 206, 170],
  far: [156, 150, 182],
  near: [44, 52, 86],
  light: [255, 240, 214],
  isNight: false,
}
const noon: Palette = {
  top: [62, 132, 206],
  horizon: [206, 232, 244],
  far: [142, 180, 200],
  near: [34, 86, 84],
  light: [255, 252, 236],
  isNight: false,
}
const sunset: Palette = {
  top: [62, 48, 112],
  horizon: [255, 150, 92],
  far: [172, 92, 114],
  near: [40, 26, 56],
  light: [255, 226, 160],
  isNight: false,
}
const mist: Palette = {
  top: [150, 176, 188],
  horizon: [232, 236, 230],
  far: [176, 194, 196],
  near: [50, 78, 84],
  light: [255, 255, 246],
  isNight: false,
}
const night: Palette = {
  top: [10, 16, 42],
  horizon: [52, 78, 132],
  far: [44, 62, 108],
  near: [8, 12, 28],
  light: [236, 240, 255],
  isNight: true,
}
const desert: Palette = {
  top: [72, 128, 180],
  horizon: [250, 218, 170],
  far: [214, 160, 116],
  near: [122, 64, 48],
  light: [255, 246, 220],
  isNight: false,
}

const moods: readonly (readonly [RegExp, Palette])[] = [
  [/night|moon|star|midnight|[夜月星]/i, night],
  [/sunset|dusk|evening|fire|日落|黄昏|傍晚/i, sunset],
  [/dawn|sunrise|morning|日出|清晨|早/i, dawn],
  [/fog|mist|rain|winter|snow|cloud|[雾雨雪云]/i, mist],
  [/desert|sand|dune|canyon|沙/i, desert],
]

export function choosePalette(whole: string, random: Random): Palette {
  const prompt = glanceAt(whole)
  const byMood = moods.find(([words]) => words.test(prompt))?.[1]
  const base = byMood ?? random.pick([dawn, noon, sunset, mist, desert, noon])
  // "red hills under a blue sky": the sky gets its own colour, the land the first remaining one.
  const ofSky = coloursIn(/\p{L}+(?=\s+skies|\s+sky|天空)/iu.exec(prompt)?.[0] ?? '')[0]
  const named = coloursIn(prompt)
  const first = ofSky ?? named[0]
  const second = named.find(colour => colour !== first) ?? first
  if (!first || !second)
    return base
  const isDark = first[0] + first[1] + first[2] < 150
  return {
    top: mix(base.top, first, 0.75),
    horizon: mix(base.horizon, first, isDark ? 0.6 : 0.35),
    far: mix(base.far, second, 0.6),
    near: mix(base.near, mix(second, [0, 0, 0], 0.55), 0.8),
    light: base.light,
    isNight: base.isNight || isDark,
  }
}

/** The colours that a prompt names, in its order. */
export function coloursIn(prompt: string): readonly Colour[] {
  const words = prompt.toLowerCase().match(/[a-z]+|\p{Script=Han}/gu) ?? []
  return words.flatMap((word) => {
    const colour = colourWords[word]
    return colour ? [colour] : []
  })
}
