/** Captions that are longer than one may be come in whole: no word of a file or of a transcript is cut. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCaptionFile } from '#rules/captions/read-file.ts'
import { mostCharacters, shortCaptions } from '#rules/captions/short-captions.ts'

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const sentence = 'The lamp went out an hour before the storm came in. '

it('a cue of a file with more letters than a caption has becomes several', () => {
  const text = words(sentence.repeat(300))
  const file = readCaptionFile(`1\n00:00:01,000 --> 00:10:01,000\n${text}\n\n2\n00:10:02,000 --> 00:10:03,000\nAfter it.\n`)
  expect(file).toMatchObject({ skipped: 0, strayCount: 0 })
  const captions = file?.captions ?? []
  expect(words(captions.map(caption => caption.text).join(' '))).toBe(`${text} After it.`)
  expect(captions.every(caption => caption.text.length <= mostCharacters && caption.length > 0)).toBe(true)
  expect(captions.slice(0, -1).every(({ start, length }, at) => start + length <= captions[at + 1]!.start)).toBe(true)
})

it('parts follow each other, take all of the time, and have all words', () => {
  const text = fc.array(fc.constantFrom(sentence, '潮水马上就要来了。', '😀', 'word ', '\n'), { minLength: 1, maxLength: 4 })
    .map(parts => parts.join('').repeat(200))
  fc.assert(fc.property(text, fc.nat(3000), fc.integer({ min: 1, max: 5000 }), (text, start, length) => {
    const parts = shortCaptions({ start, length, speaker: 'ANNA', text })
    expect(parts[0]?.start).toBe(start)
    expect(parts.every((part, at) => part.length >= 1 && part.start + part.length === (parts[at + 1]?.start ?? start + length))).toBe(true)
    expect(parts.map(part => part.text).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
  }), { numRuns: 60 })
})
