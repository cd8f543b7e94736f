/** Plain data: texts that hold none, and one text for equal data. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { parsedJson, plainText, readJson } from '#rules/plain-data.ts'

function shuffled(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map(shuffled)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).reverse().map(([key, inner]) => [key, shuffled(inner)]))
      : value
}

it('equal data has equal text, in whatever order its members were set, and is read as it was', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
    expect(plainText(shuffled(value))).toBe(plainText(value))
    expect(parsedJson(plainText(value))).toEqual(JSON.parse(JSON.stringify(value)))
  }))
  expect(plainText([2, 1])).not.toBe(plainText([1, 2]))
  expect(plainText(undefined)).toBe('')
})

it('what is cut off, of another shape or empty contains nothing', () => {
  expect([parsedJson('{"a":'), parsedJson(''), readJson(z.object({ a: z.int() }), '{"a":"1"}'), readJson(z.unknown().refine(value => value !== undefined), '{')])
    .toEqual([undefined, undefined, undefined, undefined])
  expect(readJson(z.object({ a: z.int() }), '{"a":1}')).toEqual({ a: 1 })
})
