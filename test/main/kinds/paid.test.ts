/** Paid work through the real core with a failing service: what is charged, what is unsure, and what is sent again. */
import type { ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { bindSecret } from '../../../src-main/secrets/bound-secret.ts'
import { makeFolder } from '../../kit/folder.ts'
import { holdShots } from '../../kit/hold-shots.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

async function speak(
  studio: OpenStudio,
  accountId: Awaited<ReturnType<typeof connect>>,
  more: { requestId?: RequestId, text?: string } = {},
) {
  const [jobId] = await studio.parts.make.speech({
    requestId: more.requestId ?? newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: more.text ?? 'Once upon a time.' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  return jobId!
}

async function open(faults: Parameters<typeof openTestPractice>[0] = {}) {
  const practice = await openTestPractice(faults)
  const studio = await openTestStudio()
  return { practice, studio, accountId: await connect(studio, practice) }
}

describe('a request', () => {
  it('that is repeated is one job and is sent once', async () => {
    const { practice, studio, accountId } = await open()
    const requestId = newId<RequestId>()
    const [first, second] = await Promise.all([speak(studio, accountId, { requestId }), speak(studio, accountId, { requestId })])
    expect(second).toBe(first)
    await ended(studio, first)
    expect(practice.ledger()).toHaveLength(1)
  })

  it('with a field that the model refuses fails before anything is sent', async () => {
    const { practice, studio, accountId } = await open()
    await expect(studio.parts.make.speech({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'qwen3-tts' as ModelId,
      fields: { text: 'a', voice: 'Ryan', voice_id: 'x' },
      projectId: null,
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    }))
      .rejects
      .toMatchObject({ code: 'bad-fields' })
    expect(practice.ledger()).toHaveLength(0)
  })

  it('without a key fails at once', async () => {
    const { practice, studio, accountId } = await open()
    await studio.parts.ports.secrets.store.remove(`account:${accountId}`)
    await expect(speak(studio, accountId)).rejects.toMatchObject({ code: 'no-key' })
    expect(practice.ledger()).toHaveLength(0)
  })
})

describe('trouble', () => {
  it('a refusal fails the job with the reason, and costs nothing', async () => {
    const { practice, studio, accountId } = await open()
    practice.faults.set({ do: 'refuse', status: 402, message: 'Out of credits' })
    const job = await ended(studio, await speak(studio, accountId))
    expect(job).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'credits', status: 402 } })
  })

  it('a rate limit makes the account wait as long as requested, then the work succeeds', async () => {
    const { practice, studio, accountId } = await open()
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 1, times: 1 })
    const jobId = await speak(studio, accountId)
    const waiting = await until(studio, jobId, job => job.state === 'blocked')
    expect(waiting).toMatchObject({ blockedBy: 'rate', charged: 'no' })
    expect(waiting.wakesAt! - Date.now()).toBeGreaterThan(500)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done' })
    expect(practice.ledger()).toHaveLength(1)
  })

  it('a connection that breaks after the request was complete makes the job unsure, and it is never sent again by itself', async () => {
    const { practice, studio, accountId } = await open()
    practice.faults.set({ do: 'reset', at: 'accepted' })
    const job = await ended(studio, await speak(studio, accountId))
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown' })
    expect(practice.ledger()).toHaveLength(1)
    const again = studio.handlers.jobs.retry({
      requestId: newId<RequestId>(),
      jobId: job.id,
      acceptsSecondCharge: false,
    }, { signal: new AbortController().signal, origin: 'page' })
    await expect(again).rejects.toMatchObject({ code: 'may-be-charged-twice' })
    practice.faults.clear()
    const { job: knowing } = await studio.handlers.jobs.retry({
      requestId: newId<RequestId>(),
      jobId: job.id,
      acceptsSecondCharge: true,
    }, { signal: new AbortController().signal, origin: 'page' })
    expect(await ended(studio, knowing.id)).toMatchObject({ state: 'done', retryOf: job.id })
    expect(practice.ledger()).toHaveLength(2)
  })

  it(
    'an uncharged failure that is retried twice, at once or later, is sent once; after it succeeded a further retry must be confirmed',
    async () => {
      const { practice, studio, accountId } = await open()
      const { jobs } = studio.handlers
      practice.faults.set({ do: 'refuse', status: 400, times: 1 })
      const failed = await ended(studio, await speak(studio, accountId))
      expect(failed).toMatchObject({ state: 'failed', charged: 'no' })
      const again = (acceptsSecondCharge: boolean) => jobs.retry({
        requestId: newId<RequestId>(),
        jobId: failed.id,
        acceptsSecondCharge,
      }, { signal: new AbortController().signal, origin: 'page' })
      const letGo = practice.faults.set({ do: 'refuse', status: 429, retryAfter: 1 })
      const tries = await Promise.all([again(false), again(false), again(true)])
      expect(new Set(tries.map(({ job }) => job.id)).size).toBe(1)
      letGo()
      expect(await ended(studio, tries[0].job.id)).toMatchObject({ state: 'done', retryOf: failed.id })
      await expect(again(false)).rejects.toMatchObject({ code: 'may-be-charged-twice', data: { state: 'done' } })
      expect(practice.ledger()).toHaveLength(1)
      expect((await again(true)).job.id).not.toBe(tries[0].job.id)
    },
  )

  it('a connection that breaks before the request was complete is retried later and succeeds once', async () => {
    const { practice, studio, accountId } = await open()
    practice.faults.set({ do: 'reset', at: 'arrival', times: 1 })
    expect(await ended(studio, await speak(studio, accountId))).toMatchObject({ state: 'done', failure: null })
    expect(practice.ledger()).toHaveLength(1)
  })

  it('an unreachable service blocks the job until it is back', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const accountId = await connect(studio, practice)
    const { url, key } = practice
    await practice.close()
    const jobId = await speak(studio, accountId)
    expect(await until(studio, jobId, job => job.state === 'blocked')).toMatchObject({ blockedBy: 'offline', charged: 'no' })
    const back = await openTestPractice({ port: Number(new URL(url).port), key })
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done' })
    expect(back.ledger()).toHaveLength(1)
  })

  it('a wrong answer is kept, reported, and counted as paid', async () => {
    const { practice, studio, accountId } = await open()
    practice.faults.set({ do: 'wrong-body', as: 'html' })
    const job = await ended(studio, await speak(studio, accountId))
    expect(['failed', 'unsure']).toContain(job.state)
    expect(job.charged).not.toBe('no')
  })

  it('a refused key blocks the work until another key is given', async () => {
    const { practice, studio, accountId } = await open()
    await studio.parts.ports.secrets.store.write(`account:${accountId}`, bindSecret('wrong-key', [new URL(practice.url).origin]))
    const jobId = await speak(studio, accountId)
    expect(await until(studio, jobId, job => job.state === 'blocked')).toMatchObject({ blockedBy: 'auth', charged: 'no' })
    await studio.parts.accounts.replaceKey(accountId, practice.key)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done' })
  })
})

describe('stopping', () => {
  it('before the commit, a cancel is certain', async () => {
    const { practice, studio, accountId } = await open()
    await studio.parts.settings.change({ requestsAtOnce: 1 })
    const answer = practice.faults.set({ do: 'delay', ms: 3_600_000 })
    const first = await speak(studio, accountId)
    const second = await speak(studio, accountId)
    const { job, wasSent } = await studio.handlers.jobs.cancel({ jobId: second }, { signal: new AbortController().signal, origin: 'page' })
    expect({ state: job.state, charged: job.charged, wasSent }).toEqual({ state: 'cancelled', charged: 'no', wasSent: false })
    answer()
    await ended(studio, first)
    expect(practice.ledger()).toHaveLength(1)
  })
})

describe('closing and opening again', () => {
  it('a shot that was submitted before closing arrives after opening, without being paid twice', async () => {
    const shots = holdShots()
    const practice = await openTestPractice(shots.options)
    const folder = await makeFolder()
    const store = (await openTestStudio()).parts.ports.secrets
    const before = await openTestStudio({ folder, ports: { secrets: store } })
    const accountId = await connect(before, practice)
    const [imageJob] = await before.parts.make.image({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'sea', width: 512, height: 512 },
      projectId: null,
    })
    const still = await before.parts.takes.get((await ended(before, imageJob)).takeIds[0]!)
    const [shotJob] = await before.parts.make.video({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
      fields: { prompt: 'waves', image: { assetId: still.asset.id } },
      projectId: null,
    })
    await until(before, shotJob, job => job.taskId !== null)
    await before.close()
    shots.finish()
    const after = await openTestStudio({ folder, ports: { secrets: store } })
    expect(await ended(after, shotJob)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(practice.ledger().filter(work => work.kind === 'video')).toHaveLength(1)
  })

  it('a request that was complete when the studio died is unsure; an incomplete one is sent again', async () => {
    const practice = await openTestPractice()
    const folder = await makeFolder()
    const first = await openTestStudio({ folder })
    const { ledger } = first.parts
    const accountId = await connect(first, practice)
    await first.parts.engine.stop(0)
    const job = (kind: 'speech') => ({
      requestId: newId<RequestId>(),
      requestPart: 0,
      kind,
      title: 'x',
      accountId,
      modelId: 'higgs2p5' as ModelId,
      plan: {},
    })
    const [sent, unsent] = await ledger.enqueue([job('speech'), job('speech')])
    for (const event of ['claim', 'send', 'commit'] as const)
      await ledger.move(sent!.id, event)
    for (const event of ['claim', 'send'] as const)
      await ledger.move(unsent!.id, event)
    await first.close()
    const second = await openTestStudio({ folder, ports: { secrets: first.parts.ports.secrets } })
    expect(await ended(second, sent!.id)).toMatchObject({ state: 'unsure', charged: 'unknown', failure: { kind: 'interrupted' } })
    // Its plan is invalid, so it fails as unreadable when it is retried; its row is kept.
    expect(await ended(second, unsent!.id)).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'unreadable' } })
  })

  it('a second studio on the same folder is refused with the reason, and the first continues', async () => {
    const studio = await openTestStudio()
    await expect(openTestStudio({ folder: studio.folder })).rejects.toThrow(/^locked /)
    expect((await studio.parts.projects.create('still here')).name).toBe('still here')
  })
})
