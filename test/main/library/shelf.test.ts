/** The prompt shelf over the real library: written, moved and removed with undo, kept by versions and copies, gone with its project. */
import type { AskedStep } from '#contract/journal.ts'
import type { NewShelfEntry, ShelfEntry } from '#contract/shelf.ts'
import type { ProjectId, ShelfEntryId, SnapshotId, StepId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { call } from '../../kit/paid-inputs.ts'
import { blankPng } from '../../kit/small-media.ts'
import { openTestStudio } from '../../kit/studio.ts'

let studio: Awaited<ReturnType<typeof openTestStudio>>
let projectId: ProjectId
beforeEach(async () => {
  studio = await openTestStudio()
  projectId = (await studio.parts.projects.create('Harbour')).id
})

function entry(name: string, more: Partial<NewShelfEntry> = {}): NewShelfEntry {
  return { id: newId<ShelfEntryId>(), projectId, kind: 'look', name, text: `about ${name}`, words: [], takeIds: [], ...more }
}
interface Saved { entry: NewShelfEntry, expected?: NewShelfEntry | null }
function write(saved: Saved[], removedIds: ShelfEntryId[] = [], step?: { step: AskedStep }) {
  return studio.handlers.shelf.write({ saved, removedIds, ...step }, call)
}
const put = (...entries: NewShelfEntry[]) => write(entries.map(each => ({ entry: each })))
async function names(of: ProjectId | null = projectId) {
  return (await studio.parts.shelf.entriesOf(of))
    .map(each => `${each.name} ${each.projectId === null ? 'studio' : 'project'}`)
}
async function picture() {
  const ticket = await studio.receiveFile('anna.png', (async function* () {
    yield blankPng()
  })(), null)
  return (await studio.handlers.takes.import({ ticket, projectId }, call)).take
}

it('counts in its project, or as one of the studio in all', async () => {
  await put(entry('noir'), entry('mist', { projectId: null }))
  expect(await names()).toEqual(['mist studio', 'noir project'])
  expect(await names(null)).toEqual(['mist studio'])
  const other = (await studio.parts.projects.create('Other')).id
  expect(await names(other)).toEqual(['mist studio'])
})

it('tells those who follow it what was written and removed, and what a step has turned', async () => {
  const heard: string[][] = []
  const stop = new AbortController()
  const following = (async () => {
    for await (const event of studio.parts.shelf.changes(stop.signal))
      heard.push([...event.changed.map((each: ShelfEntry) => each.name), ...event.removed])
  })()
  await expect.poll(() => heard).toEqual([[]])
  const noir = entry('noir')
  const step = { step: { id: newId<StepId>(), projectId, name: 'removeShelfEntries', of: 'noir', room: null } as const }
  await put(noir)
  await write([], [noir.id], step)
  await studio.handlers.journal.undo({ of: { is: 'project', projectId }, stepId: step.step.id }, call)
  await expect.poll(() => heard).toEqual([[], ['noir'], [noir.id], ['noir']])
  expect(await names()).toEqual(['noir project'])
  stop.abort()
  await following.catch(() => {})
})

it('is moved to the studio and back by undo', async () => {
  const noir = entry('noir')
  await put(noir)
  const step = { id: newId<StepId>(), projectId, name: 'moveShelfEntries', of: 'noir', room: null } as const
  await write([{ entry: { ...noir, projectId: null }, expected: noir }], [], { step })
  expect(await names()).toEqual(['noir studio'])
  await studio.handlers.journal.undo({ of: { is: 'project', projectId }, stepId: step.id }, call)
  expect(await names()).toEqual(['noir project'])
})

it('has a name once in each place, in any case, and writes all or nothing', async () => {
  await put(entry('noir'), entry('NOIR', { projectId: null }))
  await expect(put(entry('mist'), entry('Noir'))).rejects.toMatchObject({ code: 'name-taken', data: { word: 'shelf', name: 'Noir' } })
  await expect(put(entry('mist', { projectId: newId<ProjectId>() }))).rejects.toMatchObject({ code: 'not-found' })
  expect(await names()).toEqual(['NOIR studio', 'noir project'])
})

it('comes back with a number where its name was given away, and gets no former name that another one has', async () => {
  const mist = entry('mist')
  const noir = entry('noir')
  await put(mist, noir)
  const removal = { id: newId<StepId>(), projectId, name: 'removeShelfEntries', of: 'mist', room: null } as const
  const change = { id: newId<StepId>(), projectId, name: 'saveShelfEntries', of: 'noir', room: null } as const
  await write([{ entry: { ...noir, name: 'dusk' }, expected: noir }], [], { step: change })
  await write([], [mist.id], { step: removal })
  await put(entry('Mist'), entry('Noir'))
  const undo = (stepId: StepId) => studio.handlers.journal.undo({ of: { is: 'project', projectId }, stepId }, call)
  await undo(removal.id)
  expect(await names()).toEqual(['Mist project', 'Noir project', 'dusk project', 'mist-2 project'])
  await expect(undo(change.id)).rejects.toMatchObject({ code: 'name-taken', data: { word: 'shelf', name: 'noir' } })
  expect(await names()).toEqual(['Mist project', 'Noir project', 'dusk project', 'mist-2 project'])
})

it('replaces nothing that was changed meanwhile', async () => {
  const noir = entry('noir')
  await put(noir)
  await write([{ entry: { ...noir, text: 'mine' }, expected: noir }])
  await expect(write([{ entry: { ...noir, text: 'late' }, expected: noir }])).rejects.toMatchObject({ code: 'changed-meanwhile' })
  await expect(write([{ entry: noir, expected: null }])).rejects.toMatchObject({ code: 'changed-meanwhile' })
  await write([{ entry: { ...noir, text: 'mine' }, expected: noir }])
  expect((await studio.parts.shelf.entriesOf(projectId))[0]?.text).toBe('mine')
})

it('has the images that are in the library, and names those that are not', async () => {
  const take = await picture()
  await put(entry('anna', { kind: 'character', takeIds: [take.id] }))
  const stills = async () => (await studio.parts.shelf.entriesOf(projectId))[0]?.stills
  const heard: number[] = []
  const stop = new AbortController()
  const following = (async () => {
    for await (const { changed } of studio.parts.shelf.changes(stop.signal))
      heard.push(...changed.map(each => each.stills.length))
  })()
  await expect.poll(() => heard).toEqual([1])
  expect(await stills()).toEqual([{ takeId: take.id, assetId: take.asset.id, mime: 'image/png' }])
  await studio.parts.takes.trash([take.id])
  expect(await stills()).toEqual([])
  await expect.poll(() => heard).toEqual([1, 0])
  stop.abort()
  await following.catch(() => {})
})

it('is kept by versions and copies of its project, and is gone with it', async () => {
  const noir = entry('noir')
  await put(noir, entry('mist', { projectId: null }))
  await studio.parts.script.add(projectId, null, [{ speaker: '', text: 'One', direction: '' }])
  await studio.parts.snapshots.takeAll()
  await put({ ...noir, text: 'other' }, entry('late'))
  const { project: copy } = await studio.handlers.projects.duplicate({ projectId, name: 'Copy' }, call)
  expect(await names(copy.id)).toEqual(['late project', 'mist studio', 'noir project'])
  const [version] = (await studio.handlers.snapshots.list({ projectId }, call)).snapshots
  await studio.handlers.snapshots.restore({ snapshotId: version!.id as SnapshotId, asNew: false }, call)
  expect((await studio.parts.shelf.entriesOf(projectId)).map(each => each.text)).toEqual(['about mist', 'about noir'])
  await studio.parts.projects.trash(copy.id)
  await studio.parts.projects.purge(copy.id)
  expect(await names(copy.id)).toEqual(['mist studio'])
  expect(await studio.parts.library.check()).toEqual([])
})
