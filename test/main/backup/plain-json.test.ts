/** JSON of a foreign file: what Takeroom writes stays as it is, everything else is none. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainJson } from '../../../src-main/backup/plain-json.ts'

it('what was written by JSON.stringify stays the same', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value)
    expect(plainJson(text)).toBe(text)
  }))
})

it('any text is JSON or none, never an error', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.string().map(text => `{"a":${text}`), fc.json().map(text => text.slice(1))), (text) => {
    const plain = plainJson(text)
    if (plain !== null)
      expect(JSON.parse(plain)).toEqual(JSON.parse(text))
  }))
})

it('a name is there once, with the value that is read here', () => {
  expect(plainJson('{"target":"/etc","target":null}')).toBe('{"target":null}')
})

it('what is nested deeper than anything that is written is none, without being walked through', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(plainJson(nested(200))).toBe(nested(200))
  expect(plainJson(nested(201))).toBeNull()
  expect(plainJson('{"a":'.repeat(5_000_000))).toBeNull()
  // Brackets in words do not count.
  const words = JSON.stringify({ words: `"\\${'['.repeat(1000)}` })
  expect(plainJson(words)).toBe(words)
})
