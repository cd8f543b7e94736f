/** Widths of texts: what is measured by a short cut is as wide as what a segmenter finds. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphemesOf, narrow, readingLength, widthOf } from '#rules/captions/width.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const segments = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
/** No plain text, and nothing combines with it: what is before it is measured by the segmenter. */
const apart = '\n\u0E01'

const plain = fc.array(fc.constantFrom(...'az AZ09.,;:?!“”’–—…·éßłøﬁ今天山。，！？「」ーアをﾊ％（）'), { maxLength: 60 }).map(all => all.join(''))
const any = fc.oneof(plain, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }))

describe('a text', () => {
  it('has the graphemes of a segmenter', () => {
    fc.assert(fc.property(any, (text) => {
      expect(graphemesOf(text)).toEqual(segments(text))
    }))
  })

  it('is as wide, and as long to read, next to a letter of another script', () => {
    fc.assert(fc.property(plain, (text) => {
      expect(widthOf(text + apart)).toBe(widthOf(text) + 2 * narrow)
      expect(readingLength(`x${text}x${apart}`)).toBe(readingLength(`x${text}x`) + 2)
    }))
  })

  it('of one letter is one grapheme wherever it counts as plain, up to the borders of what does', () => {
    const stretches = [[0x20, 0x380], [0x2000, 0x2040], [0x3000, 0x3110], [0x4DF8, 0x4E08], [0x9FF8, 0xA008], [0xFF00, 0xFFA8]] as const
    const letters = stretches.flatMap(([from, until]) => Array.from({ length: until - from }, (_, at) => String.fromCharCode(from + at)))
    const isWrong = (letter: string): boolean => graphemesOf(letter + letter).length !== segments(letter + letter).length
      || widthOf(letter + apart) !== widthOf(letter) + 2 * narrow
    expect(letters.filter(isWrong)).toEqual([])
  })
})
