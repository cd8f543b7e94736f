/**
 * A damaged ledger, wherever the damage is: it is recovered, sends nothing by itself, and nothing is bought twice or lost.
 *
 * @module-tag wide
 */
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { PracticeService } from '../../../src-main/practice/index.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { backUpFolder } from '../../../src-main/commands/back-up.ts'
import { checkStudio } from '../../../src-main/commands/check.ts'
import { noise, overwrite, spoil } from '../../kit/damage.ts'
import { copyAsKilled, makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { holdShots } from '../../kit/hold-shots.ts'
import { connect, ended, openSharedStudio, openTestPractice, openTestStudio, speak, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

interface Made {
  readonly folder: string
  readonly practice: PracticeService
  readonly secrets: OpenStudio['parts']['ports']['secrets']
  readonly accountId: AccountId
  readonly ids: Readonly<Record<'done' | 'shot' | 'committed' | 'waiting' | 'queued', JobId>>
}

let shared: SharedStudio
let template: Made
beforeAll(async () => {
  const shots = holdShots()
  shared = await openSharedStudio(shots.options)
  template = await fillStudio(shared)
  shots.finish()
})
afterAll(() => shared.close())

/** A copy of the studio that all tests share, over the same service. */
async function makeStudio(): Promise<Made> {
  const folder = join(await makeFolder(), 'studio')
  await cp(template.folder, folder, { recursive: true })
  return { ...template, folder }
}

/** Leaves the studio with a job in every state and several hundred ended ones, and closes it. */
async function fillStudio({ studio, practice, accountId }: SharedStudio): Promise<Made> {
  const picture = await ended(studio, (await studio.parts.make.image({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'eigen-image' as ModelId,
    fields: { prompt: 'A pier' },
    projectId: null,
  }))[0])
  const still = await studio.parts.takes.get(picture.takeIds[0]!)
  const done = await speak(studio, accountId, 'Done.')
  await ended(studio, done)
  const [shot] = await studio.parts.make.video({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
    fields: { prompt: 'Slow', image: { assetId: still.asset.id } },
    projectId: null,
  })
  await until(studio, shot, job => job.state === 'accepted' || job.state === 'running')
  practice.faults.set({ do: 'delay', ms: 3_600_000, at: 'answer', times: 1, when: { kind: 'speech' } })
  const committed = await speak(studio, accountId, 'No answer yet.')
  await until(studio, committed, job => job.state === 'committed')
  // The service knows this task; from now on it refuses new ones.
  await vi.waitFor(() => expect(practice.ledger()).toHaveLength(4), { timeout: hangMs })
  practice.faults.set({ do: 'refuse', status: 429, retryAfter: 600, times: 1, when: { kind: 'speech' } })
  const waiting = await speak(studio, accountId, 'Waiting.')
  await until(studio, waiting, job => job.state === 'blocked')
  const queued = await speak(studio, accountId, 'Queued.')
  await studio.close()
  practice.faults.clear()
  fill(studio.folder)
  return {
    folder: studio.folder,
    practice,
    secrets: studio.parts.ports.secrets,
    accountId,
    ids: { done, shot: shot!, committed, waiting, queued },
  }
}

const fillers = 400
const fillerId = (index: number): string => `019abc00-0000-7000-8000-${String(index).padStart(12, '0')}`

function fill(folder: string): void {
  write(folder, (db) => {
    const job = db.prepare(
      `INSERT INTO jobs (id, request_id, kind, state, title, plan, charged, created_at, ended_at, cleared_at) VALUES (?, ?, 'speech', 'done', ?, ?, 'yes', 1, 1, 1)`,
    )
    const move = db.prepare(`INSERT INTO job_moves (job_id, from_state, event, to_state, at) VALUES (?, 'verifying', 'finish', 'done', 1)`)
    for (let index = 0; index < fillers; index++) {
      job.run(fillerId(index), fillerId(index), `Filler ${index}:`, JSON.stringify({ words: 'the sea was quiet that night '.repeat(20) }))
      move.run(fillerId(index))
    }
  })
}

function write(folder: string, work: (db: DatabaseSync) => void): void {
  // The studio may be writing at this moment.
  const db = new DatabaseSync(join(folder, 'ledger.db'), { timeout: 10_000 })
  db.exec('BEGIN IMMEDIATE')
  work(db)
  db.exec('COMMIT')
  db.close()
}

/** Resolves when it is certain that nothing else was sent: the request made last has arrived. */
async function sentBesides(studio: OpenStudio, { practice }: Made, before: number): Promise<number> {
  await ended(studio, await speak(studio, await connect(studio, practice), 'Asked for just now.'))
  return practice.ledger().length - before - 1
}

const damages: [where: string, damage: (path: string) => Promise<unknown>, keepsOpenJobs: boolean][] = [
  ['in its first bytes', path => overwrite(path, 0, noise(32)), true],
  ['in its whole header', path => overwrite(path, 0, new Uint8Array(100)), true],
  ['in a page in the middle', path => spoil(path, 'Filler 200:'), true],
  ['in several pages', async (path) => {
    for (const index of [100, 250, 390])
      await spoil(path, `Filler ${index}:`)
  }, true],
  ['by truncation', async path => truncate(path, Math.floor((await stat(path)).size * 0.6 / 4096) * 4096), false],
  ['by truncation within a page', async path => truncate(path, Math.floor((await stat(path)).size * 0.7) + 111), false],
  ['everywhere', path => writeFile(path, 'this was a ledger once'.repeat(400)), false],
  ['by being emptied', path => truncate(path, 0), false],
  ['by being deleted', path => rm(path), false],
]

describe('a ledger that is damaged', () => {
  it.each(damages)('%s opens with what can be read, sends nothing by itself, and the damaged file is kept', async (_, damage, keepsOpenJobs) => {
    const made = await makeStudio()
    const { folder, practice, secrets, ids } = made
    const path = join(folder, 'ledger.db')
    await damage(path)
    const before = await readFile(path).catch(() => null)
    const sent = practice.ledger().length
    const studio = await openTestStudio({ folder, ports: { secrets } })
    const { ledgerRecovery } = await studio.parts.status.get()
    expect(ledgerRecovery).toMatchObject({
      trouble: before?.length ? 'damaged' : 'missing',
      isReadable: keepsOpenJobs ? true : expect.any(Boolean),
    })
    if (before === null)
      expect(ledgerRecovery!.kept).toBeNull()
    else
      expect(await readFile(ledgerRecovery!.kept!)).toEqual(before)
    expect(await studio.parts.ledgerDb.check()).toEqual([])
    expect((await studio.parts.accounts.list()).some(account => account.isPractice)).toBe(true)

    if (keepsOpenJobs) {
      expect(ledgerRecovery).toMatchObject({ held: 2, unsure: 1, followed: 1 })
      expect(ledgerRecovery!.jobs).toBeGreaterThan(fillers * 0.8)
      expect(await ended(studio, ids.shot)).toMatchObject({ state: 'done', charged: 'yes' })
      expect(await studio.parts.takes.ofJob(ids.shot)).toHaveLength(1)
      expect(await studio.parts.ledger.get(ids.done)).toMatchObject({ state: 'done' })
      expect(await studio.parts.ledger.get(ids.committed)).toMatchObject({ state: 'unsure', charged: 'unknown' })
      for (const jobId of [ids.waiting, ids.queued])
        expect(await studio.parts.ledger.get(jobId)).toMatchObject({ state: 'blocked', blockedBy: 'restored' })
    }
    expect(await sentBesides(studio, made, sent)).toBe(0)
    // Takes of jobs that the ledger may have lost are independent of them.
    expect(await studio.parts.takes.ofJob(ids.done)).toHaveLength(1)

    if (keepsOpenJobs) {
      await studio.handlers.jobs.release({ jobIds: [ids.queued, ids.waiting, ids.shot] }, call)
      expect(await studio.handlers.jobs.release({ jobIds: [ids.queued] }, call)).toEqual({ count: 0 })
      for (const jobId of [ids.waiting, ids.queued])
        expect(await ended(studio, jobId)).toMatchObject({ state: 'done' })
      expect(practice.ledger()).toHaveLength(sent + 3)
    }
    await studio.handlers.studio.dismissRecovery({}, call)
    expect((await studio.parts.status.get()).ledgerRecovery).toBeNull()
    await studio.close()
    const again = await openTestStudio({ folder, ports: { secrets } })
    expect((await again.parts.status.get()).ledgerRecovery).toBeNull()
    expect((await readdir(join(folder, 'damaged')).catch(() => []))).toHaveLength(before === null ? 0 : 1)
  })

  it('and unreadable is replaced by an empty one, which is reported', async () => {
    const { folder } = await makeStudio()
    await writeFile(join(folder, 'ledger.db'), noise(50_000))
    const studio = await openTestStudio({ folder })
    expect((await studio.parts.status.get()).ledgerRecovery).toMatchObject({ isReadable: false, jobs: 0, held: 0 })
    expect(await studio.parts.accounts.list()).toHaveLength(1)
  })

  it('is kept byte for byte with the log of the killed program', async () => {
    const { folder, secrets } = await makeStudio()
    const studio = await openTestStudio({ folder, ports: { secrets } })
    const killed = await copyAsKilled(folder)
    await studio.close()
    await spoil(join(killed, 'ledger.db'), 'Filler 200:')
    const before = await Promise.all(['', '-wal'].map(suffix => readFile(join(killed, `ledger.db${suffix}`))))
    expect(before[1]!.length).toBeGreaterThan(0)
    const after = await openTestStudio({ folder: killed, ports: { secrets } })
    const { kept } = (await after.parts.status.get()).ledgerRecovery!
    expect(await Promise.all(['', '-wal'].map(suffix => readFile(`${kept}${suffix}`)))).toEqual(before)
  })

  it('in the log of a killed program never sends again what the lost end of the log recorded as sent', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const accountId = await connect(studio, practice)
    await studio.parts.order.pauseAll(true)
    const first = await speak(studio, accountId, 'Sent and filed.')
    const logPath = (folder: string) => join(folder, 'ledger.db-wal')
    const { size } = await stat(logPath(studio.folder))
    await studio.parts.order.pauseAll(false)
    await ended(studio, first)
    // The files as they are at this moment, with a damaged place in the log after which the rest is dropped.
    const killed = await copyAsKilled(studio.folder)
    await overwrite(logPath(killed), size + 200, noise(300))
    const sent = practice.ledger().length
    await expect(backUpFolder(killed, `${killed}.tar`, {
      madeBy: '0',
      withFilms: true,
      print: () => {},
      signal: call.signal,
    })).rejects.toMatchObject({ reason: 'backup-corrupt' })
    const after = await openTestStudio({ folder: killed, ports: { secrets: studio.parts.ports.secrets } })
    expect((await after.parts.status.get()).ledgerRecovery).toMatchObject({
      said: expect.stringContaining('its log is damaged'),
      followed: 1,
    })
    expect(await after.parts.ledger.get(first)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(await after.parts.takes.ofJob(first)).toHaveLength(1)
    // The queue is as it was while the log was intact.
    expect(await after.parts.order.isPaused()).toBe(true)
    await after.parts.order.pauseAll(false)
    await ended(after, await speak(after, await connect(after, practice), 'Asked for just now.'))
    expect(practice.ledger()).toHaveLength(sent + 1)
  })

  it('keeps the spending of jobs whose rows are lost, and lists those that were running', async () => {
    const { folder, secrets, ids } = await makeStudio()
    write(folder, (db) => {
      for (const jobId of [ids.done, ids.shot])
        db.prepare(`INSERT INTO costs (job_id, currency, rates, quantities, least_micros, most_micros, micros, at) VALUES (?, 'USD', '{}', '{}', 5, 5, 5, ?)`).run(jobId, Date.now())
      // Their pages are lost: only this makes a row vanish without its moves.
      db.exec('PRAGMA foreign_keys = OFF')
    })
    const db = new DatabaseSync(join(folder, 'ledger.db'), { enableForeignKeyConstraints: false })
    db.prepare('DELETE FROM jobs WHERE id IN (?, ?, ?)').run(ids.done, ids.shot, ids.queued)
    db.close()
    await overwrite(join(folder, 'ledger.db'), 0, noise(32))
    const studio = await openTestStudio({ folder, ports: { secrets } })
    expect((await studio.parts.status.get()).ledgerRecovery).toMatchObject({ lost: 1, held: 1 })
    expect(await studio.parts.ledger.get(ids.shot)).toMatchObject({ state: 'failed', failure: { kind: 'unreadable' }, charged: 'unknown' })
    const { sums } = await studio.parts.spend.report({ from: 0, until: Date.now() + 1000 })
    expect(sums).toMatchObject([{ currency: 'USD', spentMicros: 10 }])
    expect(await studio.parts.ledgerDb.check()).toEqual([])
  })

  it('together with its library is reported separately, and its jobs are held', async () => {
    const { folder, secrets, practice, ids } = await makeStudio()
    for (const name of ['ledger.db', 'library.db'])
      await overwrite(join(folder, name), 0, noise(32))
    const sent = practice.ledger().length
    const studio = await openTestStudio({ folder, ports: { secrets } })
    expect(await studio.parts.status.get()).toMatchObject({
      libraryDamage: { trouble: 'damaged' },
      ledgerRecovery: { held: 2, unsure: 1, followed: 1 },
    })
    await until(studio, ids.shot, job => job.state === 'verifying')
    await studio.handlers.studio.repair({}, call)
    expect(await ended(studio, ids.shot)).toMatchObject({ state: 'done' })
    expect(practice.ledger()).toHaveLength(sent)
  })

  it('and lost its accounts resumes polling when their address and key are entered again', async () => {
    const { folder, secrets, practice, accountId, ids } = await makeStudio()
    await spoil(join(folder, 'ledger.db'), practice.url)
    const sent = practice.ledger().length
    const studio = await openTestStudio({ folder, ports: { secrets } })
    expect((await studio.parts.status.get()).ledgerRecovery).toMatchObject({ lostAccounts: 1, followed: 1 })
    expect(await studio.parts.accounts.get(accountId)).toMatchObject({ baseUrl: '', key: { state: 'absent' } })
    expect(await studio.parts.ledger.get(ids.shot)).toMatchObject({ endedAt: null })
    await expect(studio.handlers.accounts.check({ accountId }, call)).rejects.toMatchObject({ code: 'no-key' })
    await studio.handlers.accounts.replaceKey({ accountId, key: practice.key, baseUrl: practice.url }, call)
    expect(await ended(studio, ids.shot)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(practice.ledger()).toHaveLength(sent)
    expect(await studio.parts.ledger.get(ids.queued)).toMatchObject({ blockedBy: 'restored' })
  })

  it('and out of date never repeats a job whose result the library has, and makes jobs with an answer unsure', async () => {
    const made = await makeStudio()
    const { folder, secrets, practice, ids } = made
    write(folder, db =>
      db.prepare(`UPDATE jobs SET state = 'queued', ended_at = NULL, charged = NULL, take_ids = '[]' WHERE id = ?`).run(ids.done))
    await mkdir(join(folder, 'work', ids.queued), { recursive: true })
    await writeFile(join(folder, 'work', ids.queued, 'answer.part'), 'half an answer')
    await overwrite(join(folder, 'ledger.db'), 0, noise(32))
    const sent = practice.ledger().length
    const studio = await openTestStudio({ folder, ports: { secrets } })
    const [take] = await studio.parts.takes.ofJob(ids.done)
    expect(await studio.parts.ledger.get(ids.done)).toMatchObject({ state: 'done', charged: 'yes', takeIds: [take!.id] })
    expect(await studio.parts.ledger.get(ids.queued)).toMatchObject({ state: 'unsure' })
    expect(await studio.handlers.jobs.release({ jobIds: Object.values(ids) }, call)).toEqual({ count: 1 })
    expect(await ended(studio, ids.waiting)).toMatchObject({ state: 'done' })
    expect(practice.ledger()).toHaveLength(sent + 1)
  })
})

describe('damage that is found while the studio is open', () => {
  it('is reported by a fault and the status, nothing more is sent, and the next start recovers the ledger', async () => {
    const made = await makeStudio()
    const { folder, secrets, practice } = made
    const studio = await openTestStudio({ folder, ports: { secrets } })
    // Another account: the service told the first one to wait.
    const accountId = await connect(studio, practice)
    await ended(studio, await speak(studio, accountId, 'In time.'))
    const sent = practice.ledger().length
    await studio.handlers.jobs.request({ jobId: fillerId(200) as JobId }, call)
    await spoil(join(folder, 'ledger.db'), 'Filler 200:')
    // SQLite keeps pages that it has read until something is written.
    write(folder, db => db.exec(`UPDATE jobs SET cleared_at = 2 WHERE id = '${fillerId(0)}'`))
    await expect(studio.handlers.jobs.request({ jobId: fillerId(200) as JobId }, call)).rejects.toMatchObject({ code: 'ledger-damaged' })
    expect((await studio.parts.status.get()).ledgerDamage).toContain('malformed')
    const late = await speak(studio, accountId, 'Too late.')
    // Longer than a job that may start needs to be claimed.
    await studio.parts.accounts.check(accountId)
    expect(await studio.parts.ledger.get(late)).toMatchObject({ state: 'queued' })
    await studio.close()
    expect(practice.ledger()).toHaveLength(sent)
    const again = await openTestStudio({ folder, ports: { secrets } })
    expect((await again.parts.status.get())).toMatchObject({ ledgerDamage: null, ledgerRecovery: { trouble: 'damaged' } })
    expect(await again.parts.ledger.get(late)).toMatchObject({ state: 'blocked', blockedBy: 'restored' })
  })
})

it('an intact ledger is opened unchanged', async () => {
  const { folder } = await makeStudio()
  const before = [await readFile(join(folder, 'ledger.db')), (await stat(join(folder, 'ledger.db'))).ino]
  const studio = await openTestStudio({ folder })
  expect((await studio.parts.status.get())).toMatchObject({ ledgerDamage: null, ledgerRecovery: null })
  expect([await readFile(join(folder, 'ledger.db')), (await stat(join(folder, 'ledger.db'))).ino]).toEqual(before)
  expect(existsSync(join(folder, 'damaged'))).toBe(false)
})

describe('takeroom check', () => {
  const check = async (folder: string, isRepairing: boolean) => {
    const lines: string[] = []
    const report = await checkStudio(folder, { print: line => lines.push(line), isDeep: false, isRepairing })
    return { report, told: lines.join('\n') }
  }

  it('reports a damaged ledger and changes nothing, and recovers it when asked', async () => {
    const { folder } = await makeStudio()
    await spoil(join(folder, 'ledger.db'), 'Filler 200:')
    const before = await readFile(join(folder, 'ledger.db'))
    const first = await check(folder, false)
    expect(first.report).toBeNull()
    expect(first.told).toMatch(/The job history is damaged.*\n4\d\d jobs and 2 accounts can be read; \d+ parts cannot\.\nNothing was changed/s)
    expect(await readFile(join(folder, 'ledger.db'))).toEqual(before)
    expect(existsSync(join(folder, 'damaged'))).toBe(false)
    expect((await readdir(join(folder, 'work'))).filter(name => name.includes('ledger'))).toEqual([])

    const second = await check(folder, true)
    expect(second.told).toMatch(/2 jobs wait in the queue for you to confirm, 1 were sent and have no response\.\nDamaged file kept at: /)
    expect(second.report).toMatchObject({ damage: [] })
    expect((await check(folder, false)).report).toMatchObject({ damage: [] })
  })

  it('finds damage that a start does not detect, and repairs it when asked', async () => {
    const { folder } = await makeStudio()
    const db = new DatabaseSync(join(folder, 'ledger.db'), { enableForeignKeyConstraints: false })
    db.prepare(
      `INSERT INTO job_moves (job_id, from_state, event, to_state, at) VALUES (?, 'sending', 'commit', 'committed', 1)`,
    ).run(newId())
    db.close()
    const first = await check(folder, false)
    expect(first.report!.damage).toEqual([
      { file: 'ledger.db', said: expect.stringMatching(/^takeroom:broken-reference job_moves\/\d+\/jobs$/) },
    ])
    expect(first.told).toContain('To repair this: takeroom check --repair')
    const second = await check(folder, true)
    expect(second.report!.damage).toEqual([])
    expect(second.told).toMatch(/2 jobs wait in the queue for you to confirm/)
  })

  it('names answers of jobs that the ledger does not know', async () => {
    const { folder } = await makeStudio()
    const unknown = newId()
    await mkdir(join(folder, 'work', unknown))
    await writeFile(join(folder, 'work', unknown, 'answer.part'), 'paid for')
    const { report, told } = await check(folder, true)
    expect(report!.unclaimed).toEqual({ count: 1, examples: [join('work', unknown)] })
    expect(told).toContain('may be paid for')
    expect(await readFile(join(folder, 'work', unknown, 'answer.part'), 'utf8')).toBe('paid for')
  })
})
