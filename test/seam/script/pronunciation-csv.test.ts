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
