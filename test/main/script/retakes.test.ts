/** A take that was asked for although its line has one is used when it comes, with no page open: once, and as a step of undo. */
import type { JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { call } from '../../kit/paid-inputs.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const modelId = 'qwen3-tts' as ModelId
let script: Awaited<ReturnType<typeof openScript>>
beforeEach(async () => {
  script = await openScript()
})

async function openScript() {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const projectId = (await studio.parts.projects.create('The boat')).id
  await studio.parts.script.cast(projectId, { speaker: '', modelId, voiceId: null, fields: { voice: 'Ryan' } })
  const [line] = await studio.parts.script.add(projectId, null, [{ speaker: '', text: 'The boat is gone.', direction: '' }])
  return { practice, studio, accountId, projectId, lineId: line!.id }
}

const line = async ({ studio, projectId } = script) => (await studio.parts.script.lines(projectId))[0]!
const chosen = async () => (await line()).chosenTakeId

async function ask({ studio, accountId, projectId, lineId } = script): Promise<JobId> {
  const { jobIds: [jobId] } = await studio.handlers.make.speech({
    ...{ requestId: newId<RequestId>(), accountId, modelId, projectId: projectId satisfies ProjectId, lineId: lineId satisfies LineId },
    ...{ fields: { text: 'The boat is gone.', voice: 'Ryan' }, voiceId: null, isOverSocket: false },
  }, call)
  return jobId!
}
/** Asks for a take, and waits until the line uses it. */
async function make(): Promise<TakeId> {
  const { takeIds: [takeId] } = await ended(script.studio, await ask())
  await expect.poll(chosen).toBe(takeId)
  await expect.poll(() => script.studio.parts.ledger.retakes()).toEqual([])
  return takeId!
}
/** Asks for a take that comes only after `meanwhile`. */
async function makeAfter(meanwhile: () => Promise<unknown>): Promise<TakeId> {
  const { studio } = script
  await studio.parts.order.pauseAll(true)
  const jobId = await ask()
  await meanwhile()
  await studio.parts.order.pauseAll(false)
  const { takeIds: [takeId] } = await ended(studio, jobId)
  await expect.poll(() => studio.parts.ledger.retakes()).toEqual([])
  return takeId!
}
const lastStep = async () => (await script.studio.parts.journal.next(script.projectId)).undo

it('is used when it comes, and undo leads back to the one before, for good', async () => {
  const { studio, projectId } = script
  const first = await make()
  expect(await lastStep(), 'the first take of a line is no choice between two').toBeNull()
  const second = await make()
  await expect.poll(lastStep).toMatchObject({ name: 'chooseTake', of: '1', room: 'script', author: 'new-take' })
  await studio.handlers.journal.undo({ of: { is: 'project', projectId }, stepId: (await lastStep())!.id }, call)
  expect(await chosen()).toBe(first)
  expect(await studio.parts.ledger.retakes()).toEqual([])
  const { redo } = await studio.parts.journal.next(projectId)
  await studio.handlers.journal.redo({ of: { is: 'project', projectId }, stepId: redo!.id }, call)
  expect(await chosen()).toBe(second)
})

it('a line that a person gave another take in the meantime keeps that one', async () => {
  const first = await make()
  await make()
  const third = await makeAfter(() => script.studio.parts.script.choose(script.lineId, first))
  expect(third).not.toBe(first)
  expect(await chosen()).toBe(first)
})

it('a locked line keeps its take, also an outdated one; one without a take gets it', async () => {
  const { studio, projectId, lineId } = script
  const lock = () => studio.parts.script.change(projectId, [{ lineId, isLocked: true }])
  // The first take of a line is no retake: it is chosen soon after its job is done.
  const first = await makeAfter(lock)
  await expect.poll(chosen).toBe(first)
  await makeAfter(async () => {})
  expect(await chosen()).toBe(first)
  await studio.parts.script.cast(projectId, { speaker: '', modelId, voiceId: null, fields: { voice: 'Serena' } })
  expect((await line()).state).toBe('stale')
  await makeAfter(async () => {})
  expect(await chosen()).toBe(first)
})

it('a job that was tried again gives the take', async () => {
  const { practice, studio } = script
  const first = await make()
  practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
  const jobId = await ask()
  expect((await ended(studio, jobId)).state).toBe('unsure')
  expect(await chosen()).toBe(first)
  const { job } = await studio.handlers.jobs.retry({ requestId: newId<RequestId>(), jobId, acceptsSecondCharge: true }, call)
  const done = await ended(studio, job.id)
  await expect.poll(chosen).toBe(done.takeIds[0])
})

it('a take that was filed just before a crash is used at the next start, also when its job is off the list', async () => {
  const { studio, lineId } = script
  const first = await make()
  const second = await make()
  await studio.parts.script.choose(lineId, first)
  const [job] = await studio.parts.ledgerDb.all<{ id: JobId }>(sql`SELECT id FROM jobs ORDER BY id DESC LIMIT 1`)
  await studio.parts.ledgerDb.run(sql`UPDATE jobs SET into_line = ${first} WHERE id = ${job!.id}`)
  await studio.parts.ledger.clear([job!.id])
  await studio.close()
  script = { ...script, studio: await openTestStudio({ folder: studio.folder }) }
  await expect.poll(chosen).toBe(second)
})

it('a sample that the line used before stays among the takes that may be chosen for it', async () => {
  const { studio, accountId, projectId, lineId } = script
  const voices = [{ modelId, voiceId: null, fields: { voice: 'Ryan' } }]
  const words = { accountId, text: 'The boat is gone.', direction: '', voices }
  await studio.handlers.make.samples({ requestId: newId<RequestId>(), projectId, ...words }, call)
  await expect.poll(chosen).not.toBeNull()
  const sample = await chosen()
  expect((await studio.parts.takes.find([sample!]))[0]!.lineId).toBeNull()
  const own = await make()
  expect(own).not.toBe(sample)
  expect(await studio.handlers.script.borrowed({ lineId }, call)).toEqual({ takeIds: [sample] })
  await studio.parts.script.choose(lineId, sample!)
  expect(await chosen()).toBe(sample)
  await studio.parts.script.cast(projectId, { speaker: '', modelId, voiceId: null, fields: { voice: 'Serena' } })
  expect(await studio.handlers.script.borrowed({ lineId }, call), 'of another voice').toEqual({ takeIds: [] })
})
