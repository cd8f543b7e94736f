/** Foreign words cannot command a terminal, break a line, or turn the rest of it around; words of every language stay. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printable, printableJson } from '../../../src-main/base/printable.ts'

it.each([
  ['a\u001B[2Jb', 'a\uFFFD[2Jb'],
  ['a\u001B]0;title\u0007b', 'a\uFFFD]0;title\uFFFDb'],
  ['\u009B31mred', '\uFFFD31mred'],
  ['two\r\nlines\u2028three', 'two  lines three'],
  ['\u202Efdp.exe', '\uFFFDfdp.exe'],
  ['\u2066a\u2069', '\uFFFDa\uFFFD'],
  ['\u007F\u0008', '\uFFFD\uFFFD'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed)
})

it.each(['灯塔 – Émile', 'שלום', 'مرحبا', '👩‍🚀', 'می‌خواهم', 'e\u0301'])('%s stays', (text) => {
  expect(printable(text)).toBe(text)
})

it('has nothing left that a terminal obeys, and JSON says the same as before', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(printable(text)).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u)
    expect(printableJson({ text })).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u)
    expect(JSON.parse(printableJson({ text }))).toEqual({ text })
  }))
})
