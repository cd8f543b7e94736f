/**
 * What is said instead of written words: by word, language, project and case, in Latin, Cyrillic and Chinese.
 *
 * @module-tag wide
 */
import type { ProjectId, PronunciationId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyOfEntry, saidOf } from '#rules/script/pronounce.ts'

const project = 'project' as ProjectId
function entry(word: string, alias: string, more: { language?: string, projectId?: ProjectId | null } = {}) {
  return { word, alias, language: '', projectId: null, ...more }
}

it('says aliases for whole words, in any case where the word is written in small letters', () => {
  const entries = [entry('gif', 'jif'), entry('US', 'U S'), entry('new york', 'Noo Yawk')]
  expect(saidOf('A GIF, gifs; the US and us in New  York.', entries, null)).toEqual({
    text: 'A jif, gifs; the U S and us in Noo Yawk.',
    places: [{ start: 2, end: 5, alias: 'jif' }, { start: 17, end: 19, alias: 'U S' }, { start: 30, end: 39, alias: 'Noo Yawk' }],
  })
})

it('knows words in Cyrillic and Chinese', () => {
  expect(saidOf('Кот, котик и КОТ', [entry('кот', 'кооот')], 'ru').text).toBe('кооот, котик и кооот')
  expect(saidOf('重庆的银行', [entry('重庆', '虫庆'), entry('银行', '银航')], 'Chinese').text).toBe('虫庆的银航')
  expect(saidOf('看GIF图', [entry('GIF', 'jif')], 'zh').text).toBe('看jif图')
})

it('counts only entries of the language, unless it is automatic', () => {
  const entries = [entry('die', 'dee', { language: 'de' }), entry('chat', 'sha', { language: 'fr' })]
  expect(saidOf('die chat', entries, 'German').text).toBe('dee chat')
  expect(saidOf('die chat', entries, 'fr').text).toBe('die sha')
  expect(saidOf('die chat', entries, 'Auto').text).toBe('dee sha')
})

it('prefers the project to the studio, the language to any, and the longest words', () => {
  const ofAll = entry('lead', 'led')
  const ofProject = entry('lead', 'leed', { projectId: project })
  for (const entries of [[ofAll, ofProject], [ofProject, ofAll]])
    expect(saidOf('lead', entries, 'en').text).toBe('leed')
  expect(saidOf('lead', [entry('lead', 'LED', { language: 'en' }), ofAll], 'en').text).toBe('LED')
  expect(saidOf('lead pipe', [ofAll, entry('lead pipe', 'pipe of led')], null).text).toBe('pipe of led')
})

it('says the longest words that are written as an entry has them, whatever other entries begin there', () => {
  const entries = [entry('New York City', 'NYC'), entry('New York', 'Nu Yok'), entry('york city hall', 'the hall')]
  expect(saidOf('We met in New York city.', entries, null).text).toBe('We met in Nu Yok city.')
  expect(saidOf('We met in New York City.', entries, null).text).toBe('We met in NYC.')
  expect(saidOf('new york, York City Hall', entries, null).text).toBe('new york, the hall')
  const both = [entry('IT', 'I T'), entry('it', 'itt')]
  expect(saidOf('IT It it', both, null).text).toBe('I T itt itt')
})

it('knows a word by any apostrophe and any hyphen', () => {
  const pairs = [['O\'Neill', 'O’Neill'], ['O’Neill', 'O\'Neill'], ['Wi-Fi', 'Wi\u2011Fi'], ['wi\u2010fi', 'Wi-Fi']] as const
  for (const [word, written] of pairs)
    expect(saidOf(`So ${written}.`, [entry(word, 'said')], null).text).toBe('So said.')
  const entries = [entry('don’t', 'dohnt'), entry('don\'t', 'doant', { projectId: project })]
  expect(saidOf('don’t', entries, null).text).toBe('doant')
})

it('says the same of two entries for one word, in whatever order they are listed', () => {
  const each = (word: string, alias: string, id: string) => ({ ...entry(word, alias), id: id as PronunciationId })
  const pairs = [
    [each('gif', 'jif', '1'), each('gif', 'giff', '2')],
    [each('don\'t', 'doant', '2'), each('don’t', 'dohnt', '1')],
  ] as const
  for (const [first, second] of pairs) {
    expect(saidOf(first.word, [first, second], null).text).toBe(second.alias)
    expect(saidOf(first.word, [second, first], null).text).toBe(second.alias)
    expect(keyOfEntry(first)).toBe(keyOfEntry(second))
  }
  const others = [entry('gif', 'a'), entry('GIF', 'a'), entry('gif', 'a', { language: 'en' }), entry('gif', 'a', { projectId: project })]
  expect(new Set(others.map(keyOfEntry)).size).toBe(4)
})

it('knows words in decomposed letters, and says where they are written', () => {
  for (const [word, text] of [['Zoé', 'A Zoé.'], ['한국', '한국 한국'], ['Zoé', 'Zoé'.normalize('NFD')]] as const) {
    const written = `ö ${text}`.normalize('NFD')
    const said = saidOf(written, [entry(word, 'so'), entry('x', 'y')], null)
    expect(said.text.normalize('NFC')).toBe(`ö ${text.normalize('NFC').replaceAll(word, 'so')}`)
    for (const { start, end } of said.places)
      expect(written.slice(start, end)).toBe(word.normalize('NFD'))
    expect(said.places.length).toBeGreaterThan(0)
  }
})

it('changes nothing but those places, and an alias is not said otherwise again', () => {
  expect(saidOf('a b', [entry('a', 'b'), entry('b', 'a')], null).text).toBe('b a')
  const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'ж', '灯', ' ', '.', '(', '*', '🙂'), minLength: 1, maxLength: 6 })
  fc.assert(fc.property(fc.array(word, { maxLength: 12 }), fc.array(fc.tuple(word, word), { maxLength: 6 }), (words, pairs) => {
    const text = words.join('')
    const said = saidOf(text, pairs.map(([from, to]) => entry(from, to)), null)
    let at = 0
    let rest = said.text
    for (const { start, end, alias } of said.places) {
      const kept = text.slice(at, start)
      expect(rest.startsWith(kept + alias)).toBe(true)
      rest = rest.slice(kept.length + alias.length)
      expect(end).toBeGreaterThan(start)
      at = end
    }
    expect(rest).toBe(text.slice(at))
  }), { numRuns: 1000 })
})
