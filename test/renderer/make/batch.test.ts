/** Properties of a batch: as many requests as combinations, no duplicates, no invalid values. */
import type { Field } from '#contract/models.ts'
import type { Axis } from '../../../src-renderer/rooms/make/batch/batch.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '#rules/models/check-request.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { countOf, isWithin, mostVariants, numbersIn, variantsOf } from '../../../src-renderer/rooms/make/batch/batch.ts'

const model = builtInModels.find(entry => entry.id === 'qwen-image-edit-2511')!
const fieldNamed = (name: string): Field => builtInModels.flatMap(entry => entry.fields).find(field => field.name === name)!
const seed = fieldNamed('seed')
const width = fieldNamed('width')
const steps = fieldNamed('num_inference_steps')
const profile = fieldNamed('weight')
const base = { prompt: 'A harbour', negative_prompt: 'people' }

const axis: fc.Arbitrary<Axis> = fc.oneof(
  fc.array(fc.integer({ min: -10, max: 4000 }), { maxLength: 12 }).map(values => ({ field: width, values })),
  fc.array(fc.double({ min: -2, max: 60, noNaN: true }), { maxLength: 8 }).map(values => ({ field: steps, values })),
  fc.array(fc.constantFrom('lightning', 'vanilla', 'hasty', ''), { maxLength: 6 }).map(values => ({ field: profile, values })),
)
const grid = fc.uniqueArray(axis, {
  minLength: 1,
  maxLength: 2,
  selector: each => each.field.name,
}).map(axes => ({ by: 'grid', axes }) as const)

describe('a grid', () => {
  it('makes one request for each combination of valid values, and counts them beforehand', () => {
    fc.assert(fc.property(grid, (plan) => {
      const usable = plan.axes.map(({ field, values }) => new Set(values.filter(value => isWithin(field, value))).size)
      const variants = variantsOf(base, plan)
      expect(variants).toHaveLength(usable.reduce((product, size) => product * size, 1))
      expect(countOf(plan)).toBe(variants.length)
    }))
  })

  it('never makes the same request twice', () => {
    fc.assert(fc.property(grid, (plan) => {
      const variants = variantsOf(base, plan).map(variant => JSON.stringify(variant))
      expect(new Set(variants).size).toBe(variants.length)
    }))
  })

  it('keeps the rest of the request, and every value within the bounds of its field', () => {
    fc.assert(fc.property(grid, (plan) => {
      for (const variant of variantsOf(base, plan)) {
        expect(variant).toMatchObject(base)
        expect(Object.keys(variant).sort()).toEqual([...Object.keys(base), ...plan.axes.map(({ field }) => field.name)].sort())
        expect(plan.axes.every(({ field }) => isWithin(field, variant[field.name]!))).toBe(true)
      }
    }))
  })

  it('is empty while one of its fields has no value', () => {
    expect(variantsOf(base, { by: 'grid', axes: [{ field: steps, values: [10, 20] }, { field: profile, values: [] }] })).toEqual([])
    expect(variantsOf(base, { by: 'grid', axes: [] })).toEqual([])
  })
})

describe('seeds', () => {
  it('are consecutive, one for each request', () => {
    fc.assert(fc.property(fc.nat(1e9), fc.integer({ min: 0, max: mostVariants }), (from, count) => {
      expect(variantsOf(base, {
        by: 'seeds',
        field: seed,
        from,
        count,
      })).toEqual(Array.from({ length: count }, (_, index) => ({ ...base, seed: from + index })))
    }))
  })

  it('stop at the maximum of the field', () => {
    expect(variantsOf({}, { by: 'seeds', field: { ...seed, max: 7 }, from: 6, count: 5 })).toEqual([{ seed: 6 }, { seed: 7 }])
  })

  it('are always a bounded list, whatever was typed', () => {
    for (const count of [Number.NaN, Infinity, -3, 1e12])
      expect(countOf({ by: 'seeds', field: seed, from: 0, count })).toBeLessThanOrEqual(mostVariants + 1)
  })
})

it('a list of prompts makes one request for each non-empty line, without duplicates', () => {
  const prompt = fieldNamed('prompt')
  const plan = { by: 'words', field: prompt, texts: ['A gull', '', '  A gull ', '海边的灯塔', '   '] } as const
  expect(variantsOf(base, plan)).toEqual([{ ...base, prompt: 'A gull' }, { ...base, prompt: '海边的灯塔' }])
})

describe('typed numbers', () => {
  it('are a list, a range, or both', () => {
    expect(numbersIn(steps, '4, 8；12')).toEqual({ values: [4, 8, 12], refused: [] })
    expect(numbersIn(width, '512..1024/256 2048')).toEqual({ values: [512, 768, 1024, 2048], refused: [] })
    expect(numbersIn(width, '512..704')).toEqual({ values: [512, 576, 640, 704], refused: [] })
    expect(numbersIn({ ...steps, min: 0, step: 0.1 }, '0..0.3')).toEqual({ values: [0, 0.1, 0.2, 0.3], refused: [] })
  })

  it('are reported when they are invalid or out of bounds', () => {
    expect(numbersIn(width, '500, wide, 1024, 9..5, 640.5')).toEqual({ values: [1024], refused: ['500', 'wide', '9..5', '640.5'] })
  })

  it('always pass the check, for any text', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,/ -]{0,30}$/)), (text) => {
      const { values } = numbersIn(steps, text)
      for (const value of values)
        expect(checkRequest(model, { num_inference_steps: value }).filter(issue => issue.field === 'num_inference_steps')).toEqual([])
    }))
  })
})
