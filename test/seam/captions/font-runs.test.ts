import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fontRuns, lettersWithoutFont } from '#rules/captions/font-runs.ts'
import { fontFamilies } from '#rules/captions/fonts.ts'
import { traditionalStandard } from '#rules/captions/han.ts'
import { captionsOfScripts } from '../../kit/captions-of-scripts.ts'
import { codePointsOf, coveragePath, coverageText } from '../../kit/font-coverage.ts'
import { anyText } from './arbitrary.ts'

function runsOf(text: string, language = '') {
  return fontRuns(text, 'Noto Sans', language).map(run => `${run.family.replace('Noto ', '')}: ${run.text}`)
}

describe('each part of a text is drawn in a font that has it', () => {
  it.each(Object.entries(captionsOfScripts))('%s', (_, { text, family }) => {
    expect(fontRuns(text, 'Noto Sans')).toEqual([{ text, family }])
    expect(lettersWithoutFont(text)).toEqual([])
  })

  it('digits, marks and spaces stay with the letters before them, but not with pictures', () => {
    expect(runsOf('He said “你好，Anna”, 3 times')).toEqual(['Sans: He said “', 'Sans SC: 你好，', 'Sans: Anna”, 3 times'])
    expect(runsOf('สวัสดี 🎉 2024')).toEqual(['Sans Thai: สวัสดี ', 'Emoji: 🎉', 'Sans:  2024'])
    expect(runsOf('“你好” 3')).toEqual(['Sans SC: “你好” 3'])
    expect(runsOf('3 🎉')).toEqual(['Sans: 3 ', 'Emoji: 🎉'])
    expect(runsOf('1️⃣ first')).toEqual(['Emoji: 1️⃣', 'Sans:  first'])
    expect(runsOf('مرحبا OK')).toEqual(['Sans Arabic: مرحبا ', 'Sans: OK'])
  })

  it('symbols that the text’s own font lacks come from another one', () => {
    expect(runsOf('♪ la la ♪')).toEqual(['Sans SC: ♪ ', 'Sans: la la ', 'Sans SC: ♪'])
    expect(runsOf('A → B ☺ © ™')).toEqual(['Sans: A ', 'Sans SC: → ', 'Sans: B ', 'Emoji: ☺', 'Sans:  © ™'])
    expect(fontRuns('A → B', 'Noto Sans Mono')).toEqual([{ text: 'A → B', family: 'Noto Sans Mono' }])
  })

  it('chinese characters are Japanese in a text with kana, and where the language says so', () => {
    expect(runsOf('大丈夫')).toEqual(['Sans SC: 大丈夫'])
    expect(runsOf('大丈夫', 'ja-JP')).toEqual(['Sans JP: 大丈夫'])
    expect(runsOf('大丈夫', 'jam')).toEqual(['Sans SC: 大丈夫'])
    // Simplified: no Japanese standard has it.
    expect(runsOf('これは们です')).toEqual(['Sans JP: これは', 'Sans SC: 们', 'Sans JP: です'])
  })

  it('chinese characters are traditional in a text that has such, and where the language says so', () => {
    expect(runsOf('我們')).toEqual(['Sans TC: 我們'])
    expect(runsOf('我们')).toEqual(['Sans SC: 我们'])
    // Drawn otherwise in Taiwan and in China, and written alike.
    for (const language of ['zh-TW', 'zh-Hant', 'zh-HK', 'yue', 'zh-Hant-CN', 'cmn-Hant'])
      expect(runsOf('骨', language), language).toEqual(['Sans TC: 骨'])
    for (const language of ['', 'zh', 'zh-CN', 'zh-Hans-TW', 'zh-SG', 'en'])
      expect(runsOf('骨', language), language).toEqual(['Sans SC: 骨'])
    expect(fontRuns('骨', 'Noto Sans', '', 'traditional')).toEqual([{ text: '骨', family: 'Noto Sans TC' }])
    expect(fontRuns('我们', 'Noto Sans', 'zh', 'traditional')).toEqual([{ text: '我们', family: 'Noto Sans SC' }])
    // What the language says counts more than single letters: a の is read in Taiwan, too.
    expect(runsOf('鮮の味', 'zh-TW')).toEqual(['Sans TC: 鮮の味'])
    // Simplified: Big5 does not have it.
    expect(runsOf('這们', 'zh-TW')).toEqual(['Sans TC: 這', 'Sans SC: 们'])
  })

  it('whatever is written, every character is in one run, in order, and no run follows one of its own font', () => {
    fc.assert(fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), fc.constantFrom(...fontFamilies), (text, own) => {
      const runs = fontRuns(text, own)
      expect(runs.map(run => run.text).join('')).toBe(text)
      expect(runs.every(({ family }, index) => family !== runs[index - 1]?.family)).toBe(true)
    }))
  })
})

describe('what no font has', () => {
  it('is named once, whole', () => {
    expect(lettersWithoutFont('\u{13000} and \u{13000}, \uE000 e\u0301 ♪')).toEqual(['\u{13000}', '\uE000'])
  })

  it('is not what cannot be seen', () => {
    expect(lettersWithoutFont('a\u200Bb\u200E\u2060\uFE0F\n\tc\u3000d\u00A0e')).toEqual([])
  })
})

describe('the table of what the fonts have', () => {
  it('is that of the fonts', () => {
    expect(readFileSync(coveragePath, 'utf8')).toBe(coverageText())
  })

  it('holds for the bold ones, and what is known by its standard is in the font', () => {
    for (const family of fontFamilies)
      expect(codePointsOf(family, 1), family).toEqual(codePointsOf(family))
    const traditional = new Set(codePointsOf('Noto Sans TC'))
    expect([...traditionalStandard()].filter(code => !traditional.has(code))).toEqual([])
    const has = new Set(codePointsOf('Noto Sans JP'))
    const decoder = new TextDecoder('euc-jp')
    for (let row = 0xA1; row <= 0xFE; row++) {
      for (let cell = 0xA1; cell <= 0xFE; cell++) {
        const text = decoder.decode(new Uint8Array([row, cell]))
        if ([...text].length === 1 && text !== '\uFFFD' && runsOf(text, 'ja')[0]?.startsWith('Sans JP'))
          expect(has.has(text.codePointAt(0)!), text).toBe(true)
      }
    }
  })
})
