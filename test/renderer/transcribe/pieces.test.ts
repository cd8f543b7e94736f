/** A transcript is searched, followed and corrected without losing a word or a time. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctedAgain, markedParts, pieceAt, piecesOf, placesOf } from '../../../src-renderer/rooms/transcribe/pieces.ts'

const segments = [
  { startSeconds: 0.5, endSeconds: 2, text: 'The light was out.' },
  { startSeconds: 2.5, endSeconds: 4, text: 'The sea was not.' },
]

describe('the pieces of a transcript', () => {
  it('are its segments, or the whole text where there are no times', () => {
    expect(piecesOf({ segments, text: 'x' })).toEqual(segments)
    expect(piecesOf({ segments: [], text: 'All of it.' })).toEqual([{ startSeconds: null, endSeconds: null, text: 'All of it.' }])
  })

  it('the current piece is the one that began last', () => {
    expect([0, 0.5, 2.2, 2.5, 99].map(seconds => pieceAt(segments, seconds))).toEqual([-1, 0, 0, 1, 1])
  })
})

describe('searching', () => {
  it('finds every match, ignoring case', () => {
    expect(placesOf(segments, 'THE ')).toEqual([{ piece: 0, from: 0, to: 3 }, { piece: 1, from: 0, to: 3 }])
    expect(placesOf(segments, '  ')).toEqual([])
  })

  it('finds words in scripts without spaces', () => {
    expect(placesOf([{ startSeconds: null, endSeconds: null, text: '灯塔的灯灭了' }], '灯')).toEqual([
      { piece: 0, from: 0, to: 1 },
      { piece: 0, from: 3, to: 4 },
    ])
  })

  it('marked parts make up the text, with every match in one of them', () => {
    fc.assert(fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 2 }), (text, words) => {
      const places = placesOf([{ startSeconds: 0, endSeconds: 1, text }], words)
      const parts = markedParts(text, places)
      expect(parts.map(part => part.text).join('')).toBe(text)
      expect(parts.filter(part => part.place).length).toBe(places.length)
    }))
  })
})

describe('correcting', () => {
  it('changes one piece and no timestamp', () => {
    expect(correctedAgain(segments, [{ of: segments[1]!, text: ' The sea was on. ' }])).toMatchObject({
      text: 'The light was out. The sea was on.',
      segments: [segments[0], { ...segments[1], text: 'The sea was on.' }],
    })
  })

  it('removes a piece that became empty', () => {
    const { text, segments: kept } = correctedAgain(segments, [{ of: segments[0]!, text: ' ' }])
    expect([text, kept]).toEqual(['The sea was not.', [segments[1]]])
  })

  it('keeps a text without timestamps as a text', () => {
    const of = { startSeconds: null, endSeconds: null, text: 'a' }
    expect(correctedAgain([of], [{ of, text: 'b' }])).toMatchObject({ text: 'b', segments: [] })
  })
})

it('corrections on a transcript that was changed meanwhile touch the corrected pieces alone, and put back one that was taken out', () => {
  const piece = (startSeconds: number, text: string) => ({ startSeconds, endSeconds: startSeconds + 1, text })
  const there = [piece(0, 'zero'), piece(1, 'theirs'), piece(3, 'three')]
  expect(correctedAgain(there, [{ of: piece(0, 'zero'), text: ' nought ' }, { of: piece(0, 'nought'), text: 'null' }]))
    .toEqual({ text: 'null theirs three', segments: [piece(0, 'null'), ...there.slice(1)], isReplaced: false })
  expect(correctedAgain(there, [{ of: piece(1, 'one'), text: 'mine' }])).toMatchObject({ text: 'zero mine three', isReplaced: true })
  expect(correctedAgain(there, [{ of: piece(1, 'one'), text: 'theirs' }])).toMatchObject({ isReplaced: false })
  expect(correctedAgain(there, [{ of: piece(2, 'two'), text: 'too' }])).toMatchObject({ text: 'zero theirs too three', isReplaced: true })
  expect(correctedAgain(there, [{ of: piece(0, 'zero'), text: '' }])).toMatchObject({ segments: there.slice(1), isReplaced: false })
  const untimed = { startSeconds: null, endSeconds: null, text: 'all' }
  expect(correctedAgain([untimed], [{ of: untimed, text: 'some' }])).toEqual({ text: 'some', segments: [], isReplaced: false })
})
