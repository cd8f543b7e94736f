/** The words of a text as they are spoken. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spokenWords } from '../../../../src-main/media/words/spoken-words.ts'

const wordsOf = (text: string): string[] => spokenWords(text).map(({ from, to }) => text.slice(from, to))

describe('the words of a text', () => {
  it.each([
    ['It’s the well-known "rock\'n\'roll", isn\'t it?', ['It’s', 'the', 'well-known', 'rock\'n\'roll', 'isn\'t', 'it']],
    ['$1,250.50 — 40% of it… (or more)', ['$1,250.50', '40%', 'of', 'it', 'or', 'more']],
    ['either/or', ['either', 'or']],
    ['¿Qué? ¡No!', ['Qué', 'No']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['电影。再见！', ['电影', '再见']],
    ['— … —', []],
  ])('finds those of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('come in order, do not overlap, and have a letter or a figure each', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      let last = 0
      for (const { from, to } of spokenWords(text)) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        expect(text.slice(from, to)).toMatch(/[\p{L}\p{N}]/u)
        last = to
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }))
  })
})
