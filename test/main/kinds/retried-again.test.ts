/** A job that is made again while an earlier try is done: what is under way is found, however many tries there were. */
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { JobEvent } from '../../../src-main/jobs/states.ts'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { retry, retryAll } from '../../../src-main/kinds/retry.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

const sent = ['claim', 'send', 'commit'] as const

async function open() {
  const clock = createTestClock()
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations, clock })
  onTestFinished(() => db.close())
  const ledger = await openLedger({ db, clock })
  const accountId = newId<AccountId>()
  await db.run(sql`INSERT INTO accounts (id, name, base_url, created_at) VALUES (${accountId}, 'Own', 'https://example.org', ${clock.now()})`)
  const walk = async (jobId: JobId, events: readonly JobEvent[], charged: 'yes' | 'no' | 'unknown'): Promise<void> => {
    for (const event of events)
      await ledger.move(jobId, event, event === events.at(-1) ? { charged } : {})
  }
  const [first] = await ledger.enqueue([{
    ...{ requestId: newId<RequestId>(), requestPart: 0, kind: 'image', title: '', accountId, modelId: 'any' as ModelId, projectId: null },
    plan: {},
  }])
  const again = (jobId: JobId, acceptsSecondCharge = true) =>
    retry(ledger, { requestId: newId<RequestId>(), jobId, acceptsSecondCharge })
  return { ledger, walk, again, firstId: first!.id }
}

it('a job with a try that is done and a try that is under way is answered with the one under way', async () => {
  const { ledger, walk, again, firstId } = await open()
  await walk(firstId, [...sent, 'doubt'], 'unknown')
  const done = await again(firstId)
  await walk(done.id, [...sent, 'answer', 'fetch', 'finish'], 'yes')
  const underWay = await again(firstId)
  expect(underWay.id).not.toBe(done.id)
  // As from another window, and whether it is still queued or was sent.
  expect((await again(firstId)).id).toBe(underWay.id)
  await walk(underWay.id, sent, 'unknown')
  expect((await again(firstId, false)).id).toBe(underWay.id)
  expect(await ledger.open()).toHaveLength(1)
})

it('the same of several that were not paid for themselves', async () => {
  const { ledger, walk, again, firstId } = await open()
  await walk(firstId, ['cancel'], 'no')
  const done = await again(firstId)
  await walk(done.id, [...sent, 'answer', 'fetch', 'finish'], 'yes')
  await again(firstId)
  expect(await retryAll(ledger, { requestId: newId<RequestId>(), jobIds: [firstId] })).toEqual([])
  expect(await ledger.open()).toHaveLength(1)
})

it('without one under way, a try that is done must still be confirmed', async () => {
  const { walk, again, firstId } = await open()
  await walk(firstId, ['cancel'], 'no')
  await walk((await again(firstId)).id, [...sent, 'answer', 'fetch', 'finish'], 'yes')
  await walk((await again(firstId)).id, ['cancel'], 'no')
  await expect(again(firstId, false)).rejects.toMatchObject({ code: 'may-be-charged-twice' })
})

describe('two retries of the same job', () => {
  it('while one is under way, retrying the other is answered with it', async () => {
    const { ledger, walk, again, firstId } = await open()
    await walk(firstId, ['cancel'], 'no')
    const second = await again(firstId, false)
    await walk(second.id, ['cancel'], 'no')
    const third = await again(firstId, false)
    expect(third.id).not.toBe(second.id)
    expect((await again(second.id, false)).id).toBe(third.id)
    expect(await retryAll(ledger, { requestId: newId<RequestId>(), jobIds: [second.id] })).toEqual([])
    expect(await ledger.open()).toHaveLength(1)
  })

  it('when one is done, retrying the other must be confirmed', async () => {
    const { ledger, walk, again, firstId } = await open()
    await walk(firstId, ['cancel'], 'no')
    const second = await again(firstId, false)
    await walk(second.id, ['cancel'], 'no')
    await walk((await again(firstId, false)).id, [...sent, 'answer', 'fetch', 'finish'], 'yes')
    await expect(again(second.id, false)).rejects.toMatchObject({ code: 'may-be-charged-twice', data: { state: 'done' } })
    const together = retryAll(ledger, { requestId: newId<RequestId>(), jobIds: [second.id] })
    await expect(together).rejects.toMatchObject({ code: 'may-be-charged-twice' })
    expect(await ledger.open()).toEqual([])
  })

  it('an unsure one must be confirmed, whichever of them was the last', async () => {
    const { walk, again, firstId } = await open()
    await walk(firstId, ['cancel'], 'no')
    const second = await again(firstId, false)
    await walk(second.id, [...sent, 'doubt'], 'unknown')
    await walk((await again(firstId)).id, ['cancel'], 'no')
    await expect(again(firstId, false)).rejects.toMatchObject({ code: 'may-be-charged-twice', data: { state: 'unsure' } })
  })

  it('asked for together, they are made once', async () => {
    const { ledger, walk, again, firstId } = await open()
    await walk(firstId, ['cancel'], 'no')
    const second = await again(firstId, false)
    await walk(second.id, ['cancel'], 'no')
    expect(await retryAll(ledger, { requestId: newId<RequestId>(), jobIds: [firstId, second.id] })).toHaveLength(1)
    expect(await ledger.open()).toHaveLength(1)
  })
})

it('a retry in spite of an unsure job is asked about again, but what was cancelled of it is queued again', async () => {
  const { ledger, walk, again, firstId } = await open()
  await walk(firstId, [...sent, 'doubt'], 'unknown')
  const second = await again(firstId)
  await walk(second.id, ['cancel'], 'no')
  await expect(again(second.id, false)).rejects.toMatchObject({ code: 'may-be-charged-twice', data: { state: 'unsure' } })
  // Its second charge was accepted when it was queued.
  expect(await retryAll(ledger, { requestId: newId<RequestId>(), jobIds: [second.id] })).toHaveLength(1)
})
