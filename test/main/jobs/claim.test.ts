/** One look at a time: a job that two looks see would be started twice. */
import type { ClaimPorts, Claims } from '../../../src-main/jobs/engine/claim.ts'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createClaims } from '../../../src-main/jobs/engine/claim.ts'

it('looks once at a time, though a clock that is set back changes holds, and changed holds wake it', async () => {
  let offsetMs = 0
  let atOnce = 0
  let mostAtOnce = 0
  let looks = 0
  const clock = { ...systemClock, now: () => systemClock.now() + offsetMs }
  const woken: { wake?: Claims['wake'] } = {}
  const ports = {
    clock,
    log: createLog({ write: () => {}, clock }),
    atWork: new Map(),
    mayFile: () => true,
    limits: () => Promise.resolve({ perAccount: 1, atOnce: {}, looks: 1 }),
    order: { isPaused: () => Promise.resolve(false) },
    connectivity: { isAway: () => false },
    ledger: {
      async open() {
        looks += 1
        atOnce += 1
        mostAtOnce = Math.max(mostAtOnce, atOnce)
        await new Promise(resolve => setImmediate(resolve))
        atOnce -= 1
        return []
      },
    },
    holds: { on: () => null, release: () => {}, setBack: () => woken.wake?.() },
  } as unknown as ClaimPorts // The rest is not reached without jobs.
  const claims = createClaims(ports)
  woken.wake = claims.wake
  offsetMs -= 7_200_000
  claims.wake()
  claims.wake()
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1))
  await claims.stop()
  expect(mostAtOnce).toBe(1)
  expect(looks).toBeLessThan(6)
})
