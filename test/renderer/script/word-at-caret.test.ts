/** Which word of a take is heard from a place in the words of its line, also where these were written in since. */
import { expect, it } from 'vitest'
import { wordAtCaret } from '../../../src-renderer/rooms/script/lines/word-at-caret.ts'

const text = 'The lamp, “lit”.'
/** As word times have them: without signs. */
const wordsOf = (of: string) => [...of.matchAll(/\w+/g)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }))

/** `|` is the caret. */
function wordAt(marked: string, takeText = text): string | undefined {
  const at = marked.indexOf('|')
  return wordAtCaret(wordsOf(takeText), takeText, { text: marked.replace('|', ''), at })?.word
}

it.each([
  ['|The lamp, “lit”.', 'The'],
  ['The| lamp, “lit”.', 'The'],
  ['The |lamp, “lit”.', 'lamp'],
  ['The la|mp, “lit”.', 'lamp'],
  ['The lamp,| “lit”.', 'lit'],
  ['The lamp, “lit”.|', 'lit'],
])('%s', (marked, word) => {
  expect(wordAt(marked)).toBe(word)
})

it('is the same word where others were changed, and the first that was changed in them', () => {
  expect(wordAt('The old green lamp, “l|it”.')).toBe('lit')
  expect(wordAt('Th|e old green lamp, “lit”.')).toBe('The')
  expect(wordAt('The old gre|en lamp, “lit”.')).toBe('lamp')
  expect(wordAt('The “l|it”.')).toBe('lit')
  expect(wordAt('Nothing of it a|ny more')).toBe('The')
})

it('between characters without spaces, is the one after the caret', () => {
  const words = [{ word: '灯', from: 0, to: 1 }, { word: '灭了', from: 1, to: 3 }]
  expect([0, 1, 2, 3].map(at => wordAtCaret(words, '灯灭了', { text: '灯灭了', at })?.word)).toEqual(['灯', '灭了', '灭了', '灭了'])
  expect(wordAtCaret([], '灯', { text: '灯', at: 0 })).toBeUndefined()
})
