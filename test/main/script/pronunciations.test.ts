/** The pronunciation dictionary: exactly the lines with a word become stale, also by undo, and what was made before is found again. */
import type { Casting, Pronunciation } from '#contract/script.ts'
import type { ModelId, ProjectId, PronunciationId, StepId } from '#contract/words.ts'
import type { RowChange } from '../../../src-main/journal/row-changes.ts'
import type { Transaction } from '../../../src-main/storage/database.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { deletePronunciations, putPronunciations } from '../../../src-main/script/pronunciation-rows.ts'
import { createScript } from '../../../src-main/script/script.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { openLibrary } from './open-library.ts'

const spokenBy = { voice: 'Serena', language: 'English' }
const casting: Casting = { speaker: 'ANN', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: spokenBy }

function entry(word: string, alias: string, more: Partial<Pronunciation> = {}): Pronunciation {
  return { id: newId<PronunciationId>(), projectId: null, word, alias, language: '', ...more }
}

async function spoken(...texts: string[]) {
  const library = await openLibrary()
  const script = createScript(library)
  await script.cast(library.projectId, casting)
  const lines = await script.add(library.projectId, null, texts.map(text => ({ speaker: 'ANN', text, direction: '' })))
  for (const line of lines) {
    const take = await library.speak(line.id, fingerprint({ ...line, ...casting, voiceFields: casting.fields }))
    await script.noteTakeFiled(line.id, take.id)
  }
  const states = async () => (await script.lines(library.projectId)).map(line => line.state)
  return { ...library, script, lines, states }
}

it('exactly the lines with the word become stale, and are made again when the entry is gone', async () => {
  const { script, states, lines, projectId } = await spoken('A GIF.', 'Gifs.', 'No word.', 'The gif')
  const gif = entry('gif', 'jif')
  await script.pronounce([gif], [])
  expect(await states()).toEqual(['stale', 'made', 'made', 'stale'])
  expect((await script.lines(projectId)).map(line => line.text)).toEqual(lines.map(line => line.text))
  await script.pronounce([{ ...gif, language: 'de' }], [])
  expect(await states()).toEqual(['made', 'made', 'made', 'made'])
  await script.pronounce([{ ...gif, language: 'en' }], [])
  expect(await states()).toEqual(['stale', 'made', 'made', 'stale'])
  await script.pronounce([], [gif.id])
  expect(await states()).toEqual(['made', 'made', 'made', 'made'])
})

it('an entry of another project changes nothing here', async () => {
  const { script, states, otherProject } = await spoken('A GIF.')
  await script.pronounce([entry('gif', 'jif', { projectId: await otherProject() })], [])
  expect(await states()).toEqual(['made'])
})

it('a take that was made as words are said now is chosen, when it is filed and when the words are said so again', async () => {
  const { script, states, speak, lines: [line] } = await spoken('A GIF.')
  const gif = entry('gif', 'jif')
  await script.pronounce([gif], [])
  const take = await speak(line!.id, fingerprint({ ...line!, text: 'A jif.', ...casting, voiceFields: casting.fields }))
  await script.noteTakeFiled(line!.id, take.id)
  expect(await states()).toEqual(['made'])
  await script.pronounce([{ ...gif, alias: 'giff' }], [])
  expect(await states()).toEqual(['stale'])
  await script.pronounce([gif], [])
  expect(await states()).toEqual(['made'])
})

it('a take that a person chose stays where the words are said as before, also by undo and where a version is restored', async () => {
  const { db, script, speak, projectId, lines: [line] } = await spoken('A GIF.')
  const old = await speak(line!.id, 'another request')
  await script.choose(line!.id, old.id)
  const chosen = async () => (await script.lines(projectId)).map(each => each.chosenTakeId)
  const gif = entry('gif', 'jif', { language: 'de' })
  await script.pronounce([gif], [])
  expect(await chosen()).toEqual([old.id])
  const row = { project_id: null, word: gif.word, language: gif.language, alias: gif.alias }
  const put = { table: 'pronunciations', key: [gif.id], before: null, after: row }
  const remove = { ...put, before: row, after: null }
  const turn = async (change: RowChange, write: (tx: Transaction) => Promise<void>): Promise<void> =>
    (await db.transaction(async tx => script.turnPronounced(tx, [change], () => write(tx))))()
  await turn(remove, tx => deletePronunciations(tx, [gif.id]))
  expect(await chosen()).toEqual([old.id])
  await turn(put, tx => putPronunciations(tx, [gif]))
  expect(await chosen()).toEqual([old.id])
  await script.notePronounced([gif.id])
  expect(await chosen()).toEqual([old.id])
  // What asks for something else gets what fits then.
  await turn({ ...put, before: { language: 'de' }, after: { language: 'en' } }, tx => putPronunciations(tx, [{ ...gif, language: 'en' }]))
  await turn({ ...put, before: { language: 'en' }, after: { language: 'de' } }, tx => putPronunciations(tx, [gif]))
  expect(await chosen()).not.toEqual([old.id])
  expect(await script.lines(projectId)).toMatchObject([{ state: 'made' }])
})

it('a change of the dictionary is a step of undo, and pages are told', async () => {
  const studio = await openTestStudio()
  const projectId: ProjectId = (await studio.parts.projects.create('Harbour')).id
  const step = { id: newId<StepId>(), projectId, name: 'changePronunciations', of: 'gif', room: 'script' } as const
  const gif = entry('gif', 'jif', { projectId })
  await studio.handlers.script.pronounce({ saved: [gif], removedIds: [], step }, call)
  expect(await studio.parts.script.pronunciationsOf(projectId)).toEqual([gif])
  const { undo } = await studio.handlers.journal.next({ of: { is: 'project', projectId } }, call)
  await studio.handlers.journal.undo({ of: { is: 'project', projectId }, stepId: undo!.id }, call)
  expect(await studio.parts.script.pronunciationsOf(projectId)).toEqual([])
  const { redo } = await studio.handlers.journal.next({ of: { is: 'project', projectId } }, call)
  await studio.handlers.journal.redo({ of: { is: 'project', projectId }, stepId: redo!.id }, call)
  expect(await studio.parts.script.pronunciationsOf(projectId)).toEqual([gif])
})

it('an entry that is moved to another project leaves the pages of this one, which are told of no other', async () => {
  const { script, projectId, otherProject } = await spoken('A GIF.')
  const other = await otherProject()
  const [gif, far] = [entry('gif', 'jif'), entry('far', 'fahr', { projectId: other })]
  await script.pronounce([gif], [])
  const events = script.pronunciations(projectId)[Symbol.asyncIterator]()
  const next = async () => (await events.next()).value as { changed: Pronunciation[], removed: PronunciationId[] }
  expect((await next()).changed).toEqual([gif])
  await script.pronounce([far], [])
  await script.pronounce([{ ...gif, projectId: other }], [])
  await script.pronounce([{ ...gif, alias: 'giff' }], [])
  expect(await next()).toMatchObject({ changed: [], removed: [gif.id] })
  expect((await next()).changed.map(each => each.alias)).toEqual(['giff'])
})

it('an entry that another page has changed or removed since is not written over', async () => {
  const { script, projectId } = await spoken('A GIF.')
  const gif = entry('gif', 'jif')
  const there = () => script.pronunciationsOf(projectId)
  await script.pronounce([gif], [], [])
  const other = { ...gif, alias: 'ghif' }
  await script.pronounce([other], [], [gif])
  const refused = { code: 'changed-meanwhile', data: { word: 'pronunciation' } }
  await expect(script.pronounce([{ ...gif, language: 'en' }], [], [gif])).rejects.toMatchObject(refused)
  await expect(script.pronounce([], [gif.id], [gif]), 'is removed as it was seen').rejects.toMatchObject(refused)
  expect(await there()).toEqual([other])
  // The same call twice, as after a lost answer.
  await script.pronounce([other], [], [gif])
  await script.pronounce([], [gif.id], [other])
  await script.pronounce([], [gif.id], [other])
  await expect(script.pronounce([{ ...other, language: 'en' }], [], [other])).rejects.toMatchObject(refused)
  expect(await there()).toEqual([])
})
