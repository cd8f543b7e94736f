/** What a facet writes: a press asks for its value in words that are read as such, a second press takes it back, whatever else is asked. */
import type { TakeFacet } from '#contract/take-facets.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asksFor, lengthValues, monthAskedFor, starValues, useValues, withFacet } from '#rules/search/facets.ts'
import { foldName } from '#rules/search/names.ts'
import { parseSearch, printSearch } from '#rules/search/query.ts'

const press = (text: string, facet: TakeFacet, value: string) => printSearch(withFacet(parseSearch(text), facet, value))

it.each<[string, TakeFacet, string, string]>([
  ['gull', 'kind', 'video', 'gull kind:video'],
  ['kind:image gull', 'kind', 'video', 'kind:image gull kind:video'],
  ['kind:image gull', 'kind', 'image', 'gull'],
  ['-voice:vivian', 'voice', 'Vivian', 'voice:Vivian'],
  ['voice:"ann the gull"', 'voice', 'Ann “the” gull', ''],
  ['tag:sea', 'tag', 'night', 'tag:sea tag:night'],
  ['is:used is:starred', 'use', 'is:unused', 'is:starred is:unused'],
  ['is:unused', 'use', 'is:unused', ''],
  ['is:used', 'duplicate', 'is:duplicate', 'is:used is:duplicate'],
  ['-is:duplicate gull', 'duplicate', 'is:duplicate', 'gull is:duplicate'],
  ['is:used', 'star', 'is:starred', 'is:used is:starred'],
  ['longer:90 -shorter:5', 'length', 'shorter:10s', '-shorter:5s shorter:10s'],
  ['gull longer:10s', 'length', 'longer:10s', 'gull'],
  ['gull', 'month', '2026-12', 'gull after:2026-12 before:2027-01'],
  ['after:2025 gull', 'month', '2026-02', 'gull after:2026-02 before:2026-03'],
  ['after:2026-02 before:2026-03', 'month', '2026-02', ''],
  ['after:2026-02 before:2026-03', 'day', '2026-02-28', 'after:2026-02-28 before:2026-03-01'],
  ['after:2026-12-31 before:2027-01-01', 'day', '2026-12-31', 'after:2026-12 before:2027-01'],
])('%s and %s %s is %s', (text, facet, value, written) => {
  expect(press(text, facet, value)).toBe(written)
})

it('the days of a month are those of a search within it', () => {
  const now = new Date(2026, 10, 28, 12).getTime()
  const month = (text: string) => monthAskedFor(parseSearch(text), now)
  expect(month('after:2026-02 before:2026-03')).toBe('2026-02')
  expect(month('after:2026-12-31 before:2027-01-01 gull')).toBe('2026-12')
  expect(month('after:yesterday before:today')).toBe('2026-11')
  expect(month('after:2026-02 before:2026-04')).toBeNull()
  expect(month('after:2026-02')).toBeNull()
  expect(month('after:2026-03 before:2026-02')).toBeNull()
  expect(month('-after:2026-02 -before:2026-03')).toBeNull()
})

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter(each => foldName(each) !== '')
const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(each => each.toISOString().slice(0, 10))
const pressed = fc.oneof(
  fc.tuple(fc.constantFrom<TakeFacet>('model', 'voice', 'project', 'tag', 'account'), name),
  fc.tuple(fc.constant<TakeFacet>('kind'), fc.constantFrom('speech', 'import')),
  fc.tuple(fc.constant<TakeFacet>('star'), fc.constantFrom(...starValues)),
  fc.tuple(fc.constant<TakeFacet>('use'), fc.constantFrom(...useValues)),
  fc.tuple(fc.constant<TakeFacet>('length'), fc.constantFrom(...lengthValues)),
  fc.tuple(fc.constant<TakeFacet>('month'), date.map(each => each.slice(0, 7))),
  fc.tuple(fc.constant<TakeFacet>('day'), date),
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom('gull', '-rain', 'kind:video', 'voice:ann', 'is:used', 'after:2026', 'before:2027-03', 'longer:1m', '-tag:x'))
    .map(all => all.join(' ')),
)

it('what is pressed is asked for in either language, and not any more when it is pressed again', () => {
  fc.assert(fc.property(anyText, pressed, fc.constantFrom('en' as const, 'zh' as const), (text, [facet, value], language) => {
    const before = parseSearch(text)
    const again = (terms: typeof before) => parseSearch(printSearch(terms, language))
    const first = again(withFacet(before, facet, value))
    expect(asksFor(first, facet, value)).toBe(!asksFor(before, facet, value))
    const second = again(withFacet(first, facet, value))
    expect(asksFor(second, facet, value)).toBe(asksFor(before, facet, value))
    expect(second.filter(term => 'text' in term)).toEqual(again(before).filter(term => 'text' in term))
  }))
})
