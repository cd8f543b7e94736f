/**
 * Hits are lit where a search finds them, in any script, and no letter of the text is lost.
 *
 * @module-tag wide
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { highlighted } from '#rules/search/highlight.ts'
import { parseSearch } from '#rules/search/query.ts'

/** The text with brackets around its hits. */
function lit(text: string, search: string): string {
  return highlighted(text, parseSearch(search)).map(piece => piece.isHit ? `[${piece.text}]` : piece.text).join('')
}

it.each([
  ['A gull over the harbour', 'harb', 'A gull over the [harb]our'],
  ['A gull over the harbour', 'harb gull', 'A [gull] over the harbour'],
  ['The other then', 'the', '[The] other [the]n'],
  ['The other then', '"the"', '[The] other then'],
  ['At dusk, at dusk', '"at dusk"', '[At dusk], [at dusk]'],
  ['Crème Brûlée', 'brulee creme', '[Crème] [Brûlée]'],
  ['Cre\u0300me', 'creme', '[Cre\u0300me]'],
  ['海边的灯塔今晚又亮了', '灯塔', '海边的[灯塔]今晚又亮了'],
  ['用AI做视频', 'AI', '用[AI]做视频'],
  ['がぎぐ', 'ぎ', 'が[ぎ]ぐ'],
  ['ＡＢＣ放送', 'abc', '[ＡＢＣ]放送'],
  ['gull, boat', 'kind:video -boat tag:gull', 'gull, boat'],
  ['a.b (c)', '(c', 'a.b ([c])'],
])('%s, by %s', (text, search, expected) => {
  expect(lit(text, search)).toBe(expected)
})

it('the pieces are the text, whatever is typed', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'aà\u0300海が\u3099 "-:.(['), maxLength: 20 })
  const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), signs)
  fc.assert(fc.property(any, any, (text, search) => {
    expect(highlighted(text, parseSearch(search)).map(piece => piece.text).join('')).toBe(text)
  }), { numRuns: 3000 })
})
