/** Names in prompts: where they begin and end, what is no name, and that no letter of a text is lost. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldShelfName, namesOf, piecesOf, typedNameAt, withoutNames } from '#rules/shelf/names.ts'

const names = namesOf(['Anna', 'old_man', '小明', '小明的猫', 'Anna-Lou', 'twin', 'TWIN'].map(name => ({ name })))
const namedIn = (text: string) => piecesOf(text, names).flatMap(piece => piece.is === 'name' ? [[piece.name, piece.entries.length]] : [])
const saidIn = (text: string) => piecesOf(text, names).map(piece => piece.is === 'text' ? piece.text : `[${piece.name}]`).join('')

describe('piecesOf', () => {
  it('finds names in any case, up to what ends a word', () => {
    expect(namedIn('@anna, @ANNA’s cat and @Old_Man-')).toEqual([['anna', 1], ['ANNA', 1], ['Old_Man', 1]])
    expect(namedIn('(@Anna-Lou)@anna')).toEqual([['Anna-Lou', 1], ['anna', 1]])
  })

  it('ends a name in a script without spaces where a known one ends, the longest first', () => {
    expect(saidIn('画@小明在公园')).toBe('画[小明]在公园')
    expect(saidIn('@小明的猫睡了')).toBe('[小明的猫]睡了')
  })

  it('a longer word is another name', () => {
    expect(namedIn('@annabel')).toEqual([['annabel', 0]])
    expect(namedIn('@twin')).toEqual([['twin', 2]])
  })

  it('leaves addresses, lone signs and signs that are written twice', () => {
    expect(namedIn('anna@example.com, 5 @ 3 and @')).toEqual([])
    expect(saidIn('by @@anna @@ @@@anna')).toBe('by @anna @@ @@anna')
  })

  it('a text that was sent names nothing once it is written without names', () => {
    const part = fc.oneof(fc.constantFrom('@', '@@', '@anna', '@小明', '_', ' ', 'x', 'x@'), fc.string({ unit: 'binary', maxLength: 6 }))
    fc.assert(fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const sent = parts.join('')
      expect(namedIn(withoutNames(sent))).toEqual([])
      expect(saidIn(withoutNames(sent))).toBe(sent)
    }))
    expect(withoutNames('a cat, no names: anna@example.com')).toBe('a cat, no names: anna@example.com')
  })

  it('loses no letter of any text, and pieces follow each other', () => {
    const part = fc.oneof(fc.constantFrom('@', '@@', '@anna', '小明', '@小明', '_', ' ', 'x@'), fc.string({ unit: 'binary', maxLength: 6 }))
    fc.assert(fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const pieces = piecesOf(text, names)
      expect(pieces.map(piece => text.slice(piece.from, piece.to)).join('')).toBe(text)
      expect(pieces.every((piece, index) => piece.from === (pieces[index - 1]?.to ?? 0) && piece.to > piece.from)).toBe(true)
      for (const piece of pieces) {
        if (piece.is === 'name')
          expect(piece.entries.every(entry => foldShelfName(entry.name) === foldShelfName(piece.name))).toBe(true)
      }
    }))
  })
})

describe('typedNameAt', () => {
  it('is what is behind the @ before the caret', () => {
    expect(typedNameAt('a @an', 5)).toEqual({ from: 2, typed: 'an' })
    expect(typedNameAt('a @an', 3)).toEqual({ from: 2, typed: '' })
    expect(typedNameAt('看@小', 3)).toEqual({ from: 1, typed: '小' })
  })

  it('is none elsewhere', () => {
    for (const text of ['anna', 'me@', 'x @@an', '@an ', ''])
      expect(typedNameAt(text, text.length), text).toBe(null)
  })
})
