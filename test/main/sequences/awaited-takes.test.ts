/** What is generated for a clip comes into it when its job is done, with no page open: in place, as a step of undo, once. */
import type { IntoClip } from '#contract/into.ts'
import type { SoundClip } from '#contract/sequence-document.ts'
import type { JobId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { call } from '../../kit/paid-inputs.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { connect, ended, openTestPractice, openTestStudio, speak } from '../../kit/studio.ts'

type Film = Awaited<ReturnType<typeof openFilm>>
let film: Film
beforeEach(async () => {
  film = await openFilm()
})

async function openFilm() {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const projectId = (await studio.parts.projects.create('Film')).id
  const first = await ended(studio, await speak(studio, accountId, 'The first.'))
  const takeId = first.takeIds[0]!
  const { id: sequenceId } = await storeSequence(studio.parts.sequences, projectId, { spoken: [{ takeId }, { takeId }] })
  return { practice, studio, accountId, projectId, sequenceId, takeId }
}

async function clips(): Promise<SoundClip[]> {
  const all = tracksOf(await film.studio.parts.sequences.get(film.sequenceId)).flatMap(track => clipsOf(track))
  return all.filter((clip): clip is SoundClip => 'points' in clip).sort((a, b) => a.start - b.start)
}
async function make(text: string, into: IntoClip): Promise<JobId> {
  const { studio, accountId, projectId } = film
  const { jobIds: [jobId] } = await studio.handlers.make.speech({
    ...{ requestId: newId<RequestId>(), accountId, modelId: 'higgs2p5' as ModelId, projectId: projectId satisfies ProjectId },
    ...{ fields: { text }, lineId: null, voiceId: null, isOverSocket: false, into },
  }, call)
  return jobId!
}
const into = async (): Promise<IntoClip> => ({ sequenceId: film.sequenceId, clipId: (await clips())[0]!.id, takeId: film.takeId })
const takesIn = async (): Promise<(TakeId | null)[]> => (await clips()).map(clip => clip.takeId)
const steps = async () => (await film.studio.parts.sequences.journal(film.sequenceId)).map(step => step.name)

it('the take comes into its clip and no other, and undo brings the old one back for good', async () => {
  const { studio, sequenceId, takeId } = film
  const job = await ended(studio, await make('Said anew.', await into()))
  await expect.poll(takesIn).toEqual([job.takeIds[0], takeId])
  expect(await steps()).toEqual(['assemble', 'new-take'])
  await studio.handlers.journal.undo({ of: { is: 'sequence', sequenceId }, stepId: null }, call)
  expect(await takesIn()).toEqual([takeId, takeId])
  const again = await ended(studio, await speak(studio, film.accountId, 'Another job.'))
  expect(again.state).toBe('done')
  expect(await studio.parts.ledger.awaitedClips()).toEqual([])
  expect(await takesIn()).toEqual([takeId, takeId])
})

it('a clip that a person gave another take keeps that one', async () => {
  const { studio, sequenceId, takeId } = film
  await studio.parts.order.pauseAll(true)
  const jobId = await make('Said anew.', await into())
  await studio.parts.order.pause([jobId], true)
  await studio.parts.order.pauseAll(false)
  const other = (await ended(studio, await speak(studio, film.accountId, 'Another.'))).takeIds[0]!
  const { revision } = await studio.parts.sequences.get(sequenceId)
  const [clip] = await clips()
  await studio.parts.sequences.edit(sequenceId, {
    baseRevision: revision,
    name: 'take',
    edits: [{ do: 'swapTake', clipId: clip!.id, takeId: other, sourceLength: 48_000, ripples: false }],
  })
  await studio.handlers.jobs.pause({ jobIds: [jobId], isPaused: false }, call)
  await ended(studio, jobId)
  await expect.poll(() => studio.parts.ledger.awaitedClips()).toEqual([])
  expect(await takesIn()).toEqual([other, takeId])
})

it('a job that was tried again gives the take', async () => {
  const { practice, studio, takeId } = film
  practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
  const jobId = await make('Said anew.', await into())
  expect((await ended(studio, jobId)).state).toBe('unsure')
  const { job } = await studio.handlers.jobs.retry({ requestId: newId<RequestId>(), jobId, acceptsSecondCharge: true }, call)
  const done = await ended(studio, job.id)
  await expect.poll(takesIn).toEqual([done.takeIds[0], takeId])
})

it('a take that was filed just before a crash is brought at the next start', async () => {
  const { studio, accountId, takeId } = film
  const done = await ended(studio, await speak(studio, accountId, 'Said anew.'))
  await studio.parts.ledgerDb.run(sql`UPDATE jobs SET into_clip = ${JSON.stringify(await into())} WHERE id = ${done.id}`)
  await studio.close()
  film = { ...film, studio: await openTestStudio({ folder: studio.folder }) }
  await expect.poll(takesIn).toEqual([done.takeIds[0], takeId])
})
