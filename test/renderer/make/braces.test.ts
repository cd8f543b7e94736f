/** Values in braces: each combination once, counted without writing it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countOfBraces, promptsOfBraces } from '../../../src-renderer/rooms/make/batch/braces.ts'

it('multiplies groups, the last one changing fastest', () => {
  expect(promptsOfBraces('a {red, green} door, {day，night}')).toEqual(
    ['a red door, day', 'a red door, night', 'a green door, day', 'a green door, night'],
  )
})

it('leaves braces without a comma, and a text without braces', () => {
  for (const text of ['a {door}', '{}', 'plain', '{a\n,b}'])
    expect(promptsOfBraces(text)).toEqual([text])
})

it('writes as many as it counts, and none above the limit', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '小'), maxLength: 3 })
  const part = fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 5 }).map(values => `{${values.join(',')}}`))
  fc.assert(fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
    const text = parts.join('')
    const count = countOfBraces(text)
    expect(promptsOfBraces(text)).toHaveLength(count > 200 ? 0 : count)
  }))
})
