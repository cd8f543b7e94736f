/** After the clock was set back, what came last is still first in every list: in one run, and in the next one. */
import type { ProjectId } from '#contract/words.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { makeFolder } from '../../kit/folder.ts'
import { call, callOf, paidInputs } from '../../kit/paid-inputs.ts'
import { soundOf } from '../../kit/small-media.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const hour = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const setClock = (byMs: number): void => void vi.setSystemTime(Date.now() + byMs)

async function first<Event>(events: AsyncIterable<Event>): Promise<Event> {
  const { value, done } = await events[Symbol.asyncIterator]().next()
  if (done)
    throw new Error('Nothing came')
  return value
}

type Studio = Awaited<ReturnType<typeof openTestStudio>>

/** One thing of each kind, by its name in each list. */
async function makeOneOfEach(studio: Studio, accountId: Awaited<ReturnType<typeof connect>>, projectId: ProjectId) {
  const { handlers, parts } = studio
  const ticket = await studio.receiveFile('tone.wav', (async function* () {
    yield soundOf()
  })(), null)
  const { take } = await handlers.takes.import({ ticket, projectId }, call)
  const input = { ...await paidInputs['make.image']!({ studio, accountId }), requestId: newId() }
  const { jobIds: [jobId] } = await callOf(studio, 'make.image')(input) as { jobIds: string[] }
  const project = await parts.projects.create(`Project ${newId()}`)
  const conversation = await parts.conversations.create({ title: 'Talk', projectId: null, system: '' })
  await parts.script.add(projectId, null, [{ speaker: '', text: newId(), direction: '' }])
  await parts.snapshots.takeAll()
  const [snapshot] = await parts.snapshots.list(projectId)
  const binned = await parts.projects.create(`Binned ${newId()}`)
  await parts.projects.trash(binned.id)
  return {
    takes: take.id as string,
    jobs: jobId!,
    projects: project.id as string,
    conversations: conversation.id as string,
    snapshots: snapshot!.id as string,
    trash: binned.id as string,
  }
}

type Made = Awaited<ReturnType<typeof makeOneOfEach>>

async function listsOf({ handlers, parts }: Studio, projectId: ProjectId): Promise<Record<keyof Made, string[]>> {
  const { takes } = await parts.takes.search({
    ...{ text: '', kinds: [], media: [], modelIds: [], projectId: null, onlyMadeThere: false, lineId: null },
    ...{ onlyStarred: false, onlyIncomplete: false, inTrash: false, cursor: null, limit: 50 },
  })
  const byChange = (items: readonly { id: string, changedAt: number }[]): string[] =>
    items.toSorted((a, b) => b.changedAt - a.changedAt).map(item => item.id)
  return {
    takes: takes.map(take => take.id),
    jobs: (await first(handlers.jobs.changes({}, call))).changed.map(job => job.id).reverse(),
    projects: byChange((await first(handlers.projects.changes({}, call))).changed
      .filter(each => each.trashedAt === null && each.id !== projectId)),
    conversations: byChange((await first(handlers.conversations.changes({}, call))).changed),
    snapshots: (await handlers.snapshots.list({ projectId }, call)).snapshots.map(each => each.id),
    trash: (await handlers.trash.list({}, call)).items.map(item => item.id),
  }
}

it('in every list the newest is first', async () => {
  const practice = await openTestPractice()
  const folder = await makeFolder()
  const ports = { secrets: { store: createMemoryStore(), fallbackReason: null } }
  let studio = await openTestStudio({ folder, ports })
  await studio.parts.order.pauseAll(true)
  const accountId = await connect(studio, practice)
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const made: Made[] = []
  const step = async (): Promise<void> => void made.push(await makeOneOfEach(studio, accountId, projectId))
  await step()
  setClock(-2 * hour)
  await step()
  setClock(-26 * hour)
  await step()
  await studio.close()
  setClock(-48 * hour)
  studio = await openTestStudio({ folder, ports })
  await step()
  setClock(200 * hour)
  await step()
  const lists = await listsOf(studio, projectId)
  for (const [name, ids] of Object.entries(lists)) {
    const newestFirst = made.map(each => each[name as keyof typeof each]).reverse()
    // Of the versions of a project some are thinned out in time.
    expect(ids.filter(id => newestFirst.includes(id)), name).toEqual(newestFirst.filter(id => name !== 'snapshots' || ids.includes(id)))
  }
  expect(lists.snapshots.length).toBeGreaterThan(2)
})

it('a file that was received is still known, and what was kept of a project stays kept', async () => {
  const studio = await openTestStudio()
  const { handlers, parts } = studio
  const ticket = await studio.receiveFile('tone.wav', (async function* () {
    yield soundOf()
  })(), null)
  setClock(5 * hour)
  await expect(handlers.takes.import({ ticket, projectId: null }, call)).resolves.toMatchObject({ take: { title: expect.any(String) } })
  const { id: projectId } = await parts.projects.create('The boat')
  const write = async (): Promise<void> => {
    await parts.script.add(projectId, null, [{ speaker: '', text: newId(), direction: '' }])
    expect(await parts.snapshots.takeAll()).toBe(1)
  }
  await write()
  setClock(-3 * hour)
  await write()
  await write()
  const [newest] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  expect(newest?.lineCount).toBe(3)
})
