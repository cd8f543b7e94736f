/** The balance of an account, told by checks and by jobs: what a job used is counted for it, whatever is asked while it is under way. */
import type { JobId } from '#contract/words.ts'
import type { CheckAnswer } from '../../../src-main/service/check-connection.ts'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createAccounts } from '../../../src-main/accounts/accounts.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

const baseUrl = 'https://service.example'

async function open(first: number | null) {
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations })
  onTestFinished(() => db.close())
  const steady = createTestClock()
  let setBackMs = 0
  const clock = { ...steady, now: () => steady.now() - setBackMs }
  let told = first
  let onAsked = async (): Promise<void> => {}
  const accounts = createAccounts({
    ...{ db, clock, secrets: createMemoryStore(), environmentKey: null },
    client: {
      checkConnection: async (): Promise<CheckAnswer> => {
        const answer: CheckAnswer = { answer: 'accepted', models: null, creditsRemaining: told }
        await onAsked()
        return answer
      },
    },
    practice: async () => ({ baseUrl, socketUrl: null, key: 'practice' }),
  })
  const { id } = await accounts.connect({ name: 'Studio', baseUrl, key: 'sk-first-key-0001' })
  // The job is not looked at, only that it is there.
  const jobId = newId<JobId>(clock.now())
  await db.run(sql`
    INSERT INTO jobs (id, request_id, kind, state, title, plan, created_at)
    VALUES (${jobId}, ${newId()}, 'image', 'committed', '', '{}', 0)`)
  return {
    accounts,
    id,
    shown: async () => (await accounts.get(id)).creditsRemaining,
    /** The balance that the service tells from now on. */
    tells(balance: number | null, during = async (): Promise<void> => {}) {
      told = balance
      onAsked = during
    },
    /** The answer of the job, and what it has used so far. */
    async answered(balance: number, sentAt: number): Promise<number> {
      await accounts.recordSuccess(id, { creditsRemaining: balance }, { jobId, sentAt })
      return (await db.get<{ credits: number }>(sql`SELECT credits FROM credits WHERE job_id = ${jobId}`))!.credits
    },
    clock,
    setClockBack: (ms: number) => void (setBackMs += ms),
  }
}

it('a check while a job is under way shows the newest balance, and leaves what the job used to it', async () => {
  const { accounts, id, tells, answered, shown, clock } = await open(1000)
  const sentAt = accounts.moment()
  await clock.advance(1000)
  tells(950)
  expect((await accounts.check(id)).creditsRemaining).toBe(950)
  expect(await shown()).toBe(950)
  await clock.advance(1000)
  expect(await answered(950, sentAt)).toBe(50)
  expect(await shown()).toBe(950)
})

it('a check sees a first balance, and one that was topped up', async () => {
  const { accounts, id, tells, answered, shown, clock } = await open(null)
  expect(await shown()).toBeNull()
  tells(10)
  await accounts.check(id)
  await clock.advance(1000)
  tells(100)
  await accounts.check(id)
  expect(await shown()).toBe(100)
  await clock.advance(1000)
  expect(await answered(90, accounts.moment())).toBe(10)
})

it('a check that was answered before a job, and comes after it, does not count the job again', async () => {
  const { accounts, id, tells, answered, shown, clock } = await open(1000)
  const sentAt = accounts.moment()
  await clock.advance(1000)
  tells(1000, async () => {
    await clock.advance(1000)
    expect(await answered(950, sentAt)).toBe(50)
    await clock.advance(1000)
  })
  await accounts.check(id)
  expect(await shown()).toBe(950)
  await clock.advance(1000)
  expect(await answered(940, accounts.moment())).toBe(60)
})

it('a job that was sent with the key before says nothing about the balance of another', async () => {
  const { accounts, id, answered, shown, clock } = await open(1000)
  const sentAt = accounts.moment()
  await clock.advance(1000)
  await accounts.replaceKey(id, 'sk-second-key-0002', null, true)
  await clock.advance(1000)
  await accounts.recordSuccess(id, { creditsRemaining: 950 }, { jobId: newId<JobId>(), sentAt })
  expect(await shown()).toBeNull()
  await clock.advance(1000)
  expect(await answered(50, accounts.moment())).toBe(0)
})

it.each([[50], [null]])('another key has another balance (%j)', async (balance) => {
  const { accounts, id, tells, answered, shown, clock } = await open(1000)
  tells(balance)
  expect((await accounts.replaceKey(id, 'sk-second-key-0002')).creditsRemaining).toBe(balance)
  await clock.advance(1000)
  expect(await answered(40, accounts.moment())).toBe(balance === null ? 0 : 10)
  expect(await shown()).toBe(40)
})

it('another key that is not checked has an unknown balance', async () => {
  const { accounts, id, answered, clock } = await open(1000)
  await accounts.replaceKey(id, 'sk-second-key-0002', null, true)
  await clock.advance(1000)
  expect(await answered(50, accounts.moment())).toBe(0)
})

it('a clock that is set back after the key was replaced hides no balance and no credits', async () => {
  const { accounts, id, tells, answered, shown, clock, setClockBack } = await open(1000)
  tells(500)
  await accounts.replaceKey(id, 'sk-second-key-0002')
  await clock.advance(1000)
  setClockBack(3_600_000)
  expect(await answered(480, accounts.moment())).toBe(20)
  expect(await shown()).toBe(480)
})

it('a balance that was topped up is shown after the clock was set back', async () => {
  const { accounts, id, tells, shown, clock, setClockBack } = await open(1000)
  await accounts.check(id)
  await clock.advance(1000)
  setClockBack(3_600_000)
  tells(5000)
  await accounts.check(id)
  expect(await shown()).toBe(5000)
})
