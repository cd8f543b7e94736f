/**
 * Paid results arrive, whatever is stopped, locked or deleted in the meantime.
 *
 * @module-tag wide
 */
import type { AccountId, JobId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { KindOfWork } from '../../../src-main/jobs/kind.ts'
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { defaultSettings } from '#contract/settings.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createEngine } from '../../../src-main/jobs/engine.ts'
import { requestWasNotCompleted, writeHoldMarker } from '../../../src-main/jobs/hold-marker.ts'
import { defineKind } from '../../../src-main/jobs/kind.ts'
import { createKinds } from '../../../src-main/kinds/index.ts'
import { lookAgain } from '../../../src-main/kinds/retry.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }

async function speak(studio: OpenStudio, accountId: AccountId, more: { projectId?: ProjectId } = {}): Promise<JobId> {
  const [jobId] = await studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Here all the same.' },
    projectId: more.projectId ?? null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  return jobId!
}

/** A separate engine over the studio's parts, whose speech uses these steps; the studio's own engine is stopped. */
async function openWith(steps: KindOfWork<unknown, object>['steps'], freeBytes = async () => 2 ** 40) {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  await studio.parts.engine.stop(0)
  const jobId = await speak(studio, accountId)
  const { parts } = studio
  const ports = {
    ledger: parts.ledger,
    outputs: parts.outputs,
    log: parts.log,
    clock: systemClock,
    workFolder: join(studio.folder, 'work'),
    freeBytes,
    minFreeBytes: 0,
    mayFile: () => true,
    random: Math.random,
  }
  const engine = createEngine(ports, {
    ...createKinds({ ...parts, ffmpeg: async () => null, deliveriesFolder: join(studio.folder, 'deliveries') }),
    speech: defineKind<unknown, object>({
      nature: 'synchronous',
      plan: z.unknown(),
      steps: { preparing: async () => ({ event: 'send' }), ...steps },
    })({}),
  }, {
    limits: async () => ({ perAccount: 1, looks: 1, atOnce: defaultSettings.atOnce }),
    order: parts.order,
    fitting: parts.spend.fitting,
    onUnblocked: parts.accounts.onUnblocked,
    connectivity: parts.connectivity,
  })
  onTestFinished(() => engine.stop(0))
  return { studio, jobId, engine }
}

describe('when a job is stopped', () => {
  it('a complete answer is kept', async () => {
    const [isWhole, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { studio, jobId, engine } = await openWith({
      async sending({ commit, signal }) {
        await commit()
        isWhole.resolve()
        signal.addEventListener('abort', () => mayGoOn.resolve())
        await mayGoOn.promise
        return { event: 'answer', patch: { charged: 'yes', answer: { contentType: 'audio/wav', sizeBytes: 1 } } }
      },
      verifying: async () => ({ event: 'finish' }),
    })
    await engine.start()
    await isWhole.promise
    await engine.cancel(jobId)
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  })

  it.each(['cancelled', 'closed'] as const)('a request without its last bytes is known to be unpaid (%s)', async (how) => {
    const isCommitted = Promise.withResolvers<void>()
    const { studio, jobId, engine } = await openWith({
      async sending(work) {
        await writeHoldMarker(work.row.id)
        await work.commit()
        isCommitted.resolve()
        await new Promise((_, reject) => work.signal.addEventListener('abort', () => reject(new Error('stopped'))))
        return { event: 'answer' }
      },
    })
    await engine.start()
    await isCommitted.promise
    if (how === 'cancelled')
      expect(await engine.cancel(jobId)).toEqual({ wasSent: false })
    else
      await engine.stop(0)
    expect(await studio.parts.ledger.get(jobId)).toMatchObject(
      how === 'cancelled' ? { state: 'cancelled', charged: 'no' } : { state: 'queued' },
    )
    expect(await requestWasNotCompleted(jobId), 'no marker is left behind').toBe(false)
  })

  it('nothing is sent if it was cancelled while the room on the disk was looked at', async () => {
    const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isCommitting = false
    let result: unknown
    const { studio, jobId, engine } = await openWith({
      async sending(work) {
        isCommitting = true
        result = await work.commit()
        return { event: 'answer' }
      },
    }, async () => {
      if (isCommitting) {
        isAsked.resolve()
        await mayAnswer.promise
      }
      return 2 ** 40
    })
    await engine.start()
    await isAsked.promise
    const cancelled = engine.cancel(jobId)
    mayAnswer.resolve()
    expect(await cancelled).toEqual({ wasSent: false })
    expect(result).not.toBe('send')
    expect(await studio.parts.ledger.get(jobId)).toMatchObject({ state: 'cancelled', charged: 'no' })
  })

  it.each(['arrives', 'cannot be filed'])('a result that is being filed then is kept if it %s', async (how) => {
    const [isFiling, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { studio, jobId, engine } = await openWith({
      async sending({ commit }) {
        await commit()
        return { event: 'answer', patch: { charged: 'yes', answer: { contentType: 'audio/wav', sizeBytes: 1 } } }
      },
      async verifying({ signal }) {
        isFiling.resolve()
        await mayGoOn.promise
        signal.throwIfAborted()
        return how === 'arrives' ? { event: 'finish' } : { waitMs: 60_000 }
      },
    })
    await engine.start()
    await isFiling.promise
    expect(await engine.cancel(jobId)).toEqual({ wasSent: true })
    expect(await studio.parts.ledger.get(jobId)).toMatchObject({ state: 'verifying' })
    mayGoOn.resolve()
    expect(await ended(studio, jobId)).toMatchObject(
      how === 'arrives' ? { state: 'done', charged: 'yes', failure: null } : { state: 'cancelled', charged: 'yes' },
    )
  })

  it('a result that waits to be filed can be given up, and is filed when the user looks again', async () => {
    let isBroken = true
    const { studio, jobId, engine } = await openWith({
      async sending({ commit }) {
        await commit()
        return { event: 'answer', patch: { charged: 'yes', answer: { contentType: 'audio/wav', sizeBytes: 1 } } }
      },
      verifying: async () => isBroken ? { waitMs: 3_600_000 } : { event: 'finish' },
    })
    await engine.start()
    await until(studio, jobId, job => job.wakesAt !== null)
    expect(await engine.cancel(jobId)).toEqual({ wasSent: true })
    expect(await studio.parts.ledger.get(jobId)).toMatchObject({ state: 'cancelled', charged: 'yes', hasAnswer: true })
    isBroken = false
    await lookAgain(studio.parts.ledger, jobId, engine.readAgain)
    engine.wake()
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  })
})

describe('while the keychain does not answer', () => {
  it('it is recorded and filed without waiting for the keychain', async () => {
    const memory = createMemoryStore()
    let isLocked = false
    const store: SecretStore = { ...memory, read: name => isLocked ? new Promise(() => {}) : memory.read(name) }
    const practice = await openTestPractice()
    const studio = await openTestStudio({ ports: { secrets: { store, fallbackReason: null } } })
    const accountId = await connect(studio, practice)
    const answer = practice.faults.set({ do: 'delay', ms: 3_600_000 })
    const jobId = await speak(studio, accountId)
    await until(studio, jobId, job => job.state === 'committed')
    isLocked = true
    answer()
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  })
})

describe('when what it belongs to is deleted permanently', () => {
  it(
    'a take outlives its project; until then the trash shows that it is awaited and does not delete the project by age',
    async () => {
      const practice = await openTestPractice()
      const studio = await openTestStudio()
      const { parts, handlers } = studio
      const accountId = await connect(studio, practice)
      const project = await parts.projects.create('Short-lived')
      const still = practice.faults.set({ do: 'delay', ms: 3_600_000, when: { path: '/api/v1/generate' } })
      const jobId = await speak(studio, accountId, { projectId: project.id })
      await until(studio, jobId, job => job.state === 'committed')
      await handlers.projects.trash({ projectId: project.id }, call)
      expect((await handlers.trash.list({}, call)).items).toMatchObject([{ id: project.id, isUsed: true }])
      const items = [{ kind: 'project' as const, id: project.id }]
      expect(await handlers.trash.weigh({ items }, call)).toMatchObject({
        used: 1,
        uses: [{ kind: 'job', place: 'Here all the same.', things: 1 }],
      })
      expect(await parts.trash.purgeOlderThan(-1)).toBe(0)
      await handlers.trash.purge({ items }, call)
      still()
      const { state, takeIds } = await ended(studio, jobId)
      expect(state).toBe('done')
      expect((await handlers.takes.get({ takeId: takeIds[0]! }, call)).take).toMatchObject({ projectId: null, text: 'Here all the same.' })
    },
  )

  it('speech with a cloned voice, and the upload of its clip, succeed', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const { parts, handlers } = studio
    const accountId = await connect(studio, practice)
    const clip = await parts.takes.file(
      spokenTake('clip'),
      await plainAsset({ root: studio.folder, assets: parts.assets } as never, 'clip'),
    )
    const voice = await parts.voices.create({ takeId: clip.id, name: 'Grandfather', consent: 'yes' })
    const place = { voiceId: voice.id, modelId: 'higgs2p5' as ModelId, accountId }
    await handlers.voices.trash({ voiceId: voice.id }, call)
    await handlers.trash.purge({ items: [{ kind: 'voice', id: voice.id }] }, call)
    await parts.voices.noteRegistered(place, { registeredAs: 'id', jobId: newId<JobId>() })
    await parts.voices.noteRefused(place, { registeredAs: 'id', askedAt: Date.now() })
    await parts.voices.noteTurned(voice.id)
    expect(await parts.voices.registrationFor(place)).toBeNull()
  })
})

it.each(['ENOSPC', 'EDQUOT'])('a job on a disk without room (%s) waits for room', async (code) => {
  const { studio, jobId, engine } = await openWith({
    preparing: () => Promise.reject(Object.assign(new Error(`${code}: no room`), { code })),
  })
  await engine.start()
  const told = await until(studio, jobId, job => job.state === 'blocked' || job.endedAt !== null)
  expect(told).toMatchObject({ state: 'blocked', blockedBy: 'no-space' })
})
