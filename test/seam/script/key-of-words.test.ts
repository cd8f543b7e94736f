/** The key of many lines' words: the same in any order, another after any change. */
import type { LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyOfWords } from '#rules/script/key-of-words.ts'

const line = fc.record({
  id: fc.uuid().map(id => id as LineId),
  speaker: fc.string(),
  text: fc.string(),
  direction: fc.string(),
  pauseSeconds: fc.double({ min: 0, max: 60, noNaN: true }),
})

it('is the same in any order, and another when any word was changed', () => {
  fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('speaker', 'text', 'direction'), (lines, part) => {
    const key = keyOfWords(lines)
    expect(keyOfWords(lines.toReversed())).toBe(key)
    expect(keyOfWords(lines.with(0, { ...lines[0]!, [part]: `${lines[0]![part]}!` }))).not.toBe(key)
    expect(keyOfWords(lines.with(0, { ...lines[0]!, pauseSeconds: lines[0]!.pauseSeconds + 1 }))).not.toBe(key)
  }))
})
