/** Long texts in parts: never too long, every word exactly once, and split where a speaker would breathe. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitText } from '#rules/script/split-text.ts'

const english = fc.array(fc.constantFrom(
  'a',
  'so',
  'the',
  'light',
  'went',
  'slowly,',
  'over',
  'mountains.',
  '“Who',
  'goes?”',
  'extraordinarily',
  'Dr.',
  'Moss',
  '3,000',
  '10:30',
  '—',
  '\n\n',
  'https://example.org/a/very/long/address',
), { maxLength: 200 }).map(words => words.join(' '))
const chinese = fc.array(fc.constantFrom(
  '今天',
  '我们',
  '在',
  '山上',
  '看见',
  '了',
  '，',
  '。',
  '“',
  '”',
  '非常美丽的',
  '日出',
  '！',
  '《红楼梦》',
  'Takeroom',
  '2026',
), { maxLength: 200 }).map(words => words.join(''))
const japanese = fc.array(fc.constantFrom(
  'これは',
  'とても',
  '長い',
  '文章',
  'です',
  '。',
  '、',
  '「はい」',
  'カメラ',
  '\n',
), { maxLength: 200 }).map(words => words.join(''))
const anything = fc.oneof(
  english,
  chinese,
  japanese,
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
)
const locale = fc.constantFrom(undefined, 'en', 'zh', 'ja', 'th', 'xx', 'not a language', 'en-aa-bb')

const lengthOf = (text: string): number => [...text].length
const lettersOf = (text: string): string => text.replaceAll(/\s/gu, '')

describe('parts', () => {
  it('are never longer than the limit, never empty, and trimmed', () => {
    fc.assert(fc.property(anything, fc.integer({ min: 1, max: 120 }), locale, (text, limit, language) => {
      for (const part of splitText(text, limit, language)) {
        expect(lengthOf(part)).toBeLessThanOrEqual(limit)
        expect(part).not.toBe('')
        expect(part.trim()).toBe(part)
      }
    }), { numRuns: 500 })
  })

  it('contain every character, once and in order', () => {
    fc.assert(fc.property(anything, fc.integer({ min: 1, max: 120 }), locale, (text, limit, language) => {
      expect(lettersOf(splitText(text, limit, language).join(''))).toBe(lettersOf(text))
    }), { numRuns: 500 })
  })

  it('never break a word that fits', () => {
    fc.assert(fc.property(english, fc.integer({ min: 40, max: 200 }), (text, limit) => {
      expect(splitText(text, limit, 'en').flatMap(part => part.split(/\s+/))).toEqual(text.split(/\s+/).filter(word => word !== ''))
    }))
  })

  it('never break a character that fits: a flag, a family, a letter with its accents', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('🇳🇴', '👩‍👩‍👧‍👦', 'é̂', '각', 'ก็', 'x'), {
      minLength: 1,
      maxLength: 60,
    }), (letters) => {
      const graphemes = (text: string): string[] =>
        Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
      const text = letters.join('')
      expect(splitText(text, 8).flatMap(graphemes)).toEqual(graphemes(text))
    }))
  })

  it('are as few as possible, and a single one where the text fits', () => {
    fc.assert(fc.property(anything, (text) => {
      expect(splitText(text, Math.max(1, lengthOf(text)))).toEqual(text.trim() === '' ? [] : [text.trim()])
    }))
  })
})

it('end with sentences, and not after a title or an initial', () => {
  const text = 'Dr. Moss came in. Nobody looked up from J. Hale. The lamp was out! Was it ever lit? “No,” she said. Then it rained.'
  expect(splitText(text, 60)).toEqual([
    'Dr. Moss came in. Nobody looked up from J. Hale.',
    'The lamp was out! Was it ever lit?',
    '“No,” she said. Then it rained.',
  ])
})

it('are of similar length instead of leaving one word to the last', () => {
  const sentence = 'This sentence is forty letters long, yes.'
  const parts = splitText(`${Array.from({ length: 10 }).fill(sentence).join(' ')} No.`, 420)
  expect(parts).toHaveLength(2)
  expect(Math.min(...parts.map(part => part.length))).toBeGreaterThan(160)
})

it('are split at clauses if necessary, then at words, then at characters', () => {
  expect(splitText('When the fog came in over the harbour, the bell rang, and nobody heard', 42)).toEqual([
    'When the fog came in over the harbour,',
    'the bell rang, and nobody heard',
  ])
  expect(splitText('one two three four five six', 14)).toEqual(['one two three', 'four five six'])
  expect(splitText('aaaaaaaaaa', 4).join('')).toBe('aaaaaaaaaa')
  expect(splitText('今天我们在山上看见了非常美丽的日出，然后我们慢慢地走回家。晚上下雨了。', 20, 'zh')).toEqual(['今天我们在山上看见了非常美丽的日出，', '然后我们慢慢地走回家。晚上下雨了。'])
})
