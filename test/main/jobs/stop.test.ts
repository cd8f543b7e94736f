/**
 * Stop means stop: from the moment of the press nothing leaves any more, and what is told of it is what the service's books say.
 *
 * @module-tag wide
 */
import type { JobId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noRates } from '#rules/spend/estimate.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createRandom } from '../../../src-main/practice/seed.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { hangMs } from '../../kit/hang.ts'
import { isLong } from '../../kit/how-long.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { connect, ended, openSharedStudio, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
let shared: SharedStudio
beforeAll(async () => shared = await openSharedStudio())
afterEach(() => shared.practice.faults.clear())
afterAll(() => shared.close())

let texts = 0
/** Texts that no other request has. */
const newTexts = (count: number): string[] => Array.from({ length: count }, () => `Number ${texts++} of them.`)

interface Batch { readonly jobIds: JobId[], readonly texts: ReadonlySet<string> }

async function queue(count: number, { fields = {}, projectId = null, modelId = 'higgs2p5' }: {
  fields?: Record<string, boolean>
  projectId?: ProjectId | null
  modelId?: string
} = {}): Promise<Batch> {
  const words = newTexts(count)
  const { jobIds } = await shared.studio.handlers.make.speeches({
    requestId: newId<RequestId>(),
    accountId: shared.accountId,
    modelId: modelId as ModelId,
    projectId,
    voiceId: null,
    variants: words.map(text => ({ text, ...fields })),
  }, call)
  return { jobIds, texts: new Set(words) }
}

/** What the service's books have of these. */
const accepted = ({ texts: words }: Batch): number => shared.practice.ledger().filter(work => words.has(String(work.values.text))).length

async function someAccepted(batch: Batch, count: number): Promise<void> {
  for (const from = performance.now(); accepted(batch) < count;) {
    expect(performance.now() - from).toBeLessThan(hangMs)
    await pause(1)
  }
}

async function allEnded({ jobIds }: Batch): Promise<void> {
  await expect.poll(async () => (await shared.studio.parts.ledger.rows(jobIds)).filter(row => row.ended_at === null).length, {
    timeout: hangMs,
  }).toBe(0)
}

/** Of batches of eight, each stopped at another one. */
const moments = isLong ? 200 : 16

const jobs = () => shared.studio.handlers.jobs

describe('a batch', () => {
  it(`is stopped at ${moments} moments: what the service accepted is what is told to be sent, and nothing of it is denied`, async () => {
    const dice = createRandom('two hundred moments')
    const told: { batch: Batch, cancelled: number, sent: number }[] = []
    for (let moment = 0; moment < moments; moment++) {
      // Every fourth speaks as a stream: more of them are in the middle of their answer.
      const batch = await queue(8, moment % 4 === 0 ? { fields: { stream: true } } : {})
      // Half of them at any time, and half when so many were accepted, which on a busy machine takes longer.
      if (moment % 2 === 0)
        await pause(dice.between(0, 45))
      else
        await someAccepted(batch, dice.between(1, 5))
      const press = jobs().cancelUnsent({ jobIds: batch.jobIds }, call)
      const [first, second] = await Promise.all([press, ...moment % 4 < 2 ? [jobs().cancelUnsent({ jobIds: batch.jobIds }, call)] : []])
      if (second)
        expect(second, 'pressed twice at once').toEqual(first)
      told.push({ batch, ...first! })
    }
    const sums = { cancelled: 0, sent: 0 }
    for (const { batch, cancelled, sent } of told) {
      await allEnded(batch)
      const rows = await shared.studio.parts.ledger.rows(batch.jobIds)
      expect([cancelled + sent, sent]).toEqual([batch.jobIds.length, accepted(batch)])
      expect(rows.filter(row => row.state === 'cancelled').map(row => row.charged)).toEqual(Array.from({ length: cancelled }).fill('no'))
      expect(rows.filter(row => row.state === 'done')).toHaveLength(sent)
      sums.cancelled += cancelled
      sums.sent += sent
    }
    expect(sums.cancelled, 'some were in time').toBeGreaterThan(moments / 2)
    expect(sums.sent, 'some were not').toBeGreaterThan(moments / 10)
  }, 4 * hangMs)

  it('is cancelled by a bounded number of moves of the database, and holds nothing back afterwards', async () => {
    const { parts } = shared.studio
    await parts.order.pauseAll(true)
    const batch = await queue(400)
    const before = await parts.ledger.rows(batch.jobIds.slice(0, 1))
    expect(before[0]?.state).toBe('queued')
    expect(await jobs().cancelUnsent({ jobIds: batch.jobIds }, call)).toEqual({ cancelled: 400, sent: 0 })
    const rows = await parts.ledger.rows(batch.jobIds)
    expect(new Set(rows.map(row => row.ended_at)).size, 'one transaction has one time').toBe(1)
    await parts.order.pauseAll(false)
    const after = await queue(1)
    expect((await ended(shared.studio, after.jobIds[0])).state).toBe('done')
  })

  it('that was refused after the press, for the rate say, is not sent again', async () => {
    const go = shared.practice.faults.set({ do: 'delay', ms: 3_600_000, at: 'arrival', when: { method: 'POST' } })
    shared.practice.faults.set({ do: 'refuse', status: 429, retryAfter: 0, times: 1, when: { method: 'POST' } })
    const next = await queue(1)
    await until(shared.studio, next.jobIds[0], job => job.state === 'committed')
    expect(await jobs().cancelUnsent({ jobIds: next.jobIds }, call)).toEqual({ cancelled: 0, sent: 1 })
    go()
    expect(await ended(shared.studio, next.jobIds[0])).toMatchObject({ state: 'cancelled', charged: 'no' })
    expect(accepted(next)).toBe(0)
  })

  it.each(['paused', 'held for the rate', 'offline'])('is cancelled while it is %s', async (how) => {
    const { parts } = shared.studio
    const practice = await openTestPractice()
    const accountId = await connect(shared.studio, practice)
    if (how === 'paused')
      await parts.order.pauseAll(true)
    if (how === 'held for the rate')
      practice.faults.set({ do: 'refuse', status: 429, retryAfter: 600, when: { method: 'POST' } })
    if (how === 'offline')
      await practice.close()
    const { jobIds } = await shared.studio.handlers.make.speeches({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'higgs2p5' as ModelId,
      projectId: null,
      voiceId: null,
      variants: newTexts(20).map(text => ({ text })),
    }, call)
    if (how !== 'paused')
      await until(shared.studio, jobIds[0], job => job.state === 'blocked')
    const { cancelled } = await jobs().cancelUnsent({ jobIds }, call)
    await expect.poll(async () => (await parts.ledger.rows(jobIds)).map(row => row.state), { timeout: hangMs })
      .toEqual(jobIds.map(() => 'cancelled'))
    expect(cancelled).toBeGreaterThan(10)
    await parts.order.pauseAll(false)
    if (how !== 'offline')
      expect(practice.ledger()).toEqual([])
  })
})

it('a budget that is set holds back what has not left by then, and nothing is lost when it is lifted', async () => {
  const { studio, accountId } = shared
  const dice = createRandom('budgets')
  const modelId = 'higgs2p5' as ModelId
  const set = (hardMicros: number | null) =>
    studio.handlers.spend.setBudget({ period: 'day', projectId: null, currency: 'USD', softMicros: null, hardMicros }, call)
  await studio.handlers.spend.setPrice({ accountId, modelId, rates: { ...noRates, request: 1_000_000 } }, call)
  let held = 0
  const times = isLong ? 25 : 4
  for (let moment = 0; moment < times; moment++) {
    const batch = await queue(8)
    await pause(dice.between(0, 40))
    await set(1)
    const sent = await studio.parts.ledgerDb.all<{ id: JobId }>(sql`
      SELECT job_id AS id FROM job_moves
      WHERE event = 'commit' AND job_id IN (SELECT value FROM json_each(${JSON.stringify(batch.jobIds)}))`)
    await expect.poll(async () => (await studio.parts.ledger.rows(batch.jobIds))
      .filter(row => row.ended_at === null && row.blocked_by !== 'budget')
      .length, { timeout: hangMs }).toBe(0)
    expect(accepted(batch)).toBeLessThanOrEqual(sent.length)
    held += 8 - sent.length
    await set(null)
    await allEnded(batch)
    expect(accepted(batch)).toBe(8)
  }
  expect(held).toBeGreaterThan(times / 3)
}, 2 * hangMs)

describe('one job', () => {
  it('that is cancelled three times at once, in any state, is cancelled once and answers the same', async () => {
    const dice = createRandom('one by one')
    for (let moment = 0; moment < 30; moment++) {
      const batch = await queue(1)
      await pause(dice.between(0, 30))
      const [jobId] = batch.jobIds
      const answers = await Promise.all([1, 2, 3].map(() => jobs().cancel({ jobId: jobId! }, call)))
      expect(new Set(answers.map(answer => `${answer.job.state} ${answer.wasSent}`)).size).toBe(1)
      expect(answers[0]!.wasSent, 'the books say so').toBe(accepted(batch) === 1)
    }
  })

  it('that races with a reorder, a retry, a release and a pause stays cancelled', async () => {
    const { parts } = shared.studio
    for (let round = 0; round < 10; round++) {
      const batch = await queue(6)
      const [first, second] = batch.jobIds
      const answers = await Promise.allSettled([
        jobs().runNext({ jobIds: batch.jobIds.slice(3) }, call),
        jobs().cancelUnsent({ jobIds: batch.jobIds }, call),
        jobs().move({ jobIds: [first!], beforeJobId: null }, call),
        jobs().release({ jobIds: batch.jobIds }, call),
        jobs().pause({ jobIds: batch.jobIds, isPaused: round % 2 === 0 }, call),
        jobs().tryNow({ jobId: second! }, call),
      ])
      expect(answers.filter(answer => answer.status === 'rejected')).toEqual([])
      await allEnded(batch)
      const rows = await parts.ledger.rows(batch.jobIds)
      expect(rows.filter(row => row.state !== 'cancelled')).toHaveLength(accepted(batch))
    }
  })
})

describe('what is only there for another job', () => {
  it('is not sent any more: the parts of a long text', async () => {
    const { studio, accountId } = shared
    const long = Array.from({ length: 400 }, (_, at) => `Sentence ${at} of a long text.`).join(' ')
    const go = shared.practice.faults.set({ do: 'delay', ms: 3_600_000, at: 'arrival', when: { method: 'POST' } })
    const requestId = newId<RequestId>()
    const jobIds = await studio.parts.make.speech({
      requestId,
      accountId,
      modelId: 'chatterbox' as ModelId,
      fields: { text: long },
      projectId: null,
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    })
    const join = (await studio.parts.ledger.rows(jobIds)).find(row => row.kind === 'join')
    const parts = jobIds.filter(id => id !== join!.id)
    await until(studio, parts[0], job => job.state === 'committed')
    const before = shared.practice.ledger().length
    await jobs().cancel({ jobId: join!.id }, call)
    const rows = await studio.parts.ledger.rows(parts)
    const sent = rows.filter(row => row.state !== 'cancelled')
    expect(rows.length).toBeGreaterThan(sent.length)
    go()
    await allEnded({ jobIds, texts: new Set() })
    expect(shared.practice.ledger().length - before).toBe(sent.length)
  })

  it('is not sent any more: the clip of a voice, unless another line awaits it; nor with a voice in the trash', async () => {
    const { studio, accountId } = shared
    const { parts, handlers } = studio
    const clip = await parts.takes.file(
      spokenTake('clip'),
      await plainAsset({ root: studio.folder, assets: parts.assets } as never, 'clip'),
    )
    const voice = await parts.voices.create({ takeId: clip.id, name: 'Grandmother', consent: 'yes' })
    await parts.order.pauseAll(true)
    const before = shared.practice.ledger().length
    const { jobIds } = await handlers.make.speeches({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'higgs2p5' as ModelId,
      projectId: null,
      voiceId: voice.id,
      variants: newTexts(3).map(text => ({ text })),
    }, call)
    const rows = await parts.ledger.rows(jobIds)
    const upload = rows.find(row => row.kind === 'upload')!
    const [one, two, three] = rows.filter(row => row.kind === 'speech')
    await handlers.jobs.cancel({ jobId: one!.id }, call)
    expect((await parts.ledger.row(upload.id)).state).toBe('queued')
    await handlers.jobs.cancelUnsent({ jobIds: [two!.id, three!.id] }, call)
    expect((await parts.ledger.row(upload.id)).state).toBe('cancelled')
    const { jobIds: more } = await handlers.make.speeches({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'higgs2p5' as ModelId,
      projectId: null,
      voiceId: voice.id,
      variants: newTexts(2).map(text => ({ text })),
    }, call)
    expect((await handlers.voices.trash({ voiceId: voice.id }, call)).cancelledJobs).toBe(3)
    await parts.order.pauseAll(false)
    expect((await parts.ledger.rows(more)).map(row => row.state)).toEqual(more.map(() => 'cancelled'))
    expect(shared.practice.ledger()).toHaveLength(before)
  })
})

describe('with 100 jobs in the queue nothing leaves any more', () => {
  it('of a project that is trashed; its films and what was sent stay', async () => {
    const { parts, handlers } = shared.studio
    const project = await parts.projects.create('Not wanted')
    const batch = await queue(100, { projectId: project.id })
    await until(shared.studio, batch.jobIds[1], job => job.state === 'done')
    const { cancelledJobs } = await handlers.projects.trash({ projectId: project.id }, call)
    await allEnded(batch)
    expect(cancelledJobs + accepted(batch)).toBe(100)
    expect(cancelledJobs).toBeGreaterThan(0)
  })

  it('of an account that is removed', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const accountId = await connect(studio, practice)
    const { jobIds } = await studio.handlers.make.speeches({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'higgs2p5' as ModelId,
      projectId: null,
      voiceId: null,
      variants: newTexts(100).map(text => ({ text })),
    }, call)
    await until(studio, jobIds[1], job => job.state === 'done')
    const { cancelledJobs } = await studio.handlers.accounts.remove({ accountId }, call)
    await expect.poll(async () => (await studio.parts.ledger.rows(jobIds)).filter(row => row.ended_at === null).length, { timeout: hangMs })
      .toBe(0)
    expect(cancelledJobs).toBe(100 - practice.ledger().length)
  })

  it('when the studio is closed', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const accountId = await connect(studio, practice)
    const { jobIds } = await studio.handlers.make.speeches({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'higgs2p5' as ModelId,
      projectId: null,
      voiceId: null,
      variants: newTexts(100).map(text => ({ text })),
    }, call)
    await until(studio, jobIds[1], job => job.state === 'done')
    const pressedAt = Date.now()
    await studio.parts.engine.stop(hangMs)
    const late = await studio.parts.ledgerDb.all<{ job_id: JobId }>(sql`
      SELECT job_id FROM job_moves WHERE event = 'finish' AND at > ${pressedAt}`)
    const committed = await studio.parts.ledgerDb.all<{ job_id: JobId }>(sql`
      SELECT job_id FROM job_moves WHERE event = 'commit' AND at <= ${pressedAt}`)
    expect(late.length).toBeLessThanOrEqual(committed.length)
    expect(practice.ledger().length).toBeLessThanOrEqual(committed.length)
  })
})
