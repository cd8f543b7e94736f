/** What the user can do with the queue, through the real core: order, pauses, limits, unsure jobs and go-aheads. */
import type { Job } from '#contract/jobs.ts'
import type { ImportTicket, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { placesBetween } from '../../../src-main/jobs/order.ts'
import { hangMs } from '../../kit/hang.ts'
import { holdShots } from '../../kit/hold-shots.ts'
import { openMediaKit } from '../../kit/media.ts'
import { connect, ended, openTestPractice, openTestStudio, speak, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }

async function open(options: Parameters<typeof openTestPractice>[0] = {}) {
  const practice = await openTestPractice(options)
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const spoken = (): string[] => practice.ledger().filter(work => work.kind === 'speech').map(work => String(work.values.text))
  return { practice, studio, accountId, spoken, jobs: studio.handlers.jobs }
}

async function receive(studio: OpenStudio, path: string, name: string): Promise<ImportTicket> {
  return studio.receiveFile(name, createReadStream(path), null)
}

describe('pausing', () => {
  it('keeps everything from starting, also after a restart, and resumes it', async () => {
    const { practice, studio, accountId, jobs } = await open()
    await jobs.pauseAll({ isPaused: true }, call)
    const id = await speak(studio, accountId, 'Later.')
    await studio.close()
    const after = await openTestStudio({ folder: studio.folder, ports: { secrets: studio.parts.ports.secrets } })
    expect(await after.parts.order.isPaused()).toBe(true)
    const other = await speak(after, accountId, 'Later, too.')
    expect((await after.parts.ledger.get(id)).state).toBe('queued')
    expect(practice.ledger()).toHaveLength(0)
    await after.handlers.jobs.pauseAll({ isPaused: false }, call)
    expect([(await ended(after, id)).state, (await ended(after, other)).state]).toEqual(['done', 'done'])
  })

  it('one job does not affect the others', async () => {
    const { studio, accountId, spoken, jobs } = await open()
    await jobs.pauseAll({ isPaused: true }, call)
    const [first, second] = [await speak(studio, accountId, 'One.'), await speak(studio, accountId, 'Two.')]
    expect(await jobs.pause({ jobIds: [first], isPaused: true }, call)).toEqual({ count: 1 })
    await jobs.pauseAll({ isPaused: false }, call)
    await ended(studio, second)
    expect(await studio.parts.ledger.get(first)).toMatchObject({ state: 'queued', isPaused: true })
    await jobs.pause({ jobIds: [first], isPaused: false }, call)
    expect((await ended(studio, first)).state).toBe('done')
    expect(spoken()).toEqual(['Two.', 'One.'])
  })

  it('never stops a request that was sent', async () => {
    const { practice, studio, accountId, jobs } = await open()
    const answer = practice.faults.set({ do: 'delay', ms: 3_600_000 })
    const id = await speak(studio, accountId, 'On its way.')
    await until(studio, id, job => job.state === 'committed')
    await jobs.pauseAll({ isPaused: true }, call)
    await jobs.pause({ jobIds: [id], isPaused: true }, call)
    answer()
    expect(await ended(studio, id)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(practice.ledger()).toHaveLength(1)
  })

  it.each(
    [['run', false], ['paused', true], ['as-left', true]] as const,
  )('when the studio opens, the queue follows the setting %s', async (queueOnStart, isPaused) => {
    const studio = await openTestStudio()
    await studio.parts.settings.change({ queueOnStart })
    await studio.parts.order.pauseAll(queueOnStart !== 'paused')
    await studio.close()
    const after = await openTestStudio({ folder: studio.folder })
    expect(await after.parts.order.isPaused()).toBe(isPaused)
  })
})

describe('order', () => {
  it('is set by the user: jobs that were moved or put at the head start in that order', async () => {
    const { studio, accountId, spoken, jobs } = await open()
    await studio.parts.settings.change({ requestsAtOnce: 1 })
    await jobs.pauseAll({ isPaused: true }, call)
    const [a, b, c, d] = [
      await speak(studio, accountId, 'A'),
      await speak(studio, accountId, 'B'),
      await speak(studio, accountId, 'C'),
      await speak(studio, accountId, 'D'),
    ]
    await jobs.move({ jobIds: [d], beforeJobId: b }, call)
    await jobs.move({ jobIds: [a], beforeJobId: null }, call)
    await jobs.pause({ jobIds: [c], isPaused: true }, call)
    await jobs.runNext({ jobIds: [c] }, call)
    await jobs.pauseAll({ isPaused: false }, call)
    for (const id of [a, b, c, d])
      await ended(studio, id)
    expect(spoken()).toEqual(['C', 'D', 'B', 'A'])
  })

  it('survives a hundred moves into one gap, where positions run out of numbers in between', async () => {
    const studio = await openTestStudio()
    const { order, ledger } = studio.parts
    await order.pauseAll(true)
    const jobs = await ledger.enqueue(Array.from({ length: 6 }, (_, requestPart) => ({
      requestId: newId<RequestId>(),
      requestPart,
      kind: 'render' as const,
      title: String(requestPart),
      plan: {},
    })))
    for (let round = 0; round < 100; round += 1)
      await order.move([jobs[2 + round % 4]!.id], jobs[1]!.id)
    expect((await ledger.open()).map(row => row.title)).toEqual(['0', '2', '3', '4', '5', '1'])
    await order.move([jobs[5]!.id, jobs[0]!.id], jobs[3]!.id)
    expect((await ledger.open()).map(row => row.title)).toEqual(['2', '5', '0', '3', '4', '1'])
    await expect(order.move([jobs[0]!.id], newId<JobId>())).rejects.toMatchObject({ code: 'not-found' })
  })

  it('has positions between any two distinct ones, and reports when there are none', () => {
    expect(placesBetween(1, 2, 3)).toEqual([1.25, 1.5, 1.75])
    expect(placesBetween(undefined, 5, 2)?.every(place => place < 5)).toBe(true)
    expect(placesBetween(7, undefined, 2)?.every(place => place > 7)).toBe(true)
    expect(placesBetween(1, 1 + 1e-9, 1)).toBeNull()
  })
})

describe('limits', () => {
  it('for a kind hold over all accounts, and other kinds proceed', async () => {
    const { practice, studio, accountId } = await open()
    const other = await connect(studio, practice)
    await studio.parts.settings.change({ requestsAtOnce: 8, atOnce: { ...(await studio.parts.settings.get()).atOnce, speech: 1 } })
    practice.faults.set({ do: 'delay', ms: 300, when: { kind: 'speech' } })
    const ids = [await speak(studio, accountId, 'A'), await speak(studio, other, 'B')]
    const [picture] = await studio.parts.make.image({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'sea', width: 512, height: 512 },
      projectId: null,
    })
    let most = 0
    for await (const { changed, isWhole } of studio.parts.ledger.changes(AbortSignal.timeout(hangMs))) {
      const rows = await studio.parts.ledger.open()
      most = Math.max(most, rows.filter(row => row.kind === 'speech' && ['preparing', 'sending', 'committed'].includes(row.state)).length)
      if (!isWhole && changed.length > 0 && rows.length === 0)
        break
    }
    expect(most).toBe(1)
    expect((await ended(studio, picture)).state).toBe('done')
    for (const id of ids)
      expect((await ended(studio, id)).state).toBe('done')
  })
})

describe('cancelling', () => {
  it('a job that waits for a rate limit is certain: nothing was paid', async () => {
    const { practice, studio, accountId, jobs } = await open()
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 30 })
    const id = await speak(studio, accountId, 'Never mind.')
    await until(studio, id, job => job.state === 'blocked')
    expect(await jobs.cancel({ jobId: id }, call)).toMatchObject({
      wasSent: false,
      job: { state: 'cancelled', charged: 'no', sentAt: null },
    })
  })

  it('a request that was sent only stops waiting', async () => {
    const { practice, studio, accountId, jobs } = await open()
    practice.faults.set({ do: 'delay', ms: 3_600_000 })
    const id = await speak(studio, accountId, 'On its way.')
    await until(studio, id, job => job.state === 'committed')
    expect(await jobs.cancel({ jobId: id }, call)).toMatchObject({
      wasSent: true,
      job: { state: 'cancelled', charged: 'unknown', sentAt: expect.any(Number) },
    })
  })
})

describe('the list', () => {
  it('is cleared of ended jobs', async () => {
    const { studio, accountId, jobs } = await open()
    const id = await speak(studio, accountId, 'One.')
    await ended(studio, id)
    expect(await jobs.clear({ jobIds: [id] }, call)).toEqual({ count: 1 })
    const { value: first } = await studio.parts.ledger.changes()[Symbol.asyncIterator]().next()
    expect(first?.changed.map((job: Job) => job.id)).toEqual([])
  })
})

describe('an unsure job', () => {
  async function openUnsure() {
    const opened = await open()
    opened.practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
    const id = await speak(opened.studio, opened.accountId, 'Did it arrive?')
    expect((await ended(opened.studio, id)).state).toBe('unsure')
    return { ...opened, id }
  }

  it('shows what was sent and when', async () => {
    const { studio, jobs, id } = await openUnsure()
    expect(await jobs.request({ jobId: id }, call)).toMatchObject({
      request: { path: '/api/v1/generate', fields: { text: 'Did it arrive?' } },
      files: [],
    })
    expect((await studio.parts.ledger.get(id)).sentAt).toBeGreaterThan(0)
  })

  it('is done and charged when the user attaches the file, once', async () => {
    const { studio, jobs, id } = await openUnsure()
    const kit = await openMediaKit()
    onTestFinished(kit.close)
    const ticket = await receive(studio, await kit.tone('from-the-page.wav'), 'from-the-page.wav')
    const { job, take } = await jobs.attach({ jobId: id, ticket }, call)
    expect(job).toMatchObject({ state: 'done', charged: 'yes', failure: null, takeIds: [take.id] })
    expect(take).toMatchObject({ kind: 'speech', text: 'Did it arrive?', jobId: id, modelId: 'higgs2p5' })
    const again = await receive(studio, await kit.tone('again.wav'), 'again.wav')
    await expect(jobs.attach({ jobId: id, ticket: again }, call)).rejects.toMatchObject({
      code: 'not-attachable',
      data: { because: 'state' },
    })
  })

  it('takes no file once the result is looked for again, and nothing of the file is kept', async () => {
    const { studio, jobs, id } = await openUnsure()
    const kit = await openMediaKit()
    onTestFinished(kit.close)
    const ticket = await receive(studio, await kit.tone('late.wav'), 'late.wav')
    const { takes, ledger } = studio.parts
    const file = vi.spyOn(takes, 'file')
    const { adopt, pathOf } = studio.parts.assets
    const stored: string[] = []
    vi.spyOn(studio.parts.assets, 'adopt').mockImplementation(async (...asked) => {
      const adopted = await adopt(...asked)
      stored.push(pathOf(adopted.asset))
      await ledger.move(id, 'reopen', { failure: null, attempts: 0 })
      return adopted
    })
    await expect(jobs.attach({ jobId: id, ticket }, call)).rejects.toMatchObject({ code: 'not-attachable', data: { because: 'state' } })
    expect(file).not.toHaveBeenCalled()
    expect(await takes.ofJob(id)).toEqual([])
    expect(stored.map(path => existsSync(path))).toEqual([false])
  })

  it('accepts no file of another kind, and stays unsure', async () => {
    const { studio, jobs, id } = await openUnsure()
    const kit = await openMediaKit()
    onTestFinished(kit.close)
    const ticket = await receive(studio, await kit.picture('a.png'), 'a.png')
    await expect(jobs.attach({ jobId: id, ticket }, call)).rejects.toMatchObject({
      code: 'not-attachable',
      data: { because: 'medium', wanted: 'audio' },
    })
    expect((await studio.parts.ledger.get(id)).state).toBe('unsure')
  })

  it('is off the list once it is given up, and its row keeps the unknown charge', async () => {
    const { studio, jobs, id } = await openUnsure()
    await jobs.markAsLost({ jobId: id }, call)
    expect(await studio.parts.ledger.row(id)).toMatchObject({ state: 'failed', charged: 'unknown', cleared_at: expect.any(Number) })
    await expect(jobs.markAsLost({ jobId: id }, call)).rejects.toMatchObject({ code: 'job-not-there-yet' })
  })
})

describe('paid but not delivered', () => {
  it('a shot is downloaded even when its project is in the trash by then', async () => {
    const shots = holdShots()
    const { practice, studio, accountId } = await open(shots.options)
    const project = await studio.parts.projects.create('Gone soon')
    const [imageJob] = await studio.parts.make.image({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'sea', width: 512, height: 512 },
      projectId: project.id,
    })
    const still = await studio.parts.takes.get((await ended(studio, imageJob)).takeIds[0]!)
    const [shotJob] = await studio.parts.make.video({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
      fields: { prompt: 'waves', image: { assetId: still.asset.id } },
      projectId: project.id,
    })
    await until(studio, shotJob, job => job.taskId !== null)
    await studio.parts.projects.trash(project.id)
    await studio.parts.order.pauseAll(true)
    await studio.close()
    shots.finish()
    const after = await openTestStudio({ folder: studio.folder, ports: { secrets: studio.parts.ports.secrets } })
    const done = await ended(after, shotJob)
    expect(done).toMatchObject({ state: 'done', charged: 'yes', projectId: project.id })
    expect((await readFile(after.parts.assets.pathOf((await after.parts.takes.get(done.takeIds[0]!)).asset))).length).toBeGreaterThan(0)
    expect(practice.ledger().filter(work => work.kind === 'video')).toHaveLength(1)
  })
})

describe('with no network', () => {
  it('an unreachable account blocks only its own jobs, and all resume when it is back', async () => {
    const { practice, studio, accountId } = await open()
    const other = await openTestPractice()
    const otherId = await connect(studio, other)
    const { url, key } = practice
    await practice.close()
    const ids = [
      await speak(studio, accountId, 'A'),
      await speak(studio, accountId, 'B'),
      await speak(studio, accountId, 'C'),
      await speak(studio, accountId, 'D'),
      await speak(studio, accountId, 'E'),
    ]
    for (const id of ids)
      expect(await until(studio, id, job => job.state === 'blocked')).toMatchObject({ blockedBy: 'offline', charged: 'no' })
    expect(studio.parts.connectivity.away()).toMatchObject([{ accountId }])
    expect((await ended(studio, await speak(studio, otherId, 'Elsewhere.'))).state).toBe('done')
    const back = await openTestPractice({ port: Number(new URL(url).port), key })
    await studio.handlers.jobs.lookForNetwork({}, call)
    for (const id of ids)
      expect((await ended(studio, id)).state).toBe('done')
    expect(back.ledger()).toHaveLength(5)
    expect(studio.parts.connectivity.away()).toEqual([])
  })

  it('jobs that were queued long before the network returned wait for one go-ahead, through a restart', async () => {
    const { practice, studio, accountId } = await open()
    const { url, key } = practice
    await practice.close()
    const ids = [await speak(studio, accountId, 'A'), await speak(studio, accountId, 'B')]
    for (const id of ids)
      await until(studio, id, job => job.blockedBy === 'offline')
    await studio.close()
    age(join(studio.folder, 'ledger.db'), 3_600_000)
    const back = await openTestPractice({ port: Number(new URL(url).port), key })
    const after = await openTestStudio({ folder: studio.folder, ports: { secrets: studio.parts.ports.secrets } })
    for (const id of ids)
      expect(await until(after, id, job => job.blockedBy === 'go-ahead')).toMatchObject({ state: 'blocked', charged: 'no' })
    expect(back.ledger()).toHaveLength(0)
    expect(await after.handlers.jobs.release({ jobIds: ids }, call)).toEqual({ count: 2 })
    for (const id of ids)
      expect((await ended(after, id)).state).toBe('done')
    expect(back.ledger()).toHaveLength(2)
  })
})

/** As if the jobs had been queued that much earlier, and the account had answered before. */
function age(path: string, ms: number): void {
  const db = new DatabaseSync(path)
  db.exec(`UPDATE jobs SET created_at = created_at - ${ms}; UPDATE accounts SET last_success_at = last_success_at - ${2 * ms}`)
  db.close()
}
