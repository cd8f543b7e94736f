/** No look before the recovery is over, and one at a time: a job that is seen twice would be started twice. */
import type { ClaimPorts, Claims } from '../../../../src-main/jobs/engine/claim.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { createLog } from '../../../../src-main/base/log.ts'
import { createClaims } from '../../../../src-main/jobs/engine/claim.ts'
import { createGate } from '../../../../src-main/jobs/engine/gate.ts'
import { hangMs } from '../../../kit/hang.ts'

interface Watched { claims: Claims, setBackAnHour: () => void, looks: () => number, mostAtOnce: () => number }

const opened: Claims[] = []
afterEach(() => Promise.all(opened.splice(0).map(claims => claims.stop())))

/** Claims over this ledger, an empty one by default; a clock that is set back wakes them from within their look, as changed holds do. */
function watchedClaims({ rows = () => [], ...others }: Partial<ClaimPorts> & { rows?: () => object[] } = {}): Watched {
  let [offsetMs, atOnce, mostAtOnce, looks] = [0, 0, 0, 0]
  const clock = { ...systemClock, now: () => systemClock.now() + offsetMs }
  const woken: { wake?: Claims['wake'] } = {}
  const ports = {
    clock,
    log: createLog({ write: () => {}, clock }),
    activeJobs: new Map(),
    mayFile: () => true,
    mayStart: () => true,
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
        return rows()
      },
    },
    spend: { fitting: () => Promise.resolve([]) },
    gate: createGate(),
    holds: { on: () => null, release: () => {}, setBack: () => woken.wake?.() },
    ...others,
  } as unknown as ClaimPorts // The rest is not reached without jobs.
  const claims = createClaims(ports)
  opened.push(claims)
  woken.wake = claims.wake
  return { claims, setBackAnHour: () => void (offsetMs -= 3_600_000), looks: () => looks, mostAtOnce: () => mostAtOnce }
}

it('looks once at a time, though a clock that is set back changes holds, and changed holds wake it', async () => {
  const { claims, setBackAnHour, looks, mostAtOnce } = watchedClaims()
  claims.begin()
  await vi.waitFor(() => expect(looks()).toBe(1), { timeout: hangMs })
  setBackAnHour()
  claims.wake()
  claims.wake()
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(2), { timeout: hangMs })
  await claims.stop()
  expect(mostAtOnce()).toBe(1)
  expect(looks()).toBeLessThan(8)
})

it('looks at nothing while what another run left is put in order, though restored holds wake it', async () => {
  const { claims, looks } = watchedClaims()
  claims.wake()
  await new Promise(resolve => setImmediate(resolve))
  expect(looks()).toBe(0)
  claims.begin()
  await vi.waitFor(() => expect(looks()).toBe(1), { timeout: hangMs })
})

it('starts the jobs in the order that they have when it decides, not in that when it began to look', async () => {
  const queued = { kind: 'speech', state: 'queued', account_id: 'account', wakes_at: null, paused_at: null }
  const order = ['a', 'b']
  const started: string[] = []
  const { claims } = watchedClaims({
    rows: () => order.map((id, place) => ({ ...queued, id, place })),
    limits: async () => {
      await new Promise(resolve => setImmediate(resolve))
      order.reverse()
      return { perAccount: 1, atOnce: { speech: 1, video: 1, image: 1, chat: 1, transcribe: 1, upload: 1, render: 1 }, looks: 1 }
    },
    start: row => void started.push(row.id),
  })
  claims.begin()
  await vi.waitFor(() => expect(started).not.toEqual([]), { timeout: hangMs })
  expect(started).toEqual(['b'])
})
