/** Reserving money in the real ledger: at once, in any order, over midnight, and whatever the jobs then cost. */
import type { Cost } from '#contract/spend.ts'
import type { AccountId, JobId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { JobEvent } from '../../../src-main/jobs/states.ts'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noRates } from '#rules/spend/estimate.ts'
import { exactly } from '#rules/spend/quantities.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { createSpend } from '../../../src-main/spend/spend.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

const modelId = 'any' as ModelId

/** Noon, so that midnight is twelve hours away. */
async function open(startMs = new Date(2026, 4, 4, 12).getTime()) {
  const clock = createTestClock(startMs)
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations, clock })
  onTestFinished(() => db.close())
  const ledger = await openLedger({ db, clock })
  const spend = createSpend({ db, clock, nameOfProject: async () => null })
  const accountId = newId<AccountId>()
  await db.run(
    sql`INSERT INTO accounts (id, name, base_url, created_at) VALUES (${accountId}, 'Own', 'https://example.org', ${clock.now()})`,
  )
  await spend.setPrice({ accountId, modelId, rates: { ...noRates, request: 0, image: 1 } })

  /** A job with this cost, about to be sent. */
  async function prepare(micros: number, projectId: ProjectId | null = null) {
    const [job] = await ledger.enqueue([
      { requestId: newId<RequestId>(), requestPart: 0, kind: 'image', title: '', accountId, modelId, projectId, plan: {} },
    ])
    await ledger.move(job!.id, 'claim')
    return { jobId: job!.id, accountId, modelId, projectId, quantities: { requests: exactly(1), images: exactly(micros) } }
  }
  async function walk(jobId: JobId, events: readonly JobEvent[], charged?: 'yes' | 'no' | 'unknown'): Promise<void> {
    for (const event of events)
      await ledger.move(jobId, event, event === events.at(-1) && charged ? { charged } : {})
  }
  const setLimit = (
    hardMicros: number | null,
    projectId: ProjectId | null = null,
  ) => spend.setBudget({ period: projectId === null ? 'day' : 'all', projectId, currency: 'USD', softMicros: null, hardMicros })
  const taken = async () => (await firstOf(spend.changes())).budgets.map(({
    spentMicros,
    possibleMicros,
    heldMicros,
  }) => ({ spentMicros, possibleMicros, heldMicros }))
  return { clock, db, ledger, spend, prepare, walk, setLimit, taken }
}

async function firstOf<Event>(events: AsyncIterable<Event>): Promise<Event> {
  const { value, done } = await events[Symbol.asyncIterator]().next()
  if (done)
    throw new Error('The feed was empty')
  return value
}

const ends = {
  spent: [['send', 'commit', 'answer'], 'yes'],
  free: [['send', 'commit', 'fail'], 'no'],
  possible: [['send', 'commit', 'doubt'], 'unknown'],
  waits: [['send', 'block'], 'no'],
} as const satisfies Record<string, readonly [readonly JobEvent[], 'yes' | 'no' | 'unknown']>

describe('a hard limit', () => {
  it('is never exceeded by jobs that are checked at the same moment, whatever they finally cost', async () => {
    const job = fc.record({ micros: fc.integer({ min: 0, max: 60 }), end: fc.constantFrom('spent', 'free', 'possible', 'waits', 'stays') })
    const { spend, prepare, walk, setLimit, taken, db } = await open()
    await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 300 }), fc.array(fc.array(job, {
      minLength: 1,
      maxLength: 20,
    }), { maxLength: 3 }), async (limit, rounds) => {
      await db.run(sql`DELETE FROM costs`)
      await setLimit(limit)
      for (const round of rounds) {
        const asked = await Promise.all(round.map(one => prepare(one.micros)))
        const answers = await Promise.all(asked.map(one => spend.hold(one)))
        const [standing] = await taken()
        expect(standing!.spentMicros + standing!.possibleMicros + standing!.heldMicros).toBeLessThanOrEqual(limit)
        // No job was held that would have fit together with the released ones.
        for (const [index, holders] of answers.entries()) {
          if (holders.length > 0)
            expect(round[index]!.micros).toBeGreaterThan(limit - (standing!.spentMicros + standing!.possibleMicros + standing!.heldMicros))
        }
        for (const [index, { jobId }] of asked.entries()) {
          const { end } = round[index]!
          if (answers[index]!.length > 0)
            await walk(jobId, ['block'], 'no')
          else if (end !== 'stays')
            await walk(jobId, ends[end][0], ends[end][1])
        }
        const [after] = await taken()
        expect(after!.spentMicros + after!.possibleMicros + after!.heldMicros).toBeLessThanOrEqual(limit)
      }
    }), { numRuns: 15 })
  })

  it('counts a job that was refused once and is being sent again', async () => {
    const { spend, prepare, walk, setLimit, taken } = await open()
    await setLimit(100)
    const first = await prepare(80)
    await spend.hold(first)
    await walk(first.jobId, ['send', 'commit', 'block'], 'no')
    expect(await taken()).toEqual([{ spentMicros: 0, possibleMicros: 0, heldMicros: 0 }])
    await walk(first.jobId, ['unblock', 'claim'])
    expect(await spend.hold(first)).toEqual([])
    await walk(first.jobId, ['send', 'commit'])
    expect(await taken()).toEqual([{ spentMicros: 0, possibleMicros: 0, heldMicros: 80 }])
    expect(await spend.hold(await prepare(30))).toHaveLength(1)
  })

  it('of a day has room again on the next, and past spending stays on its day', async () => {
    const { clock, spend, prepare, walk, setLimit } = await open()
    await setLimit(100)
    const yesterday = await prepare(100)
    await spend.hold(yesterday)
    await walk(yesterday.jobId, ...ends.spent)
    const held = await prepare(100)
    expect(await spend.hold(held)).toHaveLength(1)
    await walk(held.jobId, ['block'], 'no')
    expect(await spend.fitting([held.jobId])).toEqual([])
    await clock.advance(12 * 3_600_000)
    expect(await spend.fitting([held.jobId])).toEqual([held.jobId])
    await walk(held.jobId, ['unblock', 'claim'])
    expect(await spend.hold(held)).toEqual([])
    await walk(held.jobId, ...ends.spent)
    const { days } = await spend.report({ from: 0, until: clock.now() + 1 })
    expect(days).toMatchObject([{ day: '2026-05-04', spentMicros: 100 }, { day: '2026-05-05', spentMicros: 100 }])
  })

  it('is sent again by the feed when its day is over, even without a change', async () => {
    const { clock, spend, prepare, walk, setLimit } = await open()
    await setLimit(100)
    const job = await prepare(80)
    await spend.hold(job)
    await walk(job.jobId, ...ends.spent)
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    void spend.followDays(stop.signal)
    const told = spend.changes(stop.signal)[Symbol.asyncIterator]()
    expect((await told.next()).value).toMatchObject({ budgets: [{ spentMicros: 80 }] })
    await clock.advance(20 * 3_600_000)
    // What had moved before may be told again.
    await expect.poll(async () => (await told.next()).value).toMatchObject({ budgets: [{ spentMicros: 0 }] })
  })

  it('releases only as many jobs as fit together, in their order', async () => {
    const { spend, prepare, walk, setLimit } = await open()
    await setLimit(10)
    const held = []
    for (const micros of [60, 50, 40]) {
      const asked = await prepare(micros)
      expect(await spend.hold(asked)).toHaveLength(1)
      await walk(asked.jobId, ['block'], 'no')
      held.push(asked.jobId)
    }
    await setLimit(100)
    expect(await spend.fitting(held)).toEqual([held[0], held[2]])
  })
})

it('limits are put back only where nobody has set others in the meantime', async () => {
  const { spend } = await open()
  const day = { period: 'day' as const, projectId: null, currency: 'USD' as const }
  const limits = async () => (await firstOf(spend.changes())).budgets.map(budget => [budget.softMicros, budget.hardMicros])
  const [none, before] = [{ softMicros: null, hardMicros: null }, { softMicros: 10, hardMicros: 50 }]
  await spend.setBudget({ ...day, ...before }, none)
  await spend.setBudget({ ...day, ...none }, before)
  await spend.setBudget({ ...day, softMicros: null, hardMicros: 70 })
  await expect(spend.setBudget({ ...day, ...before }, none)).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'limit' } })
  expect(await limits()).toEqual([[null, 70]])
})

it('an agreement to exceed a soft limit is valid today, this month, or in a project until the limit is changed', async () => {
  const { clock, spend } = await open()
  const film = newId<ProjectId>()
  const agreed = async () => (await firstOf(spend.changes())).budgets.map(budget => budget.isAgreed)
  for (const [period, projectId] of [['day', null], ['all', film], ['month', null]] as const) {
    await spend.setBudget({ period, projectId, currency: 'USD', softMicros: 10, hardMicros: null })
    await spend.agree({ period, projectId, currency: 'USD' })
  }
  expect(await agreed()).toEqual([true, true, true])
  await clock.advance(24 * 3_600_000)
  expect(await agreed()).toEqual([false, true, true])
  await clock.advance(28 * 24 * 3_600_000)
  expect(await agreed()).toEqual([false, true, false])
  await spend.setBudget({ period: 'month', projectId: null, currency: 'USD', softMicros: null, hardMicros: null })
  await spend.setBudget({ period: 'all', projectId: film, currency: 'USD', softMicros: 10, hardMicros: 50 })
  expect(await agreed()).toEqual([false, true])
  await spend.setBudget({ period: 'all', projectId: film, currency: 'USD', softMicros: 20, hardMicros: 50 })
  expect(await agreed()).toEqual([false, false])
})

it('of a month applies past midnight, and has room again on the first of the next month', async () => {
  const { clock, spend, prepare, walk } = await open(new Date(2026, 4, 30, 12).getTime())
  await spend.setBudget({ period: 'month', projectId: null, currency: 'USD', softMicros: null, hardMicros: 100 })
  await spend.setBudget({ period: 'day', projectId: null, currency: 'USD', softMicros: null, hardMicros: 90 })
  const first = await prepare(70)
  expect(await spend.hold(first)).toEqual([])
  await walk(first.jobId, ...ends.spent)
  const held = await prepare(40)
  expect((await spend.hold(held)).map(({ period }) => period)).toEqual(['day', 'month'])
  await walk(held.jobId, ['block'], 'no')
  await clock.advance(12 * 3_600_000)
  expect(await spend.fitting([held.jobId])).toEqual([])
  await clock.advance(24 * 3_600_000)
  expect(await spend.fitting([held.jobId])).toEqual([held.jobId])
})

describe('news', () => {
  it('of budgets is told while jobs move, as they are at the end, and not where nothing has changed', async () => {
    const { spend, prepare, setLimit } = await open()
    await setLimit(100)
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const held: (number | undefined)[] = []
    void (async () => {
      for await (const { budgets } of spend.changes(stop.signal))
        held.push(budgets[0]?.heldMicros)
    })()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    const job = await prepare(80)
    for (let move = 0; move < 50; move++) {
      spend.noteMoved()
      // A turn of the database: the budgets are read again.
      await spend.costsOf([])
    }
    await spend.hold(job)
    spend.noteMoved()
    await expect.poll(() => held.at(-1)).toBe(80)
    // The state at the beginning may be told twice.
    expect(held.length).toBeLessThanOrEqual(4)
  })

  it('of costs is not told of jobs that have none', async () => {
    const { spend, prepare } = await open()
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const told = spend.costs(stop.signal)[Symbol.asyncIterator]()
    await told.next()
    const [free, paid] = [{ ...await prepare(1), modelId: 'unpriced' as ModelId }, await prepare(10)]
    await spend.plan(free)
    await spend.hold(free)
    await spend.settle(free.jobId, {})
    await spend.hold(paid)
    expect((await told.next()).value).toMatchObject({ changed: [{ id: paid.jobId }], removed: [] })
    // One that it had is taken away.
    await spend.hold({ ...paid, modelId: 'unpriced' as ModelId })
    expect((await told.next()).value).toMatchObject({ changed: [], removed: [paid.jobId] })
  })
})

it('an incomplete result raises the quantities that were asked for, and never lowers them', async () => {
  const { spend, prepare } = await open()
  const asked = { ...await prepare(0), quantities: { requests: exactly(1), images: { least: 4, most: 6 } } }
  await spend.hold(asked)
  const cost = async (images: number, isWhole: boolean) => {
    await spend.settle(asked.jobId, { images: exactly(images) }, { isWhole })
    const [{ leastMicros, mostMicros, micros }] = await spend.costsOf([asked.jobId]) as [Cost]
    return [leastMicros, mostMicros, micros]
  }
  expect(await cost(3, false)).toEqual([4, 6, null])
  expect(await cost(5, false)).toEqual([5, 6, null])
  // It is read again, and whole.
  expect(await cost(3, true)).toEqual([3, 3, 3])
})
