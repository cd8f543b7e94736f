/**
 * A take that was asked for although its line has one is used when it comes, with no page open: once, and as a step of undo.
 *
 * @module-tag wide
 */
import type { JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import { beforeEach, describe, expect, it } from 'vitest'
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

async function ask(voice = 'Ryan', { studio, accountId, projectId, lineId } = script): Promise<JobId> {
  const { jobIds: [jobId] } = await studio.handlers.make.speech({
    ...{ requestId: newId<RequestId>(), accountId, modelId, projectId: projectId satisfies ProjectId, lineId: lineId satisfies LineId },
    ...{ fields: { text: 'The boat is gone.', voice }, voiceId: null, isOverSocket: false },
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
async function makeAfter(meanwhile: () => Promise<unknown>, voice?: string): Promise<TakeId> {
  const { studio } = script
  await studio.parts.order.pauseAll(true)
  const jobId = await ask(voice)
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

it('a line that is cast back in the meantime keeps the take that fits it', async () => {
  const { studio, projectId } = script
  const cast = (voice: string) => studio.parts.script.cast(projectId, { speaker: '', modelId, voiceId: null, fields: { voice } })
  const first = await make()
  await cast('Serena')
  const other = await makeAfter(() => cast('Ryan'), 'Serena')
  expect(await line()).toMatchObject({ state: 'made', chosenTakeId: first })
  await cast('Serena')
  expect(await line()).toMatchObject({ state: 'made', chosenTakeId: other })
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

describe('several lines that ask for the very same', () => {
  const words = { speaker: '', text: 'The boat is gone.', direction: '' }
  const all = () => script.studio.parts.script.lines(script.projectId)
  const chosenOfAll = async () => (await all()).map(each => each.chosenTakeId)
  const again = (lineIds: readonly LineId[]) => script.studio.handlers.make.lines({
    ...{ requestId: newId<RequestId>(), accountId: script.accountId, projectId: script.projectId, lineIds: [...lineIds], isAgain: true },
  }, call)
  const sent = () => script.practice.ledger().length
  /** Four lines that use one take. */
  async function share(): Promise<LineId[]> {
    const added = await script.studio.parts.script.add(script.projectId, null, [words, words, words])
    const first = await make()
    await expect.poll(chosenOfAll).toEqual([first, first, first, first])
    return [script.lineId, ...added.map(each => each.id)]
  }

  it('share one new take, for one purchase and as one step of undo', async () => {
    const { studio, projectId } = script
    const lineIds = await share()
    const former = await chosen()
    const before = sent()
    const { jobIds, ...counts } = await again(lineIds)
    expect([jobIds.length, counts]).toEqual([1, { takeCount: 1, lineCount: 4, refused: [] }])
    const { takeIds: [takeId] } = await ended(studio, jobIds[0]!)
    await expect.poll(chosenOfAll).toEqual([takeId, takeId, takeId, takeId])
    expect(sent() - before).toBe(1)
    await expect.poll(lastStep).toMatchObject({ name: 'chooseTakes', of: '4', author: 'new-take' })
    await studio.handlers.journal.undo({ of: { is: 'project', projectId }, stepId: (await lastStep())!.id }, call)
    expect(await chosenOfAll()).toEqual([former, former, former, former])
  })

  it('are bought once by two pages at the same moment, and the same request again answers what it made', async () => {
    const { studio } = script
    const lineIds = await share()
    await studio.parts.order.pauseAll(true)
    const answers = await Promise.all([again(lineIds), again(lineIds.toReversed())])
    expect(answers.map(answer => [answer.takeCount, answer.lineCount])).toEqual([[1, 4], [0, 0]])
    expect((await again([lineIds[2]!])).takeCount, 'also of one of them, alone').toBe(0)
    const [job] = await studio.parts.ledger.rows(answers[0]!.jobIds)
    const request = { requestId: job!.batch_id!, accountId: script.accountId, projectId: script.projectId, lineIds, isAgain: true }
    expect(await studio.handlers.make.lines(request, call)).toEqual(answers[0])
    expect((await studio.parts.ledger.get(job!.id)).alsoLineIds).toEqual(lineIds.slice(1))
    await studio.parts.order.pauseAll(false)
  })

  it('one alone gets a take of its own, and the others keep theirs', async () => {
    const [, second] = await share()
    const former = await chosen()
    const { jobIds: [jobId] } = await again([second!])
    const { takeIds: [takeId] } = await ended(script.studio, jobId!)
    await expect.poll(chosenOfAll).toEqual([former, takeId, former, former])
  })

  it('a line that is locked, has other words or another take by then keeps what it has', async () => {
    const { studio, projectId } = script
    const lineIds = await share()
    const former = await chosen()
    const own = (await ended(studio, (await again([lineIds[3]!])).jobIds[0]!)).takeIds[0]
    await expect.poll(async () => (await chosenOfAll())[3]).toBe(own)
    await studio.parts.order.pauseAll(true)
    const { jobIds: [jobId], lineCount } = await again(lineIds)
    expect(lineCount).toBe(4)
    const edits = [{ lineId: lineIds[1]!, isLocked: true }, { lineId: lineIds[2]!, text: 'The boat is here.' }]
    await studio.parts.script.change(projectId, edits)
    await studio.parts.script.choose(lineIds[3]!, former!)
    await studio.parts.order.pauseAll(false)
    const { takeIds: [takeId] } = await ended(studio, jobId!)
    await expect.poll(chosenOfAll).toEqual([takeId, former, former, former])
  })

  it('a locked line is not among several, and one without a take gets the new one', async () => {
    const { studio, projectId } = script
    const lineIds = await share()
    const former = await chosen()
    await studio.parts.script.change(projectId, [{ lineId: lineIds[0]!, isLocked: true }])
    const { jobIds: [jobId], lineCount } = await again(lineIds)
    expect(lineCount).toBe(3)
    const { takeIds: [takeId] } = await ended(studio, jobId!)
    await expect.poll(chosenOfAll).toEqual([former, takeId, takeId, takeId])
  })

  it('a job that was tried again gives all of them the take', async () => {
    const { practice, studio } = script
    const lineIds = await share()
    practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
    const { jobIds: [jobId] } = await again(lineIds)
    expect((await ended(studio, jobId!)).state).toBe('unsure')
    expect((await again(lineIds)).takeCount, 'what may have been paid is not bought again').toBe(0)
    const { job } = await studio.handlers.jobs.retry({ requestId: newId<RequestId>(), jobId: jobId!, acceptsSecondCharge: true }, call)
    const { takeIds: [takeId] } = await ended(studio, job.id)
    await expect.poll(chosenOfAll).toEqual([takeId, takeId, takeId, takeId])
  })
})
