/** Open jobs and those under way are found by indexes, the same as by reading all; old ones leave the list when nobody needs them. */
import type { JobId, ModelId } from '#contract/words.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'

const states = ['queued', 'blocked', 'running', 'committed', 'done', 'failed', 'cancelled', 'unsure'] as const
const aJob = fc.record({
  state: fc.constantFrom(...states),
  retryOf: fc.option(fc.nat(11), { nil: null }),
  isCleared: fc.boolean(),
  charged: fc.constantFrom('yes', 'no', 'unknown'),
  place: fc.nat(5),
  createdAt: fc.nat(5),
  model: fc.constantFrom('one', 'two'),
  isPractice: fc.boolean(),
})

const idOf = (number: number): JobId => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}` as JobId // the form of an id

async function ledgerWith(folder: string, jobs: readonly (typeof aJob extends fc.Arbitrary<infer Job> ? Job : never)[]) {
  const path = join(folder, 'ledger.db')
  const db = await openDatabase(path, { migrations: ledgerMigrations })
  await db.run(sql`DELETE FROM jobs`)
  const direct = new DatabaseSync(path)
  jobs.forEach((job, number) => direct.prepare(`
    INSERT INTO jobs (id, request_id, kind, state, title, model_id, plan, charged, retry_of, line_id, request_key, place, created_at,
      ended_at, cleared_at)
    VALUES (?, ?, 'speech', ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
    ...[idOf(number), idOf(100 + number), job.state, job.model],
    ...[JSON.stringify({ sent: { body: `${number}` }, take: { isPractice: job.isPractice } }), job.charged],
    ...[job.retryOf === null ? null : idOf(job.retryOf), idOf(200 + number), `key ${number}`, job.place, BigInt(job.createdAt)],
    ['done', 'failed', 'cancelled', 'unsure'].includes(job.state) ? 9n : null,
    job.isCleared && ['done', 'failed', 'cancelled', 'unsure'].includes(job.state) ? 10n : null,
  ))
  direct.close()
  return { db, ledger: await openLedger({ db, clock: systemClock }) }
}

interface Read { id: string, state: string, charged: string | null, retry_of: string | null }

/** Those with a later try that was or may have been charged, or has not ended: a try that ended free changes nothing. */
function followedIn(jobs: readonly Read[]): string[] {
  const isFollowed = (id: string, seen: ReadonlySet<string>): boolean => jobs.some(later => later.retry_of === id && !seen.has(later.id)
    && (!(later.charged === 'no' && ['failed', 'cancelled'].includes(later.state)) || isFollowed(later.id, new Set([...seen, later.id]))))
  return jobs.map(({ id }) => id).filter(id => isFollowed(id, new Set()))
}

it('what is open, is or is under way is what was found by reading every job', async () => {
  const folder = await makeFolder()
  await fc.assert(fc.asyncProperty(fc.array(aJob, { maxLength: 12 }), async (jobs) => {
    const { db, ledger } = await ledgerWith(folder, jobs)
    try {
      const every = await db.all<Read & Record<string, string | null>>(sql`SELECT id, state, charged, retry_of FROM jobs`)
      const followed = sql.list(followedIn(every))
      const isUnderWay = sql`ended_at IS NULL OR (state = 'unsure' AND cleared_at IS NULL AND id NOT IN ${followed})`
      const idsOf = async (query: ReturnType<typeof sql>) => (await db.all<{ id: JobId }>(query)).map(({ id }) => id)
      const open = await idsOf(sql`SELECT id FROM jobs WHERE ended_at IS NULL ORDER BY place, id`)
      expect((await ledger.open()).map(({ id }) => id)).toEqual(open)
      expect((await ledger.standing()).map(({ id }) => id).sort()).toEqual(await idsOf(sql`
        SELECT id FROM jobs WHERE cleared_at IS NULL AND state <> 'done'
          AND (ended_at IS NULL OR id NOT IN ${followed}) ORDER BY id`))
      const rows = await db.all<{ line_id: string, request_key: string }>(sql`SELECT line_id, request_key FROM jobs WHERE ${isUnderWay}`)
      const { lineIds, requestKeys } = await ledger.underWay()
      expect([...lineIds].sort()).toEqual(rows.map(row => row.line_id).sort())
      expect([...requestKeys].sort()).toEqual(rows.map(row => row.request_key).sort())
      expect((await ledger.underWayOf('one' as ModelId, true)).map(({ id }) => id)).toEqual(await idsOf(sql`
        SELECT id FROM jobs WHERE (${isUnderWay}) AND model_id = 'one' AND plan ->> '$.take.isPractice' = 1
        ORDER BY id DESC`))
    }
    finally {
      await db.close()
    }
  }), { numRuns: 40 })
}, 60_000)

it('a job that may have been charged is under way again once its retry has ended free', async () => {
  const queued = { retryOf: null, isCleared: false, place: 0, createdAt: 1, model: 'one', isPractice: false } as const
  const unsure = { ...queued, state: 'unsure', charged: 'unknown' } as const
  const retry = { ...unsure, retryOf: 0, createdAt: 2 } as const
  const cases = [
    { tries: [{ ...retry, state: 'cancelled', charged: 'no' }], underWay: [0] },
    { tries: [{ ...retry, state: 'failed', charged: 'no' }], underWay: [0] },
    { tries: [{ ...retry, state: 'failed', charged: 'no' }, { ...retry, retryOf: 1, state: 'cancelled', charged: 'no' }], underWay: [0] },
    { tries: [{ ...retry, state: 'failed', charged: 'no' }, { ...retry, retryOf: 1, state: 'done', charged: 'yes' }], underWay: [] },
    { tries: [{ ...retry, state: 'failed', charged: 'unknown' }], underWay: [] },
    { tries: [{ ...retry, state: 'queued' }], underWay: [1] },
    { tries: [{ ...retry, state: 'unsure' }], underWay: [1] },
  ] as const
  for (const { tries, underWay } of cases) {
    const { db, ledger } = await ledgerWith(await makeFolder(), [unsure, ...tries])
    expect([...(await ledger.underWay()).lineIds].map(id => Number(id.slice(-12)) - 200), JSON.stringify(tries)).toEqual(underWay)
    // It stays in the list, too, whatever else ends.
    await ledger.clearOld(0)
    expect([...(await ledger.underWay()).lineIds].map(id => Number(id.slice(-12)) - 200), JSON.stringify(tries)).toEqual(underWay)
    await db.close()
  }
})

it('old jobs leave the list, but for the newest and those that somebody may still decide about', async () => {
  const ended = { retryOf: null, isCleared: false, charged: 'no', place: 0, model: 'one', isPractice: false } as const
  const { db, ledger } = await ledgerWith(await makeFolder(), [
    { ...ended, state: 'done', createdAt: 1 },
    { ...ended, state: 'failed', createdAt: 1 },
    { ...ended, state: 'cancelled', createdAt: 1 },
    { ...ended, state: 'cancelled', charged: 'unknown', createdAt: 1 },
    { ...ended, state: 'unsure', createdAt: 1 },
    { ...ended, state: 'queued', createdAt: 1 },
    { ...ended, state: 'failed', createdAt: 1 },
    { ...ended, state: 'done', retryOf: 6, createdAt: 2 },
    { ...ended, state: 'done', createdAt: 3 },
    { ...ended, state: 'done', createdAt: 3 },
  ])
  onTestFinished(() => db.close())
  const listed = async () => {
    const events = ledger.changes()[Symbol.asyncIterator]()
    const { value } = await events.next() as { value: { changed: { id: JobId }[] } } // the first event is always there
    await events.return?.()
    return value.changed.map(({ id }) => Number(id.slice(-12)))
  }
  expect(await ledger.clearOld(20)).toBe(0)
  expect(await listed()).toHaveLength(10)
  expect(await ledger.clearOld(2)).toBe(4)
  expect(await listed()).toEqual([1, 3, 4, 5, 8, 9])
  expect(await ledger.clearOld(2)).toBe(0)
})
