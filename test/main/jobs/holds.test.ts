/** How long an account waits: for the longest wait requested, but never longer than a service can have requested. */
import type { AccountId } from '#contract/words.ts'
import type { JobRow } from '../../../src-main/jobs/rows.ts'
import { expect, it } from 'vitest'
import { createHolds, longestWaitMs } from '../../../src-main/jobs/engine/holds.ts'

const account = 'one' as AccountId // any text will do here
const now = 1_000_000_000
// the members that are used
const refused = (wakesAt: number) => ({ account_id: account, state: 'blocked', blocked_by: 'rate', wakes_at: wakesAt }) as JobRow

it('the longest requested wait counts, whichever came first, and only for its account', () => {
  const holds = createHolds()
  holds.hold(account, now + 5000, now)
  holds.hold(account, now + 1000, now + 100)
  holds.hold(null, now + 9000, now)
  expect(holds.until(account)).toBe(now + 5000)
  expect(holds.until('other' as AccountId)).toBe(0)
  expect(holds.until(null)).toBe(0)
})

it('a clock that is set back restarts a wait instead of lengthening it', () => {
  const holds = createHolds()
  holds.hold(account, now + 5000, now)
  holds.setBack(now - 3_000_000)
  expect(holds.until(account)).toBe(now - 3_000_000 + 5000)
  holds.setBack(now - 3_000_000)
  expect(holds.until(account)).toBe(now - 3_000_000 + 5000)
})

it('is restored from the ledger, unless the clock was set back since', () => {
  const holds = createHolds()
  holds.restore([refused(now + longestWaitMs + 1)], now)
  expect(holds.until(account)).toBe(0)
  holds.restore([refused(now + 5000), refused(now + 2000)], now)
  expect(holds.until(account)).toBe(now + 5000)
})
