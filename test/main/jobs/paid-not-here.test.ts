/**
 * Paid work whose result does not come: nothing hangs for ever, nothing ends by mistake, and it can be looked for again.
 *
 * @module-tag wide
 */
import type { Job } from '#contract/jobs.ts'
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import type { OddAnswer } from '../../kit/odd-service.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { found } from '#contract/found.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { afterFailure, factsOf, forgetTrouble, patienceWithService } from '../../../src-main/jobs/patience.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openOddService } from '../../kit/odd-service.ts'
import { ended, openSharedStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const expiredPage = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'
const image = 'POST /generate'
const status = 'GET /generate/status'
const result = 'GET /generate/result'

let shared: SharedStudio
let media: MediaKit
let still: Buffer
let shot: Buffer
let stillPath: string
beforeAll(async () => {
  shared = await openSharedStudio()
  media = await openMediaKit()
  stillPath = await media.picture('still.png')
  still = readFileSync(stillPath)
  shot = readFileSync(await media.clip('shot.mp4', { seconds: 0.2 }))
})
afterAll(async () => {
  await shared.close()
  await media.close()
})

async function open(answer: (what: string, before: number) => OddAnswer) {
  const service = await openOddService(answer)
  const { studio } = shared
  const { id: accountId } = await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: service.key })
  return { service, studio, accountId, jobs: studio.handlers.jobs }
}

async function draw({ parts }: OpenStudio, accountId: AccountId): Promise<JobId> {
  const fields = { prompt: 'sea', width: 512, height: 512 }
  const requestId = newId<RequestId>()
  const [jobId] = await parts.make.image({ requestId, accountId, modelId: 'eigen-image' as ModelId, fields, projectId: null })
  return jobId!
}

async function animate({ parts, receiveFile }: OpenStudio, accountId: AccountId): Promise<JobId> {
  const ticket = await receiveFile('still.png', (async function* () {
    yield still
  })(), still.length)
  const { asset } = await parts.imports.file(ticket, null)
  const [jobId] = await parts.make.video({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
    fields: { prompt: 'waves', image: { assetId: asset.id } },
    projectId: null,
  })
  return jobId!
}

/** As if the job had been asked for in vain for that long, and its next time had come. */
async function letTimePass({ parts: { ledger, engine } }: OpenStudio, jobId: JobId, ms: number): Promise<void> {
  const { trouble, ...facts } = factsOf(await ledger.row(jobId))
  const later = trouble && { trouble: { ...trouble, awakeMs: trouble.awakeMs + ms, times: 9 } }
  await ledger.note(jobId, { wakesAt: null, answer: { ...facts, ...later } })
  engine.wake()
}

/** The job when it has asked this often and waits. */
async function untilAsked(studio: OpenStudio, jobId: JobId, asked: readonly string[], what: string, times: number): Promise<Job> {
  return until(studio, jobId, (job) => {
    const count = asked.filter(each => each === what).length
    if (count < times && job.wakesAt !== null)
      void studio.parts.ledger.note(jobId, { wakesAt: null }).then(studio.parts.engine.wake)
    return count >= times && job.wakesAt !== null
  })
}

describe('an answer that names a file which cannot be fetched', () => {
  it.each([
    ['403', { status: 403, body: expiredPage }],
    ['404', { status: 404, body: '' }],
    ['500', { status: 500, body: 'no' }],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html>Please wait</html>' }],
    ['nothing', { body: '' }],
  ] satisfies [string, OddAnswer][])('%s: the job waits, ends as paid and not here, and looking again brings it', async (_, refusal) => {
    let isThere = false
    const { service, studio, accountId, jobs } = await open(what => what === image
      ? { body: { image_url: '/files/a.png' } }
      : isThere ? { body: still } : refusal)
    const jobId = await draw(studio, accountId)
    const waiting = await until(studio, jobId, job => job.wakesAt !== null)
    expect(waiting).toMatchObject({ state: 'downloading', charged: 'yes' })
    expect(['not-here', 'server', 'undecodable']).toContain(waiting.failure?.kind)
    await letTimePass(studio, jobId, 31 * 60_000)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'failed', charged: 'yes', hasAnswer: true, failure: { kind: 'not-here' } })

    await jobs.lookAgain({ jobId }, call)
    await until(studio, jobId, job => job.wakesAt !== null)
    expect((await jobs.cancel({ jobId }, call)).job).toMatchObject({ state: 'cancelled', charged: 'yes' })
    isThere = true
    const [first, second] = await Promise.all([jobs.lookAgain({ jobId }, call), jobs.lookAgain({ jobId }, call)])
    expect(second.job.id).toBe(first.job.id)
    const done = await ended(studio, jobId)
    expect(done).toMatchObject({ state: 'done', charged: 'yes', failure: null })
    expect(done.takeIds).toHaveLength(1)
    expect(service.asked.filter(each => each === image), 'nothing was bought again').toHaveLength(1)
  })

  it('of several files those that are here become takes, and the others can be looked for again', async () => {
    let isThere = false
    const { studio, accountId, jobs } = await open((what) => {
      if (what === image)
        return { body: { images: [{ url: '/files/a.png' }, { url: '/files/b.png' }] } }
      return what === 'GET /files/a.png' || isThere ? { body: still } : { status: 404, body: {} }
    })
    const jobId = await draw(studio, accountId)
    await until(studio, jobId, job => job.wakesAt !== null)
    await letTimePass(studio, jobId, 31 * 60_000)
    const failed = await ended(studio, jobId)
    expect(failed).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'not-here', status: 404 } })
    expect(failed.takeIds).toHaveLength(1)
    isThere = true
    await jobs.lookAgain({ jobId }, call)
    const done = await ended(studio, jobId)
    expect(done.state).toBe('done')
    expect(done.takeIds).toHaveLength(2)
    expect(done.takeIds).toContain(failed.takeIds[0])
  })

  it('an address that must not be fetched ends the job at once, with what can be done', async () => {
    const { studio, accountId } = await open(() => ({ body: { image_url: 'http://10.0.0.8/a.png' } }))
    expect(await ended(studio, await draw(studio, accountId))).toMatchObject({ state: 'failed', charged: 'yes', hasAnswer: true })
  })
})

describe('a file that an answer names', () => {
  it('is not fetched when it is far too large, and the job ends at once with what can be done', async () => {
    const { service, studio, accountId } = await open(what => what === image
      ? { body: { image_url: '/files/a.png' } }
      : { headers: { 'content-length': String(600 * 2 ** 20), 'connection': 'close' }, body: still.subarray(0, 100) })
    const job = await ended(studio, await draw(studio, accountId))
    expect(job).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'not-here' } })
    expect(job.failure?.said).toBe(found('result-too-large', '536 MB'))
    expect(service.asked.filter(each => each === 'GET /files/a.png')).toHaveLength(1)
  })

  it('and of which only a part came is kept as an incomplete take when it is given up', async () => {
    const half = still.subarray(0, Math.floor(still.length / 2))
    const { studio, accountId, jobs } = await open(what => what === image
      ? { body: { image_url: '/files/a.png' } }
      : { headers: { 'content-length': String(still.length), 'connection': 'close' }, body: half })
    const jobId = await draw(studio, accountId)
    await until(studio, jobId, job => job.wakesAt !== null)
    const { job } = await jobs.cancel({ jobId }, call)
    expect(job).toMatchObject({ state: 'cancelled', charged: 'yes' })
    expect(job.takeIds).toHaveLength(1)
    const { take } = await studio.handlers.takes.get({ takeId: job.takeIds[0]! }, call)
    expect(take.arrival?.incomplete).toMatchObject({ because: 'stopped', receivedBytes: half.length })
  })
})

describe('polls of a paid shot', () => {
  const accepted: OddAnswer = { body: { task_id: 't', task_status: 'pending' } }
  const page: OddAnswer = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html><h1>404 Not Found</h1></html>' }
  const gone: OddAnswer = { status: 404, body: { detail: 'Job t not found' } }

  it.each([
    ['a redirect', { status: 302, headers: { location: '/login' }, body: '' }, 'not-here'],
    ['the 404 page of a proxy', page, 'not-here'],
    ['an empty 404', { status: 404, body: '' }, 'not-here'],
    ['a page with 410', { status: 410, body: '<html>gone</html>' }, 'not-here'],
  ] satisfies [string, OddAnswer, string][])('are never ended by %s, however often and long', async (_, odd, kind) => {
    let isOdd = true
    const { service, studio, accountId } = await open((what) => {
      if (what === image)
        return accepted
      return isOdd ? odd : what === status ? { body: { task_id: 't', status: 'completed' } } : { body: shot }
    })
    const jobId = await animate(studio, accountId)
    for (let times = 1; times <= 6; times++)
      await untilAsked(studio, jobId, service.asked, status, times).then(job => expect(job.failure?.kind).toBe(kind))
    await letTimePass(studio, jobId, 3_600_000)
    await untilAsked(studio, jobId, service.asked, status, 7)
    isOdd = false
    await letTimePass(studio, jobId, 3_600_000)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  })

  it.each([
    ['404 in the service’s JSON', gone, 'expired', 'yes'],
    ['410 in the service’s JSON', { status: 410, body: { detail: 'Expired' } }, 'expired', 'yes'],
    ['another word than failed', { body: { task_id: 't', status: 'error', error: 'upstream timed out' } }, 'job-failed', 'unknown'],
  ] satisfies [string, OddAnswer, string, string][])('end after %s only if that came for minutes', async (_, word, kind, charged) => {
    let isGone = true
    const { service, studio, accountId, jobs } = await open((what) => {
      if (what === image)
        return accepted
      return isGone ? word : what === status ? { body: { task_id: 't', status: 'completed' } } : { body: shot }
    })
    const jobId = await animate(studio, accountId)
    await untilAsked(studio, jobId, service.asked, status, 6)
    await letTimePass(studio, jobId, 6 * 60_000)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'failed', charged, failure: { kind } })
    // Making it again is another act, which is asked about; looking again is free, also a second time, and finds it.
    await expect(jobs.retry({ requestId: newId<RequestId>(), jobId, acceptsSecondCharge: false }, call))
      .rejects
      .toMatchObject({ code: 'may-be-charged-twice' })
    await jobs.lookAgain({ jobId }, call)
    await until(studio, jobId, job => job.wakesAt !== null)
    await jobs.cancel({ jobId }, call)
    isGone = false
    await jobs.lookAgain({ jobId }, call)
    await letTimePass(studio, jobId, 0)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(service.asked.filter(each => each === image)).toHaveLength(1)
    expect(service.asked).toContain(result)
  })

  it('end when the result is JSON without the shot for half an hour: paid, not here, and looked for again', async () => {
    let isOdd = true
    const { service, studio, accountId, jobs } = await open((what) => {
      if (what === image)
        return accepted
      return what === status ? { body: { task_id: 't', status: 'completed' } } : { body: isOdd ? { made_by: 'service' } : shot }
    })
    const jobId = await animate(studio, accountId)
    await untilAsked(studio, jobId, service.asked, result, 2)
    await letTimePass(studio, jobId, 31 * 60_000)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'not-here' } })
    isOdd = false
    await jobs.lookAgain({ jobId }, call)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(service.asked.filter(each => each === image)).toHaveLength(1)
  })

  it('of a picture whose result never holds one end, too', async () => {
    let isOdd = true
    const { service, studio, accountId, jobs } = await open((what) => {
      if (what === image)
        return accepted
      return what === status ? { body: { task_id: 't', status: 'completed' } } : { body: isOdd ? { made_by: 'service' } : still }
    })
    const jobId = await draw(studio, accountId)
    await untilAsked(studio, jobId, service.asked, result, 2)
    await letTimePass(studio, jobId, 31 * 60_000)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'not-here' } })
    isOdd = false
    await jobs.lookAgain({ jobId }, call)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  })

  it('the documented word failed ends it, and it can still be looked for', async () => {
    let word = 'failed'
    const { studio, accountId, jobs } = await open(what => what === image
      ? accepted
      : what === status ? { body: { task_id: 't', status: word, error: 'no' } } : { body: shot })
    const jobId = await animate(studio, accountId)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'failed', charged: 'unknown', failure: { kind: 'job-failed', said: 'no' } })
    word = 'completed'
    await jobs.lookAgain({ jobId }, call)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  })
})

it('patience ends only after enough failures over enough waking time, however often the studio restarts', () => {
  const step = fc.oneof(fc.integer({ min: 0, max: 10 * 60_000 }), fc.constantFrom('well', 'restart'))
  const steps = fc.array(step, { maxLength: 40 })
  fc.assert(fc.property(steps, (walk) => {
    let [run, at] = [0, 5000]
    let answer: string = '{}'
    let [times, waitedMs] = [0, 0]
    for (const step of walk) {
      if (step === 'well') {
        answer = JSON.stringify(forgetTrouble(answer))
        times = 0
        waitedMs = 0
        continue
      }
      if (step === 'restart') {
        run += 1
        at = 0
      }
      else if (typeof step === 'number') {
        at += step
        waitedMs += times > 0 ? step : 0
      }
      const { facts, isEnough } = afterFailure(factsOf({ answer }), { run: `${run}`, at }, patienceWithService)
      answer = JSON.stringify(facts)
      times += 1
      const { leastTimes, leastMs } = patienceWithService
      expect(isEnough).toBe(times >= leastTimes && waitedMs >= leastMs)
    }
  }))
})

it('patience that an older studio wrote down begins again, and is read', () => {
  const answer = JSON.stringify({ trouble: { since: 1_700_000_000_000, times: 30 } })
  const { facts, isEnough } = afterFailure(factsOf({ answer }), { run: 'now', at: 9e9 }, patienceWithService)
  expect([isEnough, facts.trouble?.times]).toEqual([false, 31])
})
