/**
 * An account that is removed while paid work is under way: the result arrives, and nothing is paid again.
 *
 * @module-tag wide
 */
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import type { OddAnswer } from '../../kit/odd-service.ts'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { factsOf } from '../../../src-main/jobs/patience.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openOddService } from '../../kit/odd-service.ts'
import { ended, openTestStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const [sent, status] = ['POST /generate', 'GET /generate/status']
const goodKey = 'key-of-an-odd-service'
const newKey = 'key-that-was-made-later'

let media: MediaKit
let still: Buffer
let shot: Buffer
beforeAll(async () => {
  media = await openMediaKit()
  still = readFileSync(await media.picture('still.png'))
  shot = readFileSync(await media.clip('shot.mp4', { seconds: 0.2 }))
})
afterAll(() => media.close())

/** A service that works on a shot until `isReady`, for the keys in `takes`; others know nothing of it. */
async function openService() {
  const is = { ready: false, refused: new Set<string>(), takes: new Set([goodKey]) }
  const service = await openOddService((what, _, key): OddAnswer => {
    if (is.refused.has(key))
      return { status: 401, body: { detail: 'Invalid API key' } }
    if (what === sent)
      return { body: { task_id: 't', task_status: 'pending' } }
    if (!is.takes.has(key))
      return { status: 404, body: { detail: 'Job t not found' } }
    return what === status ? { body: { task_id: 't', status: is.ready ? 'completed' : 'processing' } } : { body: shot }
  })
  return { service, is }
}

/** A studio over a keychain that outlives it, with a shot that is paid for and under way. */
async function open() {
  const { service, is } = await openService()
  const secrets: SecretStore = { ...createMemoryStore(), backend: 'Test Keychain', persistent: true }
  const ports = { secrets: { store: secrets, fallbackReason: null } }
  const studio = await openTestStudio({ ports })
  const { id: accountId } = await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: goodKey })
  const jobId = await animate(studio, accountId)
  await until(studio, jobId, job => job.state === 'running' && job.wakesAt !== null)
  return {
    ...{ service, is, secrets, studio, accountId, jobId },
    reopen: async () => {
      await studio.close()
      return openTestStudio({ folder: studio.folder, ports })
    },
    keyIs: async () => (await secrets.read(`account:${accountId}`)).state,
  }
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

/** The next time of the job has come. */
async function askNow({ parts: { ledger, engine } }: OpenStudio, jobId: JobId): Promise<void> {
  await ledger.note(jobId, { wakesAt: null })
  engine.wake()
}

/** As if the service had given the last answer for hours. */
async function askAfterHours(studio: OpenStudio, jobId: JobId): Promise<void> {
  const { trouble, ...facts } = factsOf(await studio.parts.ledger.row(jobId))
  await studio.parts.ledger.note(jobId, {
    answer: { ...facts, ...trouble && { trouble: { ...trouble, awakeMs: trouble.awakeMs + 36e5, times: 9 } } },
  })
  await askNow(studio, jobId)
}

describe('a shot that is under way when its account is removed', () => {
  it('arrives, with a key that is used for nothing else and is removed afterwards', async () => {
    const { studio, is, accountId, jobId, keyIs } = await open()
    const { keyStays } = await studio.handlers.accounts.remove({ accountId }, call)
    expect(keyStays).toBe('jobs')
    expect((await studio.parts.accounts.list()).map(account => account.id)).not.toContain(accountId)
    await expect(animate(studio, accountId)).rejects.toMatchObject({ code: 'no-account' })
    expect(await keyIs()).toBe('ok')
    is.ready = true
    await askNow(studio, jobId)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes', failure: null })
    await expect.poll(keyIs).toBe('absent')
  })

  it('arrives in the next run, too', async () => {
    const { studio, is, accountId, jobId, keyIs, reopen } = await open()
    await studio.handlers.accounts.remove({ accountId }, call)
    const again = await reopen()
    is.ready = true
    await askNow(again, jobId)
    expect(await ended(again, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
    await expect.poll(keyIs).toBe('absent')
  })

  it('arrives with the key of an account that is connected later, where the service rejects the one before', async () => {
    const { studio, service, is, accountId, jobId, keyIs } = await open()
    await studio.handlers.accounts.remove({ accountId }, call)
    is.refused.add(goodKey)
    await askNow(studio, jobId)
    const waiting = await until(studio, jobId, job => job.failure !== null && job.wakesAt !== null)
    expect(waiting).toMatchObject({ state: 'running', failure: { kind: 'no-account' } })
    is.takes.add(newKey)
    is.ready = true
    await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: newKey })
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(service.asked.filter(each => each === sent)).toHaveLength(1)
    await expect.poll(keyIs).toBe('absent')
  })
})

describe('a key that a person has deleted at once', () => {
  const leavingOf = async ({ parts: { accounts } }: OpenStudio) =>
    (await accounts.leavingChanges()[Symbol.asyncIterator]().next()).value

  it('is used for nothing more, and its job waits for another account of the service', async () => {
    const { studio, service, is, accountId, jobId, keyIs } = await open()
    await studio.handlers.accounts.remove({ accountId }, call)
    expect(await leavingOf(studio)).toEqual([{ id: accountId, name: 'Odd', paidJobs: 1, keyStays: 'jobs' }])
    const told = studio.parts.accounts.leavingChanges()[Symbol.asyncIterator]()
    await told.next()
    expect(await studio.handlers.accounts.deleteKey({ accountId }, call)).toEqual({ isDeleted: true })
    expect(await told.next()).toMatchObject({ value: [] })
    expect(await keyIs()).toBe('absent')
    const asked = service.asked.length
    const waiting = await until(studio, jobId, job => job.failure !== null && job.wakesAt !== null)
    expect(waiting).toMatchObject({ state: 'running', failure: { kind: 'no-account' } })
    expect(service.asked).toHaveLength(asked)
    // Pressed again, it changes nothing.
    expect(await studio.handlers.accounts.deleteKey({ accountId }, call)).toEqual({ isDeleted: true })
    is.takes.add(newKey)
    is.ready = true
    await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: newKey })
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(service.asked.filter(each => each === sent)).toHaveLength(1)
  })

  it('is not used either while the keychain does not delete it, and is deleted in the next run', async () => {
    const { studio, service, secrets, accountId, jobId, keyIs, reopen } = await open()
    await studio.handlers.accounts.remove({ accountId }, call)
    const { remove } = secrets
    Object.assign(secrets, { remove: async () => ({ state: 'locked' }) })
    expect(await studio.handlers.accounts.deleteKey({ accountId }, call)).toEqual({ isDeleted: false })
    expect(await leavingOf(studio)).toMatchObject([{ id: accountId, paidJobs: 1, keyStays: 'keychain' }])
    const asked = service.asked.length
    await until(studio, jobId, job => job.failure?.kind === 'no-account' && job.wakesAt !== null)
    expect(service.asked).toHaveLength(asked)
    Object.assign(secrets, { remove })
    const again = await reopen()
    await expect.poll(keyIs).toBe('absent')
    expect(await again.parts.ledger.get(jobId)).toMatchObject({ state: 'running' })
  })

  it('is only that of an account that was removed', async () => {
    const { studio, accountId, keyIs } = await open()
    await expect(studio.handlers.accounts.deleteKey({ accountId }, call)).rejects.toMatchObject({ code: 'not-found' })
    expect(await keyIs()).toBe('ok')
  })
})

describe('a shot that is looked for after its account was removed', () => {
  it('waits with a reason of its own, and arrives once the service is connected again', async () => {
    const { studio, service, is, accountId, jobId, keyIs } = await open()
    await studio.handlers.jobs.cancel({ jobId }, call)
    expect(await studio.handlers.accounts.remove({ accountId }, call)).toMatchObject({ keyStays: null })
    expect(await keyIs()).toBe('absent')
    await studio.handlers.jobs.lookAgain({ jobId }, call)
    const waiting = await until(studio, jobId, job => job.failure !== null && job.wakesAt !== null)
    expect(waiting).toMatchObject({ state: 'accepted', failure: { kind: 'no-account' } })
    is.takes.add(newKey)
    is.ready = true
    await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: newKey })
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(service.asked.filter(each => each === sent)).toHaveLength(1)
  })

  it('is not given up because the key of somebody else does not know it', async () => {
    const { studio, service, is, accountId, jobId } = await open()
    await studio.handlers.jobs.cancel({ jobId }, call)
    await studio.handlers.accounts.remove({ accountId }, call)
    await studio.parts.accounts.connect({ name: 'Other', baseUrl: service.url, key: 'key-of-somebody-else' })
    await studio.handlers.jobs.lookAgain({ jobId }, call)
    for (let times = 1; times <= 3; times++) {
      const asked = service.asked.length
      await until(studio, jobId, job => job.failure !== null && job.wakesAt !== null)
      await askAfterHours(studio, jobId)
      await expect.poll(() => service.asked.length).toBeGreaterThan(asked)
    }
    expect(await until(studio, jobId, job => job.wakesAt !== null)).toMatchObject({ failure: { kind: 'no-account' } })
    is.takes.add(newKey)
    is.ready = true
    await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: newKey })
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  })
})
