/**
 * Rate limits: what was refused waits for as long as the service requested, whatever else happens, and nothing else does.
 *
 * @module-tag wide
 */
import type { QueueState } from '#contract/jobs.ts'
import type { AccountId, ModelId, RequestId } from '#contract/words.ts'
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openRelay } from '../../kit/relay.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const one = 'higgs2p5'
const other = 'qwen3-tts'

async function speak(studio: OpenStudio, accountId: AccountId, modelId = one) {
  const fields = modelId === one ? { text: 'Wait for it.' } : { text: 'Wait for it.', voice: 'Ryan' }
  const [jobId] = await studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: modelId as ModelId,
    fields,
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  return jobId
}

it('a refusal holds back its own model for as long as a day, and no other', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 86_400, times: 1, when: { model: one } })
  const refused = await speak(studio, accountId, one)
  const { wakesAt } = await until(studio, refused, job => job.state === 'blocked')
  expect(wakesAt! - Date.now()).toBeGreaterThan(86_000_000)
  const behind = await speak(studio, accountId, one)
  expect(await ended(studio, await speak(studio, accountId, other))).toMatchObject({ state: 'done' })
  expect(await studio.parts.ledger.get(behind!)).toMatchObject({ state: 'queued', charged: null })
  const { holds } = await queueNow(studio)
  expect(holds).toMatchObject([{ jobId: refused, accountId, covers: 'paid', modelId: one, until: wakesAt, said: 'Rate limit exceeded' }])
})

it('trying one of those that wait asks the service once; when it accepts, all continue', async () => {
  const { studio, practice, jobs } = await threeHeld()
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 7200, times: 1 })
  const tried = await studio.handlers.jobs.tryNow({ jobId: jobs[1]! }, call)
  expect(tried.job).toMatchObject({ blockedBy: null })
  const again = await until(studio, jobs[1]!, job => job.state === 'blocked')
  // The service's newest word is about all of them.
  expect(practice.ledger()).toHaveLength(0)
  expect((await studio.parts.ledger.get(jobs[2]!)).state).toBe('queued')
  expect((await studio.parts.ledger.get(jobs[0]!)).wakesAt).toBe(again.wakesAt)
  await studio.handlers.jobs.tryNow({ jobId: jobs[0]! }, call)
  for (const jobId of jobs)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done' })
  expect((await queueNow(studio)).holds).toEqual([])
  expect(practice.ledger()).toHaveLength(3)
  // Pressed when nothing is held any more, it changes nothing.
  expect((await studio.handlers.jobs.tryNow({ jobId: jobs[0]! }, call)).job.state).toBe('done')
})

it('cancelling the job that was refused lets the others ask', async () => {
  const { studio, jobs: [first, ...rest] } = await threeHeld()
  await studio.handlers.jobs.cancel({ jobId: first! }, call)
  for (const jobId of rest)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done' })
})

it('a second refusal with a shorter wait does not shorten the first one’s wait', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 1, times: 1 })
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 0.1, times: 1 })
  practice.faults.set({ do: 'delay', ms: 300, times: 2 })
  const [first, second] = [await speak(studio, accountId), await speak(studio, accountId)]
  const waits = await Promise.all([first, second].map(jobId => until(studio, jobId, job => job.state === 'blocked')))
  const third = await speak(studio, accountId)
  for (const jobId of [first, second, third])
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done' })
  expect(practice.ledger()).toHaveLength(3)
  expect(Math.min(...practice.ledger().map(work => work.acceptedAt))).toBeGreaterThanOrEqual(Math.max(...waits.map(job => job.wakesAt!)))
})

// The key is read twice when the job is queued, then when it is prepared, then when it is sent.
it.each([['preparing', 3], ['sending', 4]])('a job that was %s when the refusal arrived waits, too', async (state, read) => {
  const practice = await openTestPractice()
  const relay = await openRelay(practice.url)
  onTestFinished(relay.close)
  const secrets = createGatedStore()
  const studio = await openTestStudio({ ports: { secrets: { store: secrets.store, fallbackReason: null } } })
  const accountId = await connect(studio, { ...practice, url: relay.url })
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 1, times: 1 })
  relay.hold()
  const refused = await speak(studio, accountId)
  await until(studio, refused, job => job.state === 'committed')
  const isThere = secrets.stopAt(read)
  const caught = await speak(studio, accountId)
  await isThere
  expect(await studio.parts.ledger.get(caught!)).toMatchObject({ state })
  relay.release()
  const { wakesAt } = await until(studio, refused, job => job.state === 'blocked')
  secrets.goOn()
  const kept = await until(studio, caught, job => job.state !== 'preparing' && job.state !== 'sending')
  expect(kept).toMatchObject({ state: 'blocked', blockedBy: 'rate', charged: 'no' })
  expect(kept.wakesAt).toBeGreaterThanOrEqual(wakesAt!)
  expect(await ended(studio, caught)).toMatchObject({ state: 'done' })
  await ended(studio, refused)
  expect(practice.ledger()).toHaveLength(2)
  expect(Math.min(...practice.ledger().map(work => work.acceptedAt))).toBeGreaterThanOrEqual(wakesAt!)
})

it('the wait survives a restart', async () => {
  const practice = await openTestPractice()
  const folder = await makeFolder()
  const before = await openTestStudio({ folder })
  const accountId = await connect(before, practice)
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 2, times: 1 })
  const refused = await speak(before, accountId)
  const { wakesAt } = await until(before, refused, job => job.state === 'blocked')
  await before.close()
  const after = await openTestStudio({ folder, ports: { secrets: before.parts.ports.secrets } })
  const fresh = await speak(after, accountId)
  for (const jobId of [refused, fresh])
    expect(await ended(after, jobId)).toMatchObject({ state: 'done' })
  expect(Math.min(...practice.ledger().map(work => work.acceptedAt))).toBeGreaterThanOrEqual(wakesAt!)
})

it('a free request that is rate limited holds back the free ones alone, also after a restart', async () => {
  const practice = await openTestPractice({ shotTimes: { pendingMs: 0, processingMs: 0 } })
  const folder = await makeFolder()
  const before = await openTestStudio({ folder })
  const accountId = await connect(before, practice)
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 86_400, times: 1, when: { path: '/api/v1/generate/status' } })
  const shot = await animate(before, accountId)
  const { wakesAt } = await until(before, shot, job => job.failure?.kind === 'rate')
  // Its result is paid for and may expire: it is not left there for a day.
  expect(wakesAt! - Date.now()).toBeLessThanOrEqual(600_000)
  await before.close()
  const after = await openTestStudio({ folder, ports: { secrets: before.parts.ports.secrets } })
  expect((await queueNow(after)).holds).toMatchObject([{ jobId: shot, covers: 'free', until: wakesAt }])
  expect(await ended(after, await speak(after, accountId))).toMatchObject({ state: 'done' })
  await after.handlers.jobs.tryNow({ jobId: shot }, call)
  expect(await ended(after, shot)).toMatchObject({ state: 'done' })
})

/** Three of one model: the first was refused for an hour, the others wait behind it. */
async function threeHeld() {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 3600, times: 1 })
  const first = (await speak(studio, accountId))!
  await until(studio, first, job => job.state === 'blocked')
  const jobs = [first, (await speak(studio, accountId))!, (await speak(studio, accountId))!]
  return { practice, studio, jobs }
}

async function queueNow(studio: OpenStudio): Promise<QueueState> {
  const { value } = await studio.parts.queueNews.changes()[Symbol.asyncIterator]().next()
  return value
}

async function animate(studio: OpenStudio, accountId: AccountId) {
  const [imageJob] = await studio.parts.make.image({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'eigen-image' as ModelId,
    fields: { prompt: 'waves', width: 512, height: 512 },
    projectId: null,
  })
  const [still] = await studio.parts.takes.find((await ended(studio, imageJob)).takeIds)
  const [shotJob] = await studio.parts.make.video({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
    fields: { prompt: 'waves', image: { assetId: still!.asset.id } },
    projectId: null,
  })
  return shotJob!
}

/** A keychain that can be slow: it delays one read until the test releases it. */
function createGatedStore() {
  const memory = createMemoryStore()
  let readsUntilStop = Number.POSITIVE_INFINITY
  let arrive = (): void => {}
  let goOn = (): void => {}
  const opened = new Promise<void>(resolve => goOn = resolve)
  // A test that failed before must still be able to close its studio.
  onTestFinished(() => goOn())
  const store: SecretStore = {
    ...memory,
    async read(name) {
      readsUntilStop -= 1
      if (readsUntilStop === 0) {
        arrive()
        await opened
      }
      return memory.read(name)
    },
  }
  return {
    store,
    goOn: () => goOn(),
    /** Resolves when the read of that number, counted from now, is being delayed. */
    stopAt(number: number): Promise<void> {
      readsUntilStop = number
      return new Promise(resolve => arrive = resolve)
    },
  }
}
