/** Grades of every kind. */
import type { CurvePoint, Curves, Grade, Wheel } from '#contract/grade.ts'
import type { AssetId } from '#contract/words.ts'
import type { Rgb } from '#rules/colour/rgb.ts'
import fc from 'fast-check'
import { neutralGrade } from '#rules/colour/grade.ts'

function hundredths(least: number, most: number): fc.Arbitrary<number> {
  return fc.integer({ min: Math.round(least * 100), max: Math.round(most * 100) }).map(value => value / 100)
}
function mostlyNone(value: fc.Arbitrary<number>): fc.Arbitrary<number> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: value })
}

/** Not too steep for pictures of eight bits. */
const curve: fc.Arbitrary<CurvePoint[]> = fc.subarray([20, 40, 60, 80]).chain(places =>
  fc.tuple(...[0, ...places, 100].map(at => fc.integer({ min: -12, max: 12 }).map(by =>
    ({ x: at / 100, y: Math.max(0, Math.min(100, at + by)) / 100 })))))
export const curved: fc.Arbitrary<Curves> = fc.record({ luma: curve, red: curve, green: curve, blue: curve }, { requiredKeys: [] })

/** `far` is how far it may be from neutral, of what is possible. */
export function grades(far = 1): fc.Arbitrary<Grade> {
  const signed = mostlyNone(hundredths(-far, far))
  const wheel: fc.Arbitrary<Wheel> = fc.record({ all: signed, red: signed, green: signed, blue: signed })
  return fc.record({
    ...{ exposure: mostlyNone(hundredths(-5 * far, 5 * far)), contrast: signed, pivot: hundredths(0.3, 0.7), saturation: signed },
    ...{ temperature: signed, tint: signed, lift: wheel, gamma: wheel, gain: wheel },
    ...{ curves: curved, vignette: mostlyNone(hundredths(0, far)), vignetteStart: hundredths(0, 0.95) },
  }, { requiredKeys: [...Object.keys(neutralGrade) as Exclude<keyof Grade, 'curves' | 'lut'>[]] })
}

/** Of a look-up table. */
export const lutId = 'a1'.repeat(32) as AssetId

const code = fc.integer({ min: 0, max: 255 }).map(value => value / 255)
export const colours: fc.Arbitrary<Rgb> = fc.tuple(code, code, code)
