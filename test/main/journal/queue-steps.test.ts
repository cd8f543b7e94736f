/** Undo of the queue: order and list come back as they were, after a restart, too; nothing that waits is sent by it. */
import type { JournalStepName } from '#contract/journal.ts'
import type { JobId, RequestId, StepId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

let studio: Awaited<ReturnType<typeof openTestStudio>>
beforeEach(async () => {
  studio = await openTestStudio()
  await studio.parts.order.pauseAll(true)
})

const of = { is: 'queue' } as const
const step = (name: JournalStepName) => ({ id: newId<StepId>(), projectId: null, name, of: 'A', room: 'queue' })
const state = () => studio.handlers.journal.next({ of }, call)
async function turn(way: 'undo' | 'redo') {
  const next = (await state())[way]
  return next && (await studio.handlers.journal[way]({ of, stepId: next.id }, call)).turned
}
async function enqueue(...titles: string[]): Promise<JobId[]> {
  const jobs = await studio.parts.ledger.enqueue(titles.map((title, requestPart) =>
    ({ requestId: newId<RequestId>(), requestPart, kind: 'render' as const, title, plan: {} })))
  return jobs.map(job => job.id)
}
const waiting = async () => (await studio.parts.ledger.open()).map(row => row.title + (row.paused_at === null ? '' : ' paused')).join(', ')
async function listed() {
  const { value } = await studio.parts.ledger.changes()[Symbol.asyncIterator]().next()
  return value?.changed.map((job: { title: string }) => job.title)
}

it('moves lead back and forth, in every page and after a restart', async () => {
  const [a, b, c] = await enqueue('A', 'B', 'C')
  await studio.handlers.jobs.move({ jobIds: [c!], beforeJobId: a!, step: step('moveJobs') }, call)
  await studio.handlers.jobs.move({ jobIds: [a!], beforeJobId: null, step: step('moveJobs') }, call)
  expect(await waiting()).toBe('C, B, A')
  expect(await turn('undo')).toMatchObject({ name: 'moveJobs', of: 'A', author: 'person' })
  expect(await waiting()).toBe('C, A, B')
  await studio.close()
  studio = await openTestStudio({ folder: studio.folder })
  await studio.parts.order.pauseAll(true)
  await turn('undo')
  expect(await waiting()).toBe('A, B, C')
  await turn('redo')
  await turn('redo')
  expect(await waiting()).toBe('C, B, A')
  await studio.handlers.jobs.move({ jobIds: [b!], beforeJobId: c!, step: step('moveJobs') }, call)
  expect((await state()).redo).toBeNull()
  expect(await turn('redo')).toBeNull()
})

it('a job that ran next waits again, paused as it was; made again it is moved, and still paused', async () => {
  const [, , c] = await enqueue('A', 'B', 'C')
  await studio.handlers.jobs.pause({ jobIds: [c!], isPaused: true }, call)
  await studio.handlers.jobs.runNext({ jobIds: [c!], step: step('runNext') }, call)
  expect(await waiting()).toBe('C, A, B')
  await turn('undo')
  expect(await waiting()).toBe('A, B, C paused')
  await turn('redo')
  expect(await waiting()).toBe('C paused, A, B')
  await turn('undo')
  expect(await waiting()).toBe('A, B, C paused')
})

it('cleared jobs come back to the list by their number, and pages are told both ways', async () => {
  const jobIds = await enqueue('A', 'B', 'C')
  await studio.handlers.jobs.cancelUnsent({ jobIds }, call)
  const stop = new AbortController()
  // What a page shows: news of the same moment come as one.
  const shown = new Set<string>()
  const follow = (async () => {
    for await (const { changed, removed } of studio.handlers.jobs.changes({}, { ...call, signal: stop.signal })) {
      changed.forEach(job => shown.add(job.id))
      removed.forEach(id => shown.delete(id))
    }
  })()
  await expect.poll(() => shown.size).toBe(3)
  await studio.handlers.jobs.clear({ jobIds, step: step('clearJobs') }, call)
  expect(await listed()).toEqual([])
  await expect.poll(() => shown.size).toBe(0)
  expect(await turn('undo')).toMatchObject({ name: 'clearJobs', of: '3' })
  expect(await listed()).toEqual(['A', 'B', 'C'])
  await expect.poll(() => [...shown].sort()).toEqual(jobIds.toSorted())
  await turn('redo')
  expect(await listed()).toEqual([])
  await expect.poll(() => shown.size).toBe(0)
  stop.abort()
  await follow
})

it('what is cancelled stays cancelled: no step leads back to a job that would be sent', async () => {
  const jobIds = await enqueue('A', 'B')
  await studio.handlers.jobs.cancelUnsent({ jobIds }, call)
  await studio.handlers.jobs.pause({ jobIds, isPaused: true }, call)
  expect(await state()).toMatchObject({ undo: null, redo: null })
})

it('writes nothing but order and list, whatever a step of a stranger says', async () => {
  const { ledgerDb } = studio.parts
  const [a] = await enqueue('A')
  const before = await ledgerDb.all(sql`SELECT * FROM jobs`)
  for (const columns of [{ state: 'committed' }, { plan: '{"x":1}' }, { cleared_at: null, task_id: 'theirs' }]) {
    const change = { table: 'jobs', key: [a], before: columns, after: columns }
    const id = newId<StepId>()
    await ledgerDb.run(sql`
      INSERT INTO undo_steps (id, project_id, author, name, name_of, step_order, changes, size)
      VALUES (${id}, NULL, 'person', 'moveJobs', 'A', ${Date.now()}, ${JSON.stringify([change])}, 1)`)
    for (const way of ['undo', 'redo'] as const)
      expect(await studio.handlers.journal[way]({ of, stepId: id }, call)).toEqual({ turned: null })
  }
  expect(await ledgerDb.all(sql`SELECT * FROM jobs`)).toEqual(before)
})
