/**
 * A line that is generated for a place of a sequence comes there when its job is done, with no page open, and is bought once.
 *
 * @module-tag wide
 */
import type { IntoPlace } from '#contract/into.ts'
import type { SoundClip } from '#contract/sequence-document.ts'
import type { ClipId, JobId, LineId, ModelId, RequestId, TrackId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openRawCalls } from '../../kit/raw-calls.ts'
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
  const { id: sequenceId } = await storeSequence(studio.parts.sequences, projectId, { spoken: [{ takeId: first.takeIds[0]! }] })
  const { lines: [line] } = await studio.handlers.script.add({
    projectId,
    afterLineId: null,
    lines: [{ speaker: 'MARA', text: 'Here it begins.', direction: '' }],
  }, call)
  await studio.parts.script.cast(projectId, { speaker: 'MARA', modelId: 'higgs2p5' as ModelId, voiceId: null, fields: {} })
  const place: IntoPlace = { sequenceId, clipId: newId<ClipId>(), trackId: newId<TrackId>(), frame: 3000, frames: 40 }
  return { practice, studio, accountId, projectId, sequenceId, place, lineId: line!.id satisfies LineId }
}

async function placed(): Promise<SoundClip[]> {
  const all = tracksOf(await film.studio.parts.sequences.get(film.sequenceId)).flatMap(track => clipsOf(track))
  return all.filter((clip): clip is SoundClip => 'points' in clip && clip.id === film.place.clipId)
}
function ask({ requestId = newId<RequestId>(), lineId = film.lineId, into = film.place } = {}) {
  const { studio, accountId, projectId } = film
  return studio.handlers.make.lines({ requestId, accountId, projectId, lineIds: [lineId], into }, call)
}
async function make(requestId = newId<RequestId>()): Promise<JobId> {
  const { jobIds: [jobId] } = await ask({ requestId })
  return jobId!
}
const noneIsAwaited = () => expect.poll(() => film.studio.parts.ledger.awaitedClips()).toEqual([])

it('the take comes to its place as a step of undo, which takes it back for good and cancels nothing', async () => {
  const { studio, sequenceId, lineId, place } = film
  const { rate } = await studio.parts.sequences.get(sequenceId)
  const job = await ended(studio, await make())
  await expect.poll(placed).toMatchObject([{ takeId: job.takeIds[0], lineId }])
  expect((await placed())[0]!.start).toBe(sampleOfFrame(place.frame, rate))
  await noneIsAwaited()
  await studio.handlers.journal.undo({ of: { is: 'sequence', sequenceId }, stepId: null }, call)
  expect(await placed()).toEqual([])
  await ended(studio, await speak(studio, film.accountId, 'Another job.'))
  expect(await placed()).toEqual([])
  expect((await studio.parts.takes.find(job.takeIds)).map(take => take.trashedAt)).toEqual([null])
})

it('a request that is answered twice is one job, one charge and one clip', async () => {
  const { studio } = film
  const requestId = newId<RequestId>()
  const [one, two] = await Promise.all([make(requestId), make(requestId)])
  expect(one).toBe(two)
  await ended(studio, one)
  await expect.poll(placed).toHaveLength(1)
})

it('two pages that ask for the same words at the same moment, each with a line and a place of its own, buy them once', async () => {
  const { studio, projectId, lineId, place } = film
  const words = { speaker: 'MARA', text: 'Here it begins.', direction: '' }
  const { lines: [twin] } = await studio.handlers.script.add({ projectId, afterLineId: lineId, lines: [words] }, call)
  await studio.parts.order.pauseAll(true)
  const answers = await Promise.all([ask(), ask({ lineId: twin!.id, into: { ...place, clipId: newId<ClipId>() } })])
  expect(answers.map(answer => answer.lineCount).toSorted()).toEqual([0, 1])
  expect((await studio.parts.ledger.open()).filter(row => row.project_id === projectId)).toHaveLength(1)
})

it('a place is refused for several lines: it is of one take', async () => {
  const { studio, accountId, projectId, lineId, place } = film
  const calls = openRawCalls(studio)
  const asked = { requestId: newId<RequestId>(), accountId, projectId, lineIds: [lineId, newId<LineId>()], into: place }
  await expect(calls.call('make.lines', asked)).rejects.toThrow('BAD_REQUEST')
  await expect(calls.call('make.lines', { ...asked, lineIds: [lineId] })).resolves.toContain('"lineCount":1')
  calls.close()
})

it('a place whose sequence was moved to the trash keeps its take in the library', async () => {
  const { studio, sequenceId } = film
  await studio.parts.order.pauseAll(true)
  const jobId = await make()
  await studio.parts.sequences.trash(sequenceId)
  await studio.parts.order.pauseAll(false)
  const job = await ended(studio, jobId)
  await noneIsAwaited()
  expect(job.state).toBe('done')
  expect((await studio.parts.takes.find(job.takeIds)).map(take => take.trashedAt)).toEqual([null])
})

it('after a crash between the take and its place, the next start places it, once', async () => {
  const { studio, place } = film
  const done = await ended(studio, await make())
  await expect.poll(placed).toHaveLength(1)
  await noneIsAwaited()
  // As if the note that it was placed had not been written.
  await studio.parts.ledgerDb.run(sql`UPDATE jobs SET into_clip = ${JSON.stringify(place)} WHERE id = ${done.id}`)
  await studio.close()
  film = { ...film, studio: await openTestStudio({ folder: studio.folder }) }
  await noneIsAwaited()
  expect(await placed()).toMatchObject([{ takeId: done.takeIds[0] }])
  // As if neither had been.
  const { sequenceId } = film
  await film.studio.handlers.journal.undo({ of: { is: 'sequence', sequenceId }, stepId: null }, call)
  await film.studio.parts.ledgerDb.run(sql`UPDATE jobs SET into_clip = ${JSON.stringify(place)} WHERE id = ${done.id}`)
  await film.studio.close()
  film = { ...film, studio: await openTestStudio({ folder: studio.folder }) }
  await expect.poll(placed).toMatchObject([{ takeId: done.takeIds[0] }])
})

it('an unsure request shows its place, and the try that a person decides on comes there', async () => {
  const { practice, studio, place } = film
  practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
  const jobId = await make()
  const unsure = await ended(studio, jobId)
  expect(unsure).toMatchObject({ state: 'unsure', awaitedAt: place })
  expect(await placed()).toEqual([])
  const { job } = await studio.handlers.jobs.retry({ requestId: newId<RequestId>(), jobId, acceptsSecondCharge: true }, call)
  const done = await ended(studio, job.id)
  await expect.poll(placed).toMatchObject([{ takeId: done.takeIds[0] }])
})
