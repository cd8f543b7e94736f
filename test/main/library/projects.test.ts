/** Projects are arranged in folders and the archive, and have the cover that a person chose; each is one step of undo. */
import type { AskedStep } from '#contract/journal.ts'
import type { Project } from '#contract/projects.ts'
import type { ProjectId, StepId, TakeId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { anyQuery, spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const ofStudio = { is: 'project', projectId: null } as const
function step(name: AskedStep['name'], of = ''): AskedStep {
  return { id: newId<StepId>(), projectId: null, name, of, room: 'projects' }
}

async function open() {
  const { parts, handlers } = await openTestStudio()
  const [film, book] = [await parts.projects.create('Film'), await parts.projects.create('Book')]
  const undo = ({ id }: AskedStep) => handlers.journal.undo({ of: ofStudio, stepId: id }, call)
  return { parts, handlers, film, book, undo }
}

it('several move to a folder and out of it in one step; one that is gone is left out', async () => {
  const { parts, handlers, film, book, undo } = await open()
  const moved = step('moveProjects', 'Clients')
  const answer = await handlers.projects.arrange(
    { projectIds: [film.id, book.id, newId<ProjectId>()], folder: 'Clients', step: moved },
    call,
  )
  expect(answer.projects.map(({ name, folder }: Project) => [name, folder])).toEqual([['Film', 'Clients'], ['Book', 'Clients']])
  await undo(moved)
  expect((await parts.projects.get(film.id)).folder).toBe('')
  expect((await parts.projects.get(book.id)).folder).toBe('')
})

it('the archive keeps when it was put there, and its folder; it is not what was changed last', async () => {
  const { parts, handlers, film, undo } = await open()
  await parts.projects.arrange([film.id], { folder: 'Clients' })
  const { changedAt } = await parts.projects.get(film.id)
  const archived = step('archiveProject', 'Film')
  await handlers.projects.arrange({ projectIds: [film.id], isArchived: true, step: archived }, call)
  const first = await parts.projects.get(film.id)
  expect(first).toMatchObject({ folder: 'Clients', trashedAt: null, changedAt })
  expect(first.archivedAt).not.toBeNull()
  // Again from a second page: the moment stays.
  await parts.projects.arrange([film.id], { isArchived: true })
  expect((await parts.projects.get(film.id)).archivedAt).toBe(first.archivedAt)
  await undo(archived)
  expect((await parts.projects.get(film.id)).archivedAt).toBeNull()
})

it('the colour that a person chose stays with its copy, and undo takes it back', async () => {
  const { parts, handlers, film, undo } = await open()
  expect(film.colour).toBeNull()
  const chosen = step('colourProject', 'Film')
  const { project } = await handlers.projects.setColour({ projectId: film.id, colour: 'pink', step: chosen }, call)
  expect(project.colour).toBe('pink')
  const copy = await handlers.projects.duplicate({ projectId: film.id, name: 'Film 2' }, call)
  expect(copy.project.colour).toBe('pink')
  await undo(chosen)
  expect((await parts.projects.get(film.id)).colour).toBeNull()
  const nobodys = { projectId: newId<ProjectId>(), colour: null }
  await expect(handlers.projects.setColour(nobodys, call)).rejects.toMatchObject({ code: 'not-found' })
})

it('a new name is a step of undo, as is a note, and the line that many notes get', async () => {
  const { parts, handlers, film, undo } = await open()
  const named = step('renameProject', 'Other')
  await handlers.projects.rename({ projectId: film.id, name: 'Other', expected: 'Film', step: named }, call)
  await undo(named)
  expect((await parts.projects.get(film.id)).name).toBe('Film')
  const takes = await Promise.all(['one', 'two', 'three'].map(async words =>
    parts.takes.file(spokenTake(words), await parts.assets.adoptText(words, { mime: 'text/plain', extension: 'txt' }))))
  const takeIds = takes.map(({ id }) => id)
  const notes = async () => (await parts.takes.find(takeIds)).map(({ note }) => note)
  const found = async (text: string) => (await parts.takes.search({ ...anyQuery, text })).takes.length
  const noted = step('writeNote', 'one')
  await handlers.takes.note({ takeId: takeIds[0]!, note: 'loud', step: noted }, call)
  await parts.takes.note(takeIds[2]!, 'x'.repeat(10_000))
  const added = step('addToNotes', '3')
  const answer = await handlers.takes.addToNotes({ takeIds, text: 'gullcry', step: added }, call)
  expect(answer).toEqual({ takeIds: takeIds.slice(0, 2), tooLong: 1 })
  expect((await notes()).slice(0, 2)).toEqual(['loud\ngullcry', 'gullcry'])
  expect(await handlers.takes.addToNotes({ takeIds: takeIds.slice(0, 2), text: 'gullcry' }, call)).toEqual({ takeIds: [], tooLong: 0 })
  expect(await found('gullcry')).toBe(2)
  await undo(added)
  expect((await notes()).slice(0, 2)).toEqual(['loud', ''])
  expect(await found('gullcry')).toBe(0)
  await undo(noted)
  expect((await notes())[0]).toBe('')
})

it('a take that is gone is no cover', async () => {
  const { parts, handlers, film, undo } = await open()
  const chosen = step('setCover', 'Film')
  const takeId = newId<TakeId>()
  await handlers.projects.setCover({ projectId: film.id, takeId, step: chosen }, call)
  expect(await parts.projects.get(film.id)).toMatchObject({ coverTakeId: takeId, coverAssetId: null })
  await undo(chosen)
  expect((await parts.projects.get(film.id)).coverTakeId).toBeNull()
  const nobodys = { projectId: newId<ProjectId>(), takeId: null }
  await expect(handlers.projects.setCover(nobodys, call)).rejects.toMatchObject({ code: 'not-found' })
})
