/**
 * Finds the grade with which one picture looks like another: by values that a person sees and corrects, solved with the same rule that
 * preview and film use. Curves, the look-up table and the vignette stay as they are.
 */
import type { Grade, Wheel } from '#contract/grade.ts'
import type { Cube } from './cube.ts'
import type { Manner, Palette } from './palette.ts'
import { grading, neutralGrade } from './grade.ts'
import { fitted, sizeOf } from './least-squares.ts'
import { mannerOf } from './palette.ts'

const plain = ['exposure', 'contrast', 'saturation', 'temperature', 'tint'] as const
const wheels = ['lift', 'gamma', 'gain'] as const
const shares = ['all', 'red', 'green', 'blue'] as const

interface Value {
  readonly of: (grade: Grade) => number
  readonly with: (grade: Grade, value: number) => Grade
  /** How far a match moves it at most, in both directions. */
  readonly far: number
  /** How much it costs to move it by 1: of two ways to the same picture, the shorter one is taken. */
  readonly cost: number
}

/** More contrast or saturation than this shows noise and edges of compression. */
const farOf: Readonly<Record<typeof plain[number], number>> = { exposure: 3, contrast: 0.5, saturation: 1, temperature: 1, tint: 1 }
/** Where these are enough, the wheels stay as they are. */
const simple = plain.map((name): Value => ({
  of: grade => grade[name],
  with: (grade, value) => ({ ...grade, [name]: value }),
  far: farOf[name],
  cost: 0.002,
}))
const values: readonly Value[] = [
  ...simple,
  ...wheels.flatMap(wheel => shares.map((share): Value => ({
    of: grade => grade[wheel][share],
    with: (grade, value) => ({ ...grade, [wheel]: { ...grade[wheel], [share]: value } satisfies Wheel }),
    far: 0.4,
    cost: 0.02,
  }))),
]

/** What counts how much. Deviations and thirds depend on what the pictures show; their means are what is noticed first. */
const weights = { mean: 4, deviation: 0.7, thirds: 0.35 } as const
/** Nobody sees less than this: nothing is changed for it. */
const leastDifference = 0.004
/** Of an outermost value. */
const precision = 1000

export interface Shot {
  readonly palette: Palette
  readonly grade: Grade
  /** Its look-up table; null where it has none, or that is not there. */
  readonly lut: Cube | null
}

/** How it looks with its grade. Null where nothing of it was seen. */
export const seenManner = ({ palette, grade, lut }: Shot): Manner | null => mannerOf(palette, grading(grade, lut))

/** The grade of `shot` with which it looks as `wanted`. The same object where it does already, or cannot be compared. */
export function matched(shot: Shot, wanted: Manner): Grade {
  const { palette, grade, lut } = shot
  const seen = seenManner(shot)
  if (!seen || sizeOf(distances(seen, wanted)) < leastDifference ** 2)
    return grade
  const left = (one: Grade): number => sizeOf(distances(seenManner({ ...shot, grade: one }) ?? seen, wanted))
  const isThere = (one: Grade): boolean => left(one) < leastDifference ** 2
  const moved = (base: Grade, used: readonly Value[]): Grade => {
    const start = used.map(value => value.of(base))
    // What was set by hand may be farther.
    const bounded = (sign: 1 | -1): number[] => used.map(({ far }, at) => sign * Math.max(far, sign * start[at]!))
    const found = fitted(start, {
      differences: now => [
        ...distances(mannerOf(palette, grading(withValues(base, used, now), lut)) ?? seen, wanted),
        ...now.map((value, at) => used[at]!.cost * (value - start[at]!)),
      ],
      ...{ least: bounded(-1), most: bounded(1) },
    })
    return withValues(base, used, found.map(value => Math.round(value * precision) / precision))
  }
  const from = (base: Grade): Grade => {
    const simply = moved(base, simple)
    return isThere(simply) ? simply : moved(simply, values)
  }
  const near = from(grade)
  if (isThere(near))
    return near
  // From where everything is black, white or grey, no way leads back: it begins again without a grade.
  const fresh = from(values.reduce((base, value) => value.with(base, value.of(neutralGrade)), grade))
  const best = left(fresh) < left(near) * 0.8 ? fresh : near
  return left(best) < left(grade) ? best : grade
}

function distances(now: Manner, wanted: Manner): number[] {
  const between = (a: readonly number[], b: readonly number[], weight: number): number[] => a.map((value, at) => weight * (value - b[at]!))
  return [
    ...between(now.mean, wanted.mean, weights.mean),
    ...between(now.deviation, wanted.deviation, weights.deviation),
    ...now.thirds.flatMap((third, at) => between(third, wanted.thirds[at]!, weights.thirds)),
  ]
}

function withValues(base: Grade, used: readonly Value[], now: readonly number[]): Grade {
  return used.reduce((grade, value, at) => value.of(grade) === now[at] ? grade : value.with(grade, now[at]!), base)
}

/** Between two grades that differ in what a match changes: 0 is `from`, 1 is `to`. */
export function blended(from: Grade, to: Grade, strength: number): Grade {
  if (strength >= 1)
    return to
  const between = values.map(value => value.of(from) + (value.of(to) - value.of(from)) * strength)
  return strength <= 0 ? from : withValues(from, values, between.map(value => Math.round(value * precision) / precision))
}
