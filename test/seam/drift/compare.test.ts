/** What is usual among takes, and which differ: the same whatever the level of all, their order, and how many are equal. */
import type { Measures } from '#contract/drift.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deviationsOf, fewestTakes, usualsOf } from '#rules/drift/compare.ts'

const usual: Measures = { pitch: 180, loudness: -24, pace: 4.5, brightness: 900 }
/** On the scales of the comparison: semitones, decibels, octaves, octaves. */
function shifted(of: Measures, [pitch, loudness, pace, brightness]: readonly number[]): Measures {
  return {
    pitch: of.pitch! * 2 ** (pitch! / 12),
    loudness: of.loudness! + loudness!,
    pace: of.pace! * 2 ** pace!,
    brightness: of.brightness! * 2 ** brightness!,
  }
}
const around = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const small = fc.tuple(around(0.6), around(1), around(0.08), around(0.1))
const takes = fc.array(small, { minLength: fewestTakes, maxLength: 40 }).map(all => all.map(by => shifted(usual, by)))
function differing(all: readonly Measures[], anchor: Measures | null = null) {
  const usuals = usualsOf(all, anchor)
  return all.map(take => deviationsOf(take, usuals))
}
const names = (all: readonly Measures[]) => differing(all).map(found => found.map(({ measure, by }) => `${measure} ${by > 0}`))

it('takes that sound alike do not differ, however many there are', () => {
  fc.assert(fc.property(takes, all => void expect(differing(all).flat()).toEqual([])))
  fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), count =>
    void expect(differing(Array.from<Measures>({ length: count }).fill(usual)).flat()).toEqual([])))
})

it('one that is far from all others is found, with its measure, direction and size', () => {
  const far = fc.constantFrom(
    ...[['pitch', [7, 0, 0, 0], 7], ['pitch', [-7, 0, 0, 0], -7], ['loudness', [0, 12, 0, 0], 12]] as const,
    ...[['pace', [0, 0, -0.9, 0], -0.9], ['brightness', [0, 0, 0, 1.2], 1.2]] as const,
  )
  fc.assert(fc.property(takes, far, fc.nat(40), (all, [measure, by, size], at) => {
    const place = at % (all.length + 1)
    const found = differing(all.toSpliced(place, 0, shifted(usual, by)))
    expect(found[place]!.map(each => each.measure)).toEqual([measure])
    expect(Math.abs(found[place]![0]!.by - size)).toBeLessThan(measure === 'pitch' ? 0.7 : measure === 'loudness' ? 1.1 : 0.15)
    expect(found.toSpliced(place, 1).flat()).toEqual([])
  }))
})

it('the order of the takes does not matter, nor what all of them have in common', () => {
  const wide = fc.array(fc.tuple(around(9), around(15), around(1), around(1)), { minLength: fewestTakes, maxLength: 20 })
    .map(all => all.map(by => shifted(usual, by)))
  fc.assert(fc.property(wide, small, (all, by) => {
    expect(names(all.toReversed()).toReversed()).toEqual(names(all))
    // Two floating point numbers of which one is a hair's breadth beyond the limit are not meant.
    const isNear = (take: Measures, of: readonly Measures[]): boolean => {
      const usuals = usualsOf(of, null)
      return (['pitch', 'loudness', 'pace', 'brightness'] as const).some(measure => [usuals[measure]!.low, usuals[measure]!.high]
        .some(edge => Math.abs(take[measure]! - edge) < 1e-6 * Math.abs(edge)))
    }
    fc.pre(!all.some(take => isNear(take, all)))
    expect(names(all.map(take => shifted(take, by.map(each => each * 10))))).toEqual(names(all))
  }))
})

it('with too few takes nothing is usual, unless there is an anchor', () => {
  const few = Array.from<Measures>({ length: fewestTakes - 1 }).fill(usual)
  const high = shifted(usual, [8, 0, 0, 0])
  expect(usualsOf(few, null)).toEqual({ pitch: null, loudness: null, pace: null, brightness: null })
  expect(deviationsOf(high, usualsOf(few, null))).toEqual([])
  expect(deviationsOf(high, usualsOf([], usual))).toEqual([{ measure: 'pitch', by: expect.closeTo(8, 5) }])
})

it('an anchor is what is usual: then the others may differ', () => {
  const all = Array.from<Measures>({ length: 6 }).fill(usual)
  const anchor = shifted(usual, [-5, 0, 0, 0])
  const found = differing([...all, anchor], anchor)
  expect(found.slice(0, 6).map(each => each[0])).toEqual(all.map(() => ({ measure: 'pitch', by: expect.closeTo(5, 5) })))
  expect(found[6]).toEqual([])
  // What was not measured of the anchor is compared with the others.
  expect(usualsOf(all, { ...anchor, pace: null }).pace?.middle).toBeCloseTo(usual.pace!, 5)
})

it('what was not measured of a take is not told', () => {
  const none: Measures = { pitch: null, loudness: null, pace: null, brightness: null }
  const all = [...Array.from<Measures>({ length: 5 }).fill(usual), none]
  expect(differing(all).flat()).toEqual([])
  expect(usualsOf(all, null).pitch?.middle).toBeCloseTo(180, 5)
})

it('the largest of several comes first', () => {
  const all = Array.from<Measures>({ length: 8 }).fill(usual)
  const take = shifted(usual, [3, 20, 0, 0])
  expect(deviationsOf(take, usualsOf(all, null)).map(({ measure }) => measure)).toEqual(['loudness', 'pitch'])
})
