/** The pronunciation dictionary as a CSV file: what is written is read back, and tables of others are understood. */
import type { Pronunciation } from '#contract/script.ts'
import type { ProjectId, PronunciationId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPronunciationTable, writePronunciations } from '#rules/script/pronunciation-csv.ts'

it('what is written is read back', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'é', '灯', '"', ',', ';', '=', '-', ' ', '🙂', '\''), minLength: 1, maxLength: 12 })
    .map(text => text.trim())
    .filter(text => text !== '' && !/^'[=+\-@]/.test(text))
  const entry = fc.record({ word: words, alias: words, language: fc.constantFrom('', 'en', 'zh'), isOfProject: fc.boolean() })
  fc.assert(fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
    const kept = entries.map(({ isOfProject, ...each }): Pronunciation =>
      ({ id: 'id' as PronunciationId, projectId: isOfProject ? 'p' as ProjectId : null, ...each }))
    expect(readPronunciationTable(`\uFEFF${writePronunciations(kept)}`)).toEqual({ entries, strayCount: 0 })
  }))
})

it('reads two columns, other separators, names of languages, and tells what it cannot use', () => {
  expect(readPronunciationTable('GIF;jif\nSQL;sequel\n;nothing').entries.map(({ word, alias }) => [word, alias]))
    .toEqual([['GIF', 'jif'], ['SQL', 'sequel']])
  expect(readPronunciationTable('Alias,Word,Language\ndee,die,German\n,x,').entries)
    .toEqual([{ word: 'die', alias: 'dee', language: 'de', isOfProject: true }])
  expect(readPronunciationTable('Alias,Word\ndee,die\n,x').strayCount).toBe(1)
  expect(readPronunciationTable('no table at all')).toEqual({ entries: [], strayCount: 0 })
})

it('knows a language by its own name, and with its country', () => {
  const written = ['English (US)', 'Deutsch', 'français (Canada)', '中文（简体）', '德语', 'pt-BR', 'eng', 'all', 'any', '*', '']
  const { entries, strayCount } = readPronunciationTable(written.map(language => `gull,${language},gall`).join('\n'))
  expect(entries.map(entry => entry.language)).toEqual(['en', 'de', 'fr', 'zh', 'de', 'pt', 'en', '', '', '', ''])
  expect(strayCount).toBe(0)
})

it('leaves out and counts what would count in other languages, in none, or as another word', () => {
  const rows = ['chat,Klingon,tschett', 'chat,qq,tschett', `${'a'.repeat(101)},de,alias`, `word,de,${'a'.repeat(201)}`]
  expect(readPronunciationTable(rows.join('\n'))).toEqual({ entries: [], strayCount: 4 })
})

it('counts the rows beyond those that one call may write', () => {
  const { entries, strayCount } = readPronunciationTable(Array.from({ length: 5002 }, (_, n) => `word${n},alias`).join('\n'))
  expect([entries.length, entries.at(-1)?.word, strayCount]).toEqual([5000, 'word4999', 2])
})

it('counts a row whose words were cut by a comma that nobody quoted, and reads none of it', () => {
  const read = (source: string) => {
    const { entries, strayCount } = readPronunciationTable(source)
    return [entries.map(each => each.alias), strayCount]
  }
  expect(read('word,alias\nGIF,"jif, soft"\nSQL,sequel, hard\nURL,earl,\n')).toEqual([['jif, soft', 'earl'], 1])
  expect(read('GIF,en,jif,studio\nSQL,en,see,quel,studio')).toEqual([['jif'], 1])
})
