/** The usual shapes fill in a size that the model takes. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { aspects, ratioOf, sizeFieldsOf, sizeFor } from '../../../src-renderer/rooms/make/form/aspects.ts'

it('of every built-in image model are within its limits and steps, and nearly of that shape', () => {
  const sized = builtInModels.flatMap(model => sizeFieldsOf(model, {}) ?? [])
  expect(sized.length).toBeGreaterThan(0)
  for (const sides of sized) {
    for (const aspect of aspects) {
      const size = sizeFor(aspect, sides)
      for (const side of ['width', 'height'] as const) {
        const { min, max, step } = sides[side]
        expect(size[side] % (step ?? 1), aspect).toBe(0)
        expect(size[side]).toBeGreaterThanOrEqual(min ?? 1)
        expect(size[side]).toBeLessThanOrEqual(max ?? Infinity)
      }
      expect(Math.abs(size.width / size.height / ratioOf(aspect) - 1), aspect).toBeLessThan(0.06)
    }
  }
})

it('are not offered where a source image decides the size', () => {
  const model = builtInModels.find(each => sizeFieldsOf(each, {}))!
  const [other] = model.fields.find(field => field.name === 'width')!.excludes
  expect(sizeFieldsOf(model, { [other!]: 'https://example.com/a.png' })).toBeNull()
})

it('stay within any limits', () => {
  const side = fc.record({
    min: fc.integer({ min: 1, max: 900 }),
    over: fc.integer({ min: 64, max: 4000 }),
    step: fc.constantFrom(1, 8, 64),
  })
  fc.assert(fc.property(side, side, fc.constantFrom(...aspects), (a, b, aspect) => {
    const of = ({ min, over, step }: typeof a) => ({ min, max: min + over, step, default: null })
    const size = sizeFor(aspect, { width: of(a), height: of(b) })
    for (const [value, { min, over, step }] of [[size.width, a], [size.height, b]] as const) {
      expect(value % step).toBe(0)
      expect(value).toBeGreaterThanOrEqual(min)
      expect(value).toBeLessThanOrEqual(min + over)
    }
  }))
})
