/** Names in a search: a collection that is renamed is asked for by its new name. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withRenamed } from '#rules/search/names.ts'
import { parseSearch, printSearch } from '#rules/search/query.ts'

function renamed(text: string, before: string, after: string): string | null {
  const terms = withRenamed(parseSearch(text), 'collection', before, after)
  return terms && printSearch(terms)
}

it.each([
  ['gull collection:best', 'Best', 'Very best', 'gull collection:"Very best"'],
  ['-collection:"best of" kind:video', 'Best  of', 'B', '-collection:B kind:video'],
  ['合集：海 collection:海', '海', '山', 'collection:山 collection:山'],
  ['collection:bestiary', 'best', 'B', null],
  ['tag:best best', 'best', 'B', null],
  ['', 'best', 'B', null],
])('%s', (text, before, after, expected) => {
  expect(renamed(text, before, after)).toBe(expected)
})

it('and by its former one when it is named back', () => {
  const name = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/)
  fc.assert(fc.property(name, name, fc.array(fc.constantFrom('gull', '-rain', 'tag:sea', 'is:starred')), (before, after, others) => {
    const text = printSearch(parseSearch(`${others.join(' ')} collection:"${before}"`))
    const there = renamed(text, before, after)
    expect(there).not.toBeNull()
    expect(renamed(there ?? '', after, before)).toBe(text)
  }))
})
