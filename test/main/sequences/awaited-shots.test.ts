/**
 * A shot that is generated for a place of a sequence comes there when its job is done, with no page open, and is bought once.
 *
 * @module-tag all
 */
import type { Into, IntoPlace } from '#contract/into.ts'
import type { Fields } from '#contract/models.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { AssetId, ClipId, JobId, ModelId, RequestId, TakeId } from '#contract/words.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { followAwaited } from '../../../src-main/sequences/follow-awaited.ts'
import { call } from '../../kit/paid-inputs.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

type Film = Awaited<ReturnType<typeof openFilm>>
let film: Film
beforeEach(async () => {
  film = await openFilm()
})

/** A film of one image of two seconds, and another that follows after a gap of one. */
async function openFilm() {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const projectId = (await studio.parts.projects.create('Film')).id
  const where = { accountId, projectId, modelId: 'eigen-image' as ModelId }
  const asked = { requestId: newId<RequestId>(), ...where, variants: [{ prompt: 'The bay.' }] }
  const { jobIds: [imageJob] } = await studio.handlers.make.images(asked, call)
  const image = await ended(studio, imageJob!)
  const [take] = await studio.parts.takes.find(image.takeIds)
  const { id: sequenceId } = await storeSequence(studio.parts.sequences, projectId)
  const plain = { linkId: null, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, sourceLength: null, lineId: null, title: null }
  const look = { ...plainLook, scale: 1.5 }
  const clip = (start: number): PictureClip => ({ ...plain, id: newId<ClipId>(), start, length: 50, takeId: take!.id, look })
  const clips = [clip(0), clip(75)] as const
  const document = await studio.parts.sequences.get(sequenceId)
  const track = tracksOf(document).find(each => each.kind === 'pictures')!
  await studio.parts.sequences.replace(sequenceId, 'assemble', now => ({
    ...now,
    tracks: { ...now.tracks, [track.id]: { ...track, clips: Object.fromEntries(clips.map(each => [each.id, each])) } } as typeof now.tracks,
  }))
  const place: IntoPlace = { sequenceId, clipId: newId<ClipId>(), trackId: track.id, frame: 50, frames: 25, after: clips[0].id }
  return { practice, studio, accountId, projectId, sequenceId, place, clips, assetId: take!.asset.id satisfies AssetId }
}

function ask({ into = film.place as Into, requestId = newId<RequestId>(), tries = 1 } = {}) {
  const { studio, accountId, projectId, assetId } = film
  const fields = { prompt: 'The tide comes in.', image: { assetId } }
  return studio.handlers.make.videos({
    ...{ requestId, accountId, projectId, modelId: 'wan2p2-i2v-14b-turbo' as ModelId },
    ...{ variants: Array.from<Fields>({ length: tries }).fill(fields), into },
  }, call)
}
async function clips(): Promise<PictureClip[]> {
  return tracksOf(await film.studio.parts.sequences.get(film.sequenceId)).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
}
const spans = async () => (await clips()).map(clip => [clip.start, clip.length])
const allEnded = (jobIds: readonly JobId[]) => Promise.all(jobIds.map(id => ended(film.studio, id)))
const noneIsAwaited = () => expect.poll(() => film.studio.parts.ledger.awaitedClips()).toEqual([])

it('a shot fills its gap as one step of undo, looks like the clip before it, and is not cancelled by undo', async () => {
  const { studio, sequenceId, clips: [before] } = film
  const { jobIds } = await ask()
  const [job] = await allEnded(jobIds)
  await expect.poll(spans).toEqual([[0, 50], [50, 25], [75, 50]])
  expect((await clips())[1]).toMatchObject({ takeId: job!.takeIds[0], look: before.look })
  await noneIsAwaited()
  await studio.handlers.journal.undo({ of: { is: 'sequence', sequenceId }, stepId: null }, call)
  expect(await spans()).toEqual([[0, 50], [75, 50]])
  expect((await studio.parts.takes.find(job!.takeIds)).map(take => take.trashedAt)).toEqual([null])
})

it('a shot that continues a clip comes behind it, where that is by then, and what follows makes room', async () => {
  const { studio, sequenceId, place, clips: [, last] } = film
  await studio.parts.order.pauseAll(true)
  const { jobIds } = await ask({ into: { ...place, after: last.id, frame: endOf(last), makesRoom: true } })
  const moved: SequenceEdit = { do: 'move', clipIds: [last.id], byFrames: 25, toTracks: {}, how: 'free' }
  const { revision } = await studio.parts.sequences.get(sequenceId)
  await studio.parts.sequences.edit(sequenceId, { baseRevision: revision, name: 'move', edits: [moved] })
  await studio.parts.order.pauseAll(false)
  await allEnded(jobIds)
  await expect.poll(async () => (await spans()).map(([start]) => start)).toEqual([0, 100, 150])
})

it('two pages that ask for the very same at the same moment buy it once, and a later one gets the same job', async () => {
  const { studio, place, projectId } = film
  await studio.parts.order.pauseAll(true)
  const answers = await Promise.all([ask(), ask({ into: { ...place, clipId: newId<ClipId>() } })])
  answers.push(await ask({ into: { ...place, clipId: newId<ClipId>() } }))
  expect(new Set(answers.flatMap(answer => answer.jobIds)).size).toBe(1)
  expect((await studio.parts.ledger.open()).filter(row => row.project_id === projectId)).toHaveLength(1)
  // Another place is another shot.
  const other = await ask({ into: { ...place, clipId: newId<ClipId>(), frame: 125 } })
  expect(other.jobIds).not.toEqual(answers[0]!.jobIds)
})

it('in a sequence that changed its frame rate the same moment is the same place, and the same frame is another one', async () => {
  const { studio, place } = film
  await studio.parts.order.pauseAll(true)
  const rate = (numerator: number) => ({ rate: { numerator, denominator: 1 } })
  const asked = await ask({ into: { ...place, ...rate(25) } })
  const sameMoment = await ask({ into: { ...place, clipId: newId<ClipId>(), frame: place.frame * 2, ...rate(50) } })
  const sameFrame = await ask({ into: { ...place, clipId: newId<ClipId>(), ...rate(50) } })
  expect([sameMoment.jobIds, sameFrame.jobIds.length]).toEqual([asked.jobIds, 1])
  expect(sameFrame.jobIds).not.toEqual(asked.jobIds)
})

it('of several tries the first that is there is placed, and the others are kept', async () => {
  const { studio } = film
  const { jobIds } = await ask({ tries: 3 })
  const done = await allEnded(jobIds)
  await noneIsAwaited()
  expect(await spans()).toEqual([[0, 50], [50, 25], [75, 50]])
  const takeIds = done.flatMap(job => job.takeIds)
  expect(takeIds).toHaveLength(3)
  expect(takeIds).toContain((await clips())[1]!.takeId)
  expect((await clips()).map(clip => clip.hasTries)).toEqual([undefined, true, undefined])
  expect((await studio.parts.takes.find(takeIds)).every(take => take.trashedAt === null)).toBe(true)
})

it('a shot that was asked for alone has nothing to be chosen from', async () => {
  await allEnded((await ask()).jobIds)
  await noneIsAwaited()
  expect((await clips()).map(clip => clip.hasTries)).toEqual([undefined, undefined, undefined])
})

it('a failed shot shows its place, and its retry comes there', async () => {
  const { practice, studio, place } = film
  practice.faults.set({ do: 'job-fails', error: 'The tide is out', times: 1 })
  const { jobIds: [jobId] } = await ask()
  expect(await ended(studio, jobId!)).toMatchObject({ state: 'failed', awaitedAt: place })
  const { job } = await studio.handlers.jobs.retry({ requestId: newId<RequestId>(), jobId: jobId!, acceptsSecondCharge: true }, call)
  const done = await ended(studio, job.id)
  await expect.poll(async () => (await clips()).map(clip => clip.takeId)).toContain(done.takeIds[0])
})

it('of several tries for a clip the first replaces its take, as an edit that undo takes back', async () => {
  const { studio, sequenceId, clips: [first] } = film
  const { jobIds } = await ask({ tries: 2, into: { sequenceId, clipId: first.id, takeId: first.takeId! } })
  const done = await allEnded(jobIds)
  await noneIsAwaited()
  const now = (await clips())[0]!
  expect(done.flatMap(job => job.takeIds)).toContain(now.takeId)
  expect(now).toMatchObject({ id: first.id, start: 0, look: first.look, keepsTake: true, hasTries: true })
  await studio.handlers.journal.undo({ of: { is: 'sequence', sequenceId }, stepId: null }, call)
  expect((await clips())[0]).toMatchObject({ takeId: first.takeId })
})

describe('once the first of several tries is placed, no other comes in by itself', () => {
  /** Two tries, of which the first is there and the other still waits. */
  async function firstOfTwo(into: Into = film.place) {
    const { studio } = film
    await studio.parts.order.pauseAll(true)
    const { jobIds: [first, second] } = await ask({ tries: 2, into })
    await studio.parts.order.pause([second!], true)
    await studio.parts.order.pauseAll(false)
    const { takeIds: [takeId] } = await ended(studio, first!)
    await expect.poll(async () => (await clips()).map(clip => clip.takeId)).toContain(takeId)
    await noneIsAwaited()
    return { takeId: takeId!, second: second! }
  }
  async function letCome(jobId: JobId) {
    await film.studio.handlers.jobs.pause({ jobIds: [jobId], isPaused: false }, call)
    const job = await ended(film.studio, jobId)
    await noneIsAwaited()
    return job
  }
  const turn = (kind: 'undo' | 'redo') =>
    film.studio.handlers.journal[kind]({ of: { is: 'sequence', sequenceId: film.sequenceId }, stepId: null }, call)

  it('after the first was undone, and redo places that again', async () => {
    const { takeId, second } = await firstOfTwo()
    await turn('undo')
    const job = await letCome(second)
    expect(await spans()).toEqual([[0, 50], [75, 50]])
    // It is a try like the first, and a take of the project.
    expect(job.requestKey).not.toBeNull()
    expect((await film.studio.parts.takes.find(job.takeIds)).map(take => take.trashedAt)).toEqual([null])
    await turn('redo')
    expect((await clips())[1]!.takeId).toBe(takeId)
  })

  it('after the first was deleted', async () => {
    const { studio, sequenceId, place } = film
    const { second } = await firstOfTwo()
    const { revision } = await studio.parts.sequences.get(sequenceId)
    const edits: SequenceEdit[] = [{ do: 'remove', clipIds: [place.clipId], closesGap: false }]
    await studio.parts.sequences.edit(sequenceId, { baseRevision: revision, name: 'remove', edits })
    await letCome(second)
    expect(await spans()).toEqual([[0, 50], [75, 50]])
  })

  it('after the first replaced the take of a clip and was undone', async () => {
    const { sequenceId, clips: [clip] } = film
    const { takeId, second } = await firstOfTwo({ sequenceId, clipId: clip.id, takeId: clip.takeId! })
    await turn('undo')
    await letCome(second)
    expect((await clips())[0]).toMatchObject({ takeId: clip.takeId })
    await turn('redo')
    expect((await clips())[0]).toMatchObject({ takeId })
  })

  it('also where both are there while somebody drags, and the first is undone before the next drag ends', async () => {
    const [first, second] = [{ jobId: newId<JobId>(), takeIds: [newId<TakeId>()] }, { jobId: newId<JobId>(), takeIds: [newId<TakeId>()] }]
    let waiting = [first, second]
    const brought: JobId[] = []
    const asked: TakeId[] = []
    const drag = Promise.withResolvers<void>()
    const following = followAwaited({
      jobs: {
        async* changes() {
          yield { changed: [{ state: 'done' as const, takeIds: first.takeIds }] }
        },
        awaitedClips: async () => waiting.map(each => ({ ...each, into: film.place, hasTries: true })),
        noteBrought: async (jobId) => {
          brought.push(jobId)
          waiting = []
        },
      },
      takes: { find: async (ids) => {
        asked.push(...ids)
        return []
      } },
      sequences: film.studio.parts.sequences,
      holds: { free: async () => brought.length > 0 ? drag.promise : undefined },
      clock: systemClock,
      log: film.studio.parts.log,
    }, new AbortController().signal)
    await expect.poll(() => brought).toEqual([first.jobId])
    drag.resolve()
    await following
    expect(asked).toEqual(first.takeIds)
  })

  it('and is not awaited at its place while it is on its way, whereas a failed one keeps its place for a retry', async () => {
    const { practice, studio, place } = film
    practice.faults.set({ do: 'job-fails', error: 'The tide is out', times: 1 })
    await studio.parts.order.pauseAll(true)
    const { jobIds: [failing, first, second] } = await ask({ tries: 3 })
    await studio.parts.order.pause([first!, second!], true)
    await studio.parts.order.pauseAll(false)
    await ended(studio, failing!)
    await studio.handlers.jobs.pause({ jobIds: [first!], isPaused: false }, call)
    await ended(studio, first!)
    await noneIsAwaited()
    expect((await studio.parts.ledger.get(second!)).awaitedAt).toBeUndefined()
    expect((await studio.parts.ledger.get(failing!)).awaitedAt).toEqual(place)
  })
})
