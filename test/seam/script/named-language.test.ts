/** Languages as files name them: codes of every kind become those of the speech models, and what is no language is none. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { languageCodes } from '../../../src-preload/rules/script/language-code.ts'
import { languageOfFileName, languageOfVtt, namedLanguage } from '../../../src-preload/rules/script/named-language.ts'

it('is one code, however it is written', () => {
  const written = ['de', 'DE', 'de-AT', 'de_DE', 'deu', 'ger', ' de-Latn-DE ']
  expect(written.map(namedLanguage)).toEqual(written.map(() => 'de'))
  expect(['nb-NO', 'nn', 'nor', 'zh-Hans', 'zho', 'chi', 'eng', 'en-GB', 'iw', 'fra', 'fre'].map(namedLanguage))
    .toEqual(['no', 'no', 'no', 'zh', 'zh', 'zh', 'en', 'en', 'he', 'fr', 'fr'])
  expect(['', 'und', 'mul', 'zxx', 'x', 'English', 'qaa', '12', 'd-e'].map(namedLanguage)).toEqual(Array.from({ length: 9 }).fill(null))
})

it('is one of those that are known, or none, whatever is written', () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const found = namedLanguage(text)
    expect([null, ...languageCodes]).toContain(found)
  }))
  fc.assert(fc.property(fc.constantFrom(...languageCodes), fc.stringMatching(/^[A-Z]{2}$/), (code, region) => {
    expect(namedLanguage(`${code}-${region}`)).toBe(code)
  }))
})

it('is in the names of files of captions, and in no others', () => {
  expect(['film.de.srt', 'a film.zh-Hans.VTT', 'x.pt-BR.srt'].map(languageOfFileName)).toEqual(['de', 'zh', 'pt'])
  expect(['film.srt', 'film.cut.srt', 'film.de.txt', 'de.srt', ''].map(languageOfFileName)).toEqual([null, null, null, null, null])
})

it('is in the head of WebVTT, before its first cue', () => {
  expect(languageOfVtt('WEBVTT\nKind: captions\nLanguage: sv-SE\n\n00:01.000 --> 00:02.000\nHej.')).toBe('sv')
  expect(languageOfVtt('\uFEFFWEBVTT - with a title\r\nLanguage: ja\r\n\r\n')).toBe('ja')
  expect(languageOfVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nLanguage: sv\n')).toBe(null)
  expect(languageOfVtt('Language: sv\n')).toBe(null)
})
