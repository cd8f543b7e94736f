/** The difference of two wordings: what stays, comes and goes, by words or by characters. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffOf } from '#rules/fit/diff.ts'

function shown(before: string, after: string): string {
  return diffOf(before, after).map(({ is, text }) => is === 'same' ? text : `${is === 'added' ? '+' : '-'}[${text}]`).join('')
}

describe('a difference', () => {
  it('is told by words, with their signs', () => {
    expect(shown('We came back, at last.', 'We came back.')).toBe('We came back-[, at last].')
    expect(shown('It’s the old harbour', 'It’s a harbour')).toBe('It’s -[the old ]+[a ]harbour')
    expect(shown('Gone.', 'Gone.')).toBe('Gone.')
    expect(shown('', 'Gone')).toBe('+[Gone]')
  })

  it('is told by characters where there are no spaces', () => {
    expect(shown('灯终于灭了。', '灯灭了。')).toBe('灯-[终于]灭了。')
    expect(shown('海の音が聞こえる', '海の声が聞こえる')).toBe('海の-[音]+[声]が聞こえる')
  })

  it('has all of both wordings', () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(fc.constantFrom('the ', 'lamp', ', ', '灯', ' ', '灭', 'it’s', '\n', '…'), { maxLength: 30 }).map(all => all.join('')),
    )
    const of = (pieces: ReturnType<typeof diffOf>, without: 'added' | 'removed') =>
      pieces.filter(piece => piece.is !== without).map(piece => piece.text).join('')
    fc.assert(fc.property(words, words, (before, after) => {
      const pieces = diffOf(before, after)
      expect(of(pieces, 'removed')).toBe(after)
      // What stays is spaced as the new wording has it.
      expect(of(pieces, 'added').replaceAll(/\s/g, '')).toBe(before.replaceAll(/\s/g, ''))
      expect(diffOf(after, after).every(piece => piece.is === 'same')).toBe(true)
    }))
  })
})
