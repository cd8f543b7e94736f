/** Captions of a line that begin with their first word. */
import type { HeardWord } from '#rules/captions/by-words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lettersIn, spansByWords } from '#rules/captions/by-words.ts'
import { captionsOfLine } from '#rules/captions/cues.ts'

const rate = { numerator: 25, denominator: 1 }
const text = 'The road is gone, and the river has taken the bridge with it, so we shall have to wait here until somebody comes to look for us.'
const line = { start: 100, length: 250, speaker: 'Ann', text }

/** The words of a text that begin at these frames. */
function heardAt(said: string, startOf: (word: number) => number): HeardWord[] {
  return [...said.matchAll(/\S+/g)].map(({ index }, at) => ({ lettersBefore: lettersIn(said.slice(0, index)), start: startOf(at) }))
}

it('begin when their first word is said, and together last as long as the line', () => {
  const heard = heardAt(text, word => 110 + word * 4)
  const captions = captionsOfLine(line, rate, heard)
  expect(captions.length).toBeGreaterThan(1)
  for (const [at, { start, text: said }] of captions.entries()) {
    const before = lettersIn(captions.slice(0, at).map(caption => caption.text).join(' '))
    expect(start).toBe(at === 0 ? 100 : heard.find(word => word.lettersBefore === before)?.start)
    expect(text).toContain(said)
  }
  const last = captions.at(-1)!
  expect(last.start + last.length).toBe(350)
  // By their width they would begin elsewhere.
  expect(captions.map(({ start }) => start)).not.toEqual(captionsOfLine(line, rate).map(({ start }) => start))
})

it('share the time by their width where a word is missing or out of order', () => {
  const byWidth = captionsOfLine(line, rate)
  expect(captionsOfLine(line, rate, heardAt(text, () => 90))).toEqual(byWidth)
  expect(captionsOfLine(line, rate, heardAt(text, () => 400))).toEqual(byWidth)
  expect(captionsOfLine(line, rate, heardAt('Other words.', word => 110 + word))).toEqual(byWidth)
})

it('follow each other without a gap, whatever the words', () => {
  const frames = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 12 })
  fc.assert(fc.property(frames, fc.boolean(), (starts, isSorted) => {
    const texts = starts.map((_, at) => `word${at}`)
    const inOrder = isSorted ? starts.toSorted((a, b) => a - b) : starts
    const spans = spansByWords({ start: 0, length: 400 }, texts, heardAt(texts.join(' '), at => inOrder[at]!))
    if (spans === null)
      return
    expect(spans.reduce((sum, { length }) => sum + length, 0)).toBe(400)
    expect(spans.every(({ length }) => length > 0)).toBe(true)
    expect(spans.slice(1).every(({ start }, at) => start === spans[at]!.start + spans[at]!.length)).toBe(true)
  }))
})
