/** A short outage needs no confirmation, jobs queued offline wait for one go-ahead, and accounts are never checked in bursts. */
import type { AccountId, RequestId } from '#contract/words.ts'
import type { CheckAnswer } from '../../../src-main/service/check-connection.ts'
import type { TestClock } from '../../kit/clock.ts'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createConnectivityMonitor, needsGoAhead, shortDropMs } from '../../../src-main/jobs/connectivity.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

const accountId = newId<AccountId>()

/** A real ledger; the test controls the account and the network. */
async function open() {
  const clock = createTestClock()
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations, clock })
  const stop = new AbortController()
  onTestFinished(async () => {
    stop.abort()
    await db.close()
  })
  const ledger = await openLedger({ db, clock })
  const world = {
    isUp: false,
    lastSuccessAt: null as number | null,
    isUnasked: false,
    asked: 0,
    beforeMoves: null as (() => Promise<void>) | null,
    answer: 'accepted' as CheckAnswer['answer'],
    fault: null as Fault | null,
  }
  const connectivity = createConnectivityMonitor({
    ledger: { ...ledger, async open() {
      const rows = await ledger.open()
      await world.beforeMoves?.()
      return rows
    } },
    accounts: {
      async connectionOf() {
        if (world.fault)
          throw world.fault
        return { baseUrl: '', key: '', socketUrl: null }
      },
      get: async () => ({ key: { lastSuccessAt: world.lastSuccessAt } }) as never, // The monitor reads nothing else.
    },
    client: { checkConnection: async () => {
      world.asked += 1
      return {
        answer: world.isUp ? world.answer : 'no-network',
        status: null,
        said: '',
        models: null,
        creditsRemaining: null,
      } as CheckAnswer
    } },
    sendsWithoutAsking: async () => world.isUnasked,
    clock,
    log: createLog({ write: () => {}, clock }),
    random: () => 0.999,
    signal: stop.signal,
  })
  async function queueOffline() {
    const [job] = await ledger.enqueue([
      { requestId: newId<RequestId>(), requestPart: 0, kind: 'speech', title: 'x', accountId, plan: {} },
    ])
    await ledger.move(job!.id, 'block', { blockedBy: 'offline', wakesAt: null })
    return job!.id
  }
  return { clock, ledger, connectivity, world, queueOffline }
}

/** The ledger's thread answers in real time, on a busy machine late: repeats until it has. */
async function advanceUntil(clock: TestClock, isSo: () => Promise<boolean> | boolean, stepMs = 1000): Promise<void> {
  for (let step = 0; !await isSo(); step += 1) {
    expect(step).toBeLessThan(30_000)
    await clock.advance(stepMs)
    await new Promise(resolve => setTimeout(resolve, 1))
  }
}

describe('when the network is back', () => {
  it('after a few seconds everything continues by itself', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    const id = await queueOffline()
    connectivity.lost(accountId)
    expect(connectivity.isAway(accountId)).toBe(true)
    await clock.advance(3000)
    world.isUp = true
    await advanceUntil(clock, () => !connectivity.isAway(accountId))
    await advanceUntil(clock, async () => (await ledger.row(id)).state === 'queued', 1)
  })

  it('jobs that were queued offline wait for one go-ahead, and are then sent once', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    const ids = [await queueOffline(), await queueOffline()]
    connectivity.lost(accountId)
    await clock.advance(shortDropMs + 1000)
    world.isUp = true
    await advanceUntil(clock, async () => (await ledger.row(ids[1]!)).blocked_by === 'go-ahead')
    expect((await ledger.row(ids[0]!)).blocked_by).toBe('go-ahead')
    expect(await connectivity.release(ids)).toBe(2)
    expect(await connectivity.release(ids)).toBe(0)
    expect((await ledger.row(ids[0]!)).state).toBe('queued')
  })

  it('a job that is cancelled at that moment does not hold up the others', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    const [first, second] = [await queueOffline(), await queueOffline()]
    connectivity.lost(accountId)
    await clock.advance(3000)
    world.isUp = true
    world.beforeMoves = async () => {
      world.beforeMoves = null
      await ledger.move(first, 'cancel', { charged: 'no' })
    }
    await advanceUntil(clock, () => !connectivity.isAway(accountId))
    await advanceUntil(clock, async () => (await ledger.row(second)).state === 'queued', 1)
  })

  it('rows that cannot be read at that moment are read at the next check', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    const id = await queueOffline()
    connectivity.lost(accountId)
    await clock.advance(3000)
    world.isUp = true
    world.beforeMoves = async () => {
      world.beforeMoves = null
      throw new Error('disk trouble')
    }
    await advanceUntil(clock, async () => (await ledger.row(id)).state === 'queued')
    expect(world.asked).toBeGreaterThan(1)
    expect(connectivity.isAway(accountId)).toBe(false)
  })

  it('jobs that were queued before the outage continue by themselves, however long it lasted', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    const id = await queueOffline()
    world.lastSuccessAt = clock.now() + 1
    connectivity.lost(accountId)
    await clock.advance(3_600_000)
    world.isUp = true
    await advanceUntil(clock, async () => (await ledger.row(id)).state === 'queued')
  })

  it('no go-ahead is required if the user turned that off', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    world.isUnasked = true
    const id = await queueOffline()
    connectivity.lost(accountId)
    await clock.advance(3_600_000)
    world.isUp = true
    await advanceUntil(clock, async () => (await ledger.row(id)).state === 'queued')
  })

  it('blocked jobs of an earlier run are resumed, and their account is checked at once', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    const id = await queueOffline()
    world.isUp = true
    await connectivity.start()
    await advanceUntil(clock, async () => (await ledger.row(id)).state === 'queued', 0)
  })
})

describe('checking an account', () => {
  it('happens at most a minute apart and never in bursts', async () => {
    const { clock, connectivity, world } = await open()
    connectivity.lost(accountId)
    await clock.advance(3_600_000)
    expect(world.asked).toBeGreaterThan(55)
    expect(world.asked).toBeLessThan(75)
  })

  it('happens at once after a hint', async () => {
    const { clock, connectivity, world } = await open()
    connectivity.lost(accountId)
    await clock.advance(600_000)
    const before = world.asked
    connectivity.look()
    await clock.advance(1)
    expect(world.asked).toBe(before + 1)
  })

  it('accepts only the service\'s answer, not that of a captive portal', async () => {
    const { clock, connectivity, world } = await open()
    world.isUp = true
    world.answer = 'not-this-service'
    connectivity.lost(accountId)
    await clock.advance(60_000)
    expect(connectivity.isAway(accountId)).toBe(true)
    world.answer = 'wrong-key'
    await advanceUntil(clock, () => !connectivity.isAway(accountId))
  })

  it('ends at a missing key, which is not a network failure', async () => {
    const { clock, connectivity, world } = await open()
    world.fault = new Fault('practice-unavailable', { reason: '' })
    connectivity.lost(accountId)
    await clock.advance(30_000)
    expect(connectivity.isAway(accountId)).toBe(true)
    world.fault = new Fault('no-key', { account: '' })
    await advanceUntil(clock, () => !connectivity.isAway(accountId))
    expect(connectivity.back(), 'nobody answered').toEqual([])
  })

  it('says that an account is back only after it answered, until it is lost again', async () => {
    const { clock, connectivity, world } = await open()
    expect(connectivity.back()).toEqual([])
    connectivity.lost(accountId)
    await clock.advance(3000)
    expect(connectivity.back()).toEqual([])
    world.isUp = true
    await advanceUntil(clock, () => !connectivity.isAway(accountId))
    expect(connectivity.back()).toEqual([accountId])
    connectivity.lost(accountId)
    expect(connectivity.back()).toEqual([])
  })

  it('does not count jobs as sent that have no key to be sent with', async () => {
    const { clock, ledger, connectivity, world, queueOffline } = await open()
    const ids = [await queueOffline(), await queueOffline()]
    connectivity.lost(accountId)
    await clock.advance(shortDropMs + 1000)
    world.isUp = true
    await advanceUntil(clock, async () => (await ledger.row(ids[1]!)).blocked_by === 'go-ahead')
    world.fault = new Fault('no-key', { account: '' })
    expect(await connectivity.release(ids)).toBe(0)
    expect((await ledger.row(ids[0]!)).state, 'the job itself finds out what is missing').toBe('queued')
  })

  it('waits longer for an account that answers and is lost again at once', async () => {
    const { clock, connectivity, world } = await open()
    world.isUp = true
    for (let round = 0; round < 5; round += 1) {
      connectivity.lost(accountId)
      await advanceUntil(clock, () => !connectivity.isAway(accountId), 100)
    }
    connectivity.lost(accountId)
    expect(connectivity.away()[0]!.looksAgainAt! - clock.now()).toBeGreaterThan(10_000)
  })
})

it('no go-ahead is required for a job that is younger than a short outage, or that the account answered after', () => {
  const time = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(fc.property(time, time, fc.option(time), (createdAt, later, lastAnswerAt) => {
    const backAt = createdAt + later
    const isAsked = needsGoAhead({ createdAt }, { lastAnswerAt, backAt })
    expect(isAsked).toBe(later > shortDropMs && (lastAnswerAt === null || lastAnswerAt < createdAt))
  }))
})
