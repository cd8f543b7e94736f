/** What of a grade may change within a clip, by keys, and what of that is set together. */
import type { Grade, Wheel } from '#contract/grade.ts'
import type { Keys } from '#contract/sequence-document.ts'

const plain = ['exposure', 'temperature', 'tint', 'contrast', 'pivot', 'saturation', 'vignette', 'vignetteStart'] as const
type Plain = typeof plain[number]

type WheelName = 'lift' | 'gamma' | 'gain'
const wheels = {
  ...{ liftAll: ['lift', 'all'], liftRed: ['lift', 'red'], liftGreen: ['lift', 'green'], liftBlue: ['lift', 'blue'] },
  ...{ gammaAll: ['gamma', 'all'], gammaRed: ['gamma', 'red'], gammaGreen: ['gamma', 'green'], gammaBlue: ['gamma', 'blue'] },
  ...{ gainAll: ['gain', 'all'], gainRed: ['gain', 'red'], gainGreen: ['gain', 'green'], gainBlue: ['gain', 'blue'] },
} as const satisfies Record<string, readonly [WheelName, keyof Wheel]>

/** As they are shown: what is set together has its keys together. */
export const colourMotions = {
  exposure: ['exposure'],
  temperature: ['temperature'],
  tint: ['tint'],
  contrast: ['contrast'],
  pivot: ['pivot'],
  saturation: ['saturation'],
  lift: ['liftAll', 'liftRed', 'liftGreen', 'liftBlue'],
  gamma: ['gammaAll', 'gammaRed', 'gammaGreen', 'gammaBlue'],
  gain: ['gainAll', 'gainRed', 'gainGreen', 'gainBlue'],
  lutAmount: ['lutAmount'],
  vignette: ['vignette'],
  vignetteStart: ['vignetteStart'],
} as const satisfies Record<string, readonly (keyof Keys)[]>
export type ColourMotion = keyof typeof colourMotions
export const colourMotionNames: readonly ColourMotion[] = [
  ...['exposure', 'temperature', 'tint', 'contrast', 'pivot', 'saturation', 'lift', 'gamma', 'gain'] as const,
  ...['lutAmount', 'vignette', 'vignetteStart'] as const,
]

/** What depends on the place in the picture, and is no part of a lattice. */
export const cornerProperties = ['vignette', 'vignetteStart'] as const

export type ColourProperty = typeof colourMotions[ColourMotion][number]
export const colourProperties: readonly ColourProperty[] = colourMotionNames.flatMap(name => [...colourMotions[name]])
const names: ReadonlySet<string> = new Set(colourProperties)
export const isColourProperty = (property: string): property is ColourProperty => names.has(property)

const plainNames: ReadonlySet<string> = new Set(plain)
const isPlain = (property: ColourProperty): property is Plain => plainNames.has(property)

/** Without a look-up table, nothing of it is seen. */
export function valueOfGrade(grade: Grade, property: ColourProperty): number {
  if (isPlain(property))
    return grade[property]
  if (property === 'lutAmount')
    return grade.lut?.amount ?? 0
  const [wheel, share] = wheels[property]
  return grade[wheel][share]
}

export function withGradeValue(grade: Grade, property: ColourProperty, value: number): Grade {
  if (isPlain(property))
    return { ...grade, [property]: value }
  if (property === 'lutAmount')
    return grade.lut ? { ...grade, lut: { ...grade.lut, amount: value } } : grade
  const [wheel, share] = wheels[property]
  return { ...grade, [wheel]: { ...grade[wheel], [share]: value } }
}

/** The keys of the grade alone. */
export function colourKeysOf(keys: Keys | undefined = {}): Keys {
  return Object.fromEntries(colourProperties.flatMap((property) => {
    const own = keys[property]
    return own ? [[property, own] as const] : []
  }))
}

/** The keys of the look alone. */
export function withoutColourKeys(keys: Keys): Keys {
  return Object.fromEntries(Object.entries(keys).filter(([property]) => !isColourProperty(property)))
}
