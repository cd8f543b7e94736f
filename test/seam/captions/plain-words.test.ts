/** Plain words are taken apart without a segmenter, and into the very same pieces. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitCaption, wordsOf } from '#rules/captions/pieces.ts'
import { saidText, shownText } from '#rules/captions/shown-text.ts'

const letters = fc.constantFrom(...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)))
const word = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 14 }),
  fc.constantFrom('Mr.', 'the', 'a', 'Anna,', 'gone.', '"Yes!"', '10', '000', 'e.g.', '3,5', 'well-known', 'J.', '[sighs]', '(quietly)'),
)
const words = fc.array(word, { minLength: 1, maxLength: 40 })
const shares = fc.record({ least: fc.double({ min: 0, max: 1, noNaN: true }), most: fc.double({ min: 0.05, max: 3, noNaN: true }) })

it('pieces of plain words are those that the segmenter finds', () => {
  // Two spaces are one, and not plain.
  fc.assert(fc.property(words, shares, (all, share) => {
    expect(splitCaption(all.join(' '), share)).toEqual(splitCaption(all.join('  '), share))
    expect(wordsOf(all.join(' '))).toEqual(wordsOf(all.join('  ')))
  }), { numRuns: 400 })
})

it('a plain row is shown as one that is looked through', () => {
  // A space at the end is left out, and not plain.
  fc.assert(fc.property(words, (all) => {
    expect(shownText(all.join(' '))).toBe(shownText(`${all.join(' ')} `))
    expect(saidText(all.join(' '))).toBe(saidText(`${all.join(' ')} `))
  }))
})
