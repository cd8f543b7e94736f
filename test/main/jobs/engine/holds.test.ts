/** What waits for whom: only what the service's refusal covers, for the longest wait requested, and never longer than one can be. */
import type { AccountId, JobId, ModelId } from '#contract/words.ts'
import type { JobRow } from '../../../../src-main/jobs/rows.ts'
import { describe, expect, it } from 'vitest'
import { createHolds, longestHoldMs } from '../../../../src-main/jobs/engine/holds.ts'
import { failureOf } from '../../../../src-main/jobs/rows.ts'

const now = 1_000_000_000
const said = (text: string) => failureOf('rate', text)

let ids = 0
type Facts = Partial<Pick<JobRow, 'state' | 'wakes_at' | 'blocked_by' | 'failure'>>
function row(more: Facts & { model?: string, account?: string } = {}): JobRow {
  const { model = 'eigen-image', account = 'one', ...rest } = more
  // the members that are used; any text will do as an id
  return {
    id: String(ids++) as JobId,
    state: 'queued',
    account_id: account as AccountId,
    model_id: model as ModelId,
    blocked_by: null,
    wakes_at: null,
    failure: null,
    ...rest,
  } as JobRow
}

describe('what a refusal covers', () => {
  it('is the model, when the service says no more', () => {
    const holds = createHolds()
    holds.put(row(), now + 5000, said('Rate limit exceeded'), now)
    expect(holds.on(row(), now)?.until).toBe(now + 5000)
    expect(holds.on(row({ model: 'higgs2p5' }), now)).toBeNull()
    expect(holds.on(row({ account: 'two' }), now)).toBeNull()
    expect(holds.on(row(), now + 5000)).toBeNull()
  })

  it.each([
    'Your account has reached its limit',
    'Too many requests for this API key',
    'Limit for all models',
  ])('is the account: %s', (text) => {
    const holds = createHolds()
    holds.put(row(), now + 5000, said(text), now)
    expect(holds.on(row({ model: 'higgs2p5' }), now)?.until).toBe(now + 5000)
    expect(holds.on(row({ account: 'two' }), now)).toBeNull()
  })

  it('is the model, when the service names it next to the account', () => {
    const holds = createHolds()
    holds.put(row(), now + 5000, said('Rate limit reached for Eigen-Image in organization 7'), now)
    expect(holds.on(row({ model: 'higgs2p5' }), now)).toBeNull()
  })

  it('never includes free requests about paid tasks, nor the other way round', () => {
    const [paid, free] = [createHolds(), createHolds()]
    paid.put(row(), now + 5000, said('Limit of your account'), now)
    free.put(row({ state: 'running' }), now + 5000, said('Limit of your account'), now)
    for (const state of ['accepted', 'running', 'downloading'] as const) {
      expect(paid.on(row({ state }), now)).toBeNull()
      expect(free.on(row({ state }), now)?.until).toBe(now + 5000)
    }
    expect(free.on(row(), now)).toBeNull()
  })
})

it('a long wait for one question about a paid task is not that of all others', () => {
  const holds = createHolds()
  const [refused, other] = [row({ state: 'running' }), row({ state: 'running' })]
  holds.put(refused, now + 600_000, said('Slow down'), now)
  expect(holds.on(refused, now)?.until).toBe(now + 600_000)
  expect(holds.on(other, now)?.until).toBe(now + 60_000)
  expect(holds.on(other, now + 60_000)).toBeNull()
  holds.setBack(now - 1000)
  expect([holds.on(refused, now)?.until, holds.on(other, now)?.until]).toEqual([now + 599_000, now + 59_000])
})

it('the longest requested wait counts, whichever came first, and ends with its job', () => {
  const holds = createHolds()
  const [first, second] = [row(), row()]
  holds.put(first, now + 5000, null, now)
  holds.put(second, now + 1000, null, now + 100)
  expect(holds.on(row(), now)?.until).toBe(now + 5000)
  holds.release(first.id)
  expect(holds.on(row(), now)?.until).toBe(now + 1000)
  holds.release(second.id)
  expect([holds.on(row(), now), holds.list()]).toEqual([null, []])
})

it('one job that is tried does not wait, the others do', () => {
  const holds = createHolds()
  const tried = row()
  holds.put(row(), now + 5000, null, now)
  holds.tryOnce(tried.id)
  expect(holds.on(tried, now)).toBeNull()
  expect(holds.on(row(), now)).not.toBeNull()
})

it('a clock that is set back restarts a wait instead of lengthening it', () => {
  const holds = createHolds()
  holds.put(row(), now + 5000, null, now)
  for (const at of [now - 3_000_000, now - 3_000_000]) {
    holds.setBack(at)
    expect(holds.on(row(), at)?.until).toBe(now - 3_000_000 + 5000)
  }
})

it('is restored from the ledger as it was, unless the clock was set back since', () => {
  const saying = (text: string) => JSON.stringify(said(text))
  const refusedUntil = (wakes_at: number, text = '') => row({ state: 'blocked', blocked_by: 'rate', wakes_at, failure: saying(text) })
  const [before, after] = [createHolds(), createHolds()]
  const polled = row({ state: 'running', wakes_at: now + 9, failure: saying('') })
  const rows = [refusedUntil(now + 5000), refusedUntil(now + 2000, 'your account'), polled]
  for (const each of rows)
    before.put(each, each.wakes_at!, said(JSON.parse(each.failure!).said), now)
  after.restore([...rows, refusedUntil(now + longestHoldMs + 1), row({ state: 'blocked', blocked_by: 'offline', wakes_at: now + 9 })], now)
  expect(after.list()).toEqual(before.list())
})
