/** A transcript as lines of a script: speakers where they are named, nothing lost. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOfTranscript } from '#rules/script/transcript-lines.ts'

const at = (text: string, speaker?: string) => ({ startSeconds: 0, endSeconds: 1, text, ...speaker !== undefined && { speaker } })

it('joins the pieces of one turn, and begins a line where the speaker changes', () => {
  const segments = [at('Who is', 'A'), at('there?', 'A'), at('Me.', 'B'), at(' '), at('Oh.', 'A')]
  expect(linesOfTranscript({ text: '', segments })).toEqual([
    { speaker: 'A', text: 'Who is there?', direction: '' },
    { speaker: 'B', text: 'Me.', direction: '' },
    { speaker: 'A', text: 'Oh.', direction: '' },
  ])
})

it('keeps the pieces where nobody is named, and the paragraphs where there are no times', () => {
  expect(linesOfTranscript({ text: '', segments: [at('One.'), at('Two.')] }).map(line => line.text)).toEqual(['One.', 'Two.'])
  expect(linesOfTranscript({ text: 'One.\n\n Two.\n', segments: [] }).map(line => line.text)).toEqual(['One.', 'Two.'])
  expect(linesOfTranscript({ text: ' ', segments: [] })).toEqual([])
})

it('loses no word and makes no endless line', () => {
  const piece = fc.tuple(fc.array(fc.constantFrom('the', 'lamp', 'was', '灯'), { maxLength: 30 }), fc.constantFrom('A', 'B', undefined))
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
    const lines = linesOfTranscript({ text: '', segments: pieces.map(([words, speaker]) => at(words.join(' '), speaker)) })
    expect(lines.map(line => line.text).join(' ').split(' ').filter(word => word !== '')).toEqual(pieces.flatMap(([words]) => words))
    expect(lines.every(line => line.text.length <= 500)).toBe(true)
  }))
})
