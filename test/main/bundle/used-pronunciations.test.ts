/** Which entries of the studio's dictionary the lines of a project use. */
import type { ProjectId, PronunciationId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { saidOf } from '#rules/script/pronounce.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { usedPronunciations } from '../../../src-main/bundle/used-pronunciations.ts'

const projectId = newId<ProjectId>()
const line = (text: string, language: string | null = null): Line => ({ speaker: 'Ada', text, direction: '', language })
function entry(word: string, alias: string, of: 'project' | 'studio', language = '') {
  return { id: newId<PronunciationId>(), projectId: of === 'project' ? projectId : null, word, alias, language }
}
type Entries = ReturnType<typeof entry>[]
type Line = Parameters<typeof usedPronunciations>[0][number]

/** Those of the studio, and whether every line is said as before once all of them are the project's. */
function comingAlong(lines: Line[], entries: Entries) {
  const pronunciations = entries.toSorted((a, b) => Number(a.word > b.word) - Number(a.word < b.word) || (a.id < b.id ? -1 : 1))
  const used = usedPronunciations(lines, { pronunciations, castings: [], languages: { id: projectId, script: null, speakers: [] } })
  const brought = used.map(each => ({ ...each, projectId, id: newId<PronunciationId>() }))
  for (const { text, language } of lines.filter(each => each.role === undefined))
    expect(saidOf(text, brought, language).text).toBe(saidOf(text, pronunciations, language).text)
  return used.filter(each => each.projectId === null).map(each => each.alias)
}

it('those that a line says, in its language, and none that only a direction or a note has', () => {
  const entries = [entry('GIF', 'jif', 'studio'), entry('chat', 'sha', 'studio', 'fr'), entry('never', 'none', 'studio')]
  expect(comingAlong([line('A GIF.')], entries)).toEqual(['jif'])
  expect(comingAlong([line('Le chat.', 'fr')], entries)).toEqual(['sha'])
  expect(comingAlong([line('A chat.', 'en')], entries)).toEqual([])
  expect(comingAlong([{ ...line('A GIF.'), role: 'note' as const }], entries)).toEqual([])
})

it('none for a word that the project says itself, in that language or in any', () => {
  const [own, ofFrench] = [entry('GIF', 'own', 'project'), entry('GIF', 'French own', 'project', 'fr')]
  expect(comingAlong([line('GIF', 'en')], [own, entry('GIF', 'studio', 'studio'), entry('GIF', 'English', 'studio', 'en')])).toEqual([])
  expect(comingAlong([line('GIF', 'en'), line('GIF', 'fr')], [ofFrench, entry('GIF', 'studio', 'studio')])).toEqual(['studio'])
  // A line without a language is said by the entry of the project, also where the studio has one for another language.
  expect(comingAlong([line('GIF'), line('GIF', 'de')], [ofFrench, entry('GIF', 'German', 'studio', 'de')])).toEqual(['German'])
})
