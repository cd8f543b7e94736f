/**
 * Causes every fault in every state, on the real core with the real practice service, and compares the outcomes with the matrix.
 *
 * @module-tag wide
 */
import type { JobState } from '#contract/jobs.ts'
import type { Fault as Switch } from '../../../src-main/practice/faults.ts'
import type { FaultBench, Trial } from '../../kit/fault-bench.ts'
import type { SmallDisk } from '../../kit/small-disk.ts'
import type { Fault, Outcome } from './fault-matrix.ts'
import { readFileSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { originOf } from '../../../src-main/accounts/origins.ts'
import { bindSecret } from '../../../src-main/secrets/bound-secret.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { closeMaterials, openFaultBench } from '../../kit/fault-bench.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { faultMatrix, faultMatrixPage } from './fault-matrix.ts'

/** Causes a fault for this trial in this state. Returns how to remove it, if it does not pass by itself. */
type CauseFault = (trial: Trial, state: JobState) => Promise<RemoveFault | void> | RemoveFault | void
type RemoveFault = () => Promise<unknown> | void

const longestMs = 120_000
const generate = '/api/v1/generate'
function whenIn(state: JobState): Switch['when'] {
  return ({
    accepted: { path: `${generate}/status` },
    running: { path: `${generate}/status` },
    downloading: { path: `${generate}/result` },
  } as Partial<Record<JobState, Switch['when']>>)[state]
  ?? { path: generate, method: 'POST' }
}
const isAsked = (state: JobState): boolean => state === 'accepted' || state === 'running' || state === 'downloading'

type Doing = Switch extends infer Each ? Each extends Switch ? Omit<Each, 'when'> : never : never
function turnOn(make: (state: JobState) => Doing): CauseFault {
  return ({ practice }, state) => {
  // A switch is what `make` gives, for the question that is asked in this state.
    practice.faults.set({ times: 1, ...make(state), when: whenIn(state) } as Switch)
  }
}
function refusal(status: number, more: { retryAfter?: number | { atMs: number } } = {}) {
  return turnOn(state => ({ do: 'refuse', status, early: state === 'sending', ...more }))
}
/** Removes the fault as soon as the job waits for that, or has ended anyway. */
function removedOnceSeen(trial: Trial, removeFault: RemoveFault): RemoveFault {
  const standstill = trial.standstill()
  return async () => {
    await Promise.race([standstill, trial.ended()])
    await removeFault()
  }
}

const causes: Readonly<Record<Fault, CauseFault>> = {
  'refused': (trial, state) => refusal(isAsked(state) ? 403 : 422)(trial, state),
  'key-refused': async (trial, state) => {
    await refusal(401)(trial, state)
    if (!isAsked(state))
      return removedOnceSeen(trial, () => trial.bench.studio.parts.accounts.replaceKey(trial.accountId, trial.practice.key).then(() => {}))
  },
  'rate-seconds': refusal(429, { retryAfter: 0.4 }),
  'rate-date': (trial, state) => refusal(429, { retryAfter: { atMs: Date.now() + 2000 } })(trial, state),
  'rate-bare': refusal(429),
  'broken': refusal(500),
  'overloaded': refusal(503, { retryAfter: 0.4 }),
  'overloaded-bare': refusal(503),
  'reset-early': turnOn(() => ({ do: 'reset', at: 'arrival' })),
  'reset-late': turnOn(() => ({ do: 'reset', at: 'accepted' })),
  'reset-within': turnOn(() => ({ do: 'reset', at: 'mid-answer' })),
  'sound-cut': turnOn(() => ({ do: 'stream', as: 'no-end' })),
  'sound-fails': turnOn(() => ({ do: 'stream', as: 'error' })),
  'sound-cut-within': turnOn(() => ({ do: 'stream', as: 'cut-event' })),
  'sound-damaged': turnOn(() => ({ do: 'stream', as: 'damaged' })),
  'time-out': (trial, state) => {
    // The service keeps silent for longer than any run of tests.
    void turnOn(() => ({ do: 'delay', ms: 3_600_000, at: state === 'committed' ? 'answer' : 'arrival' }))(trial, state)
    const over = new AbortController()
    const noteOver = removedOnceSeen(trial, () => over.abort())
    return async () => {
      const noted = noteOver()
      // Again and again: bytes that still fit into a buffer move the time-out on.
      while (!over.signal.aborted) {
        const isSilent = trial.practice.faults.list().length === 0
        if (isSilent)
          trial.bench.expireExchange()
        await pause(20)
      }
      await noted
    }
  },
  'truncated': turnOn(() => ({ do: 'wrong-body', as: 'truncated' })),
  'truncated-always': turnOn(() => ({ do: 'wrong-body', as: 'truncated', times: 100 })),
  'wrong-type': turnOn(() => ({ do: 'wrong-body', as: 'html' })),
  'drip': turnOn(() => ({ do: 'drip', chunkBytes: 2048, everyMs: 2 })),
  'interim': turnOn(state => ({ do: 'interim', statuses: [103, 100, 102, 100], at: state === 'sending' ? 'arrival' : 'answer', times: 3 })),
  'proxy-password': refusal(407),
  'proxy-password-always': turnOn(state => ({ do: 'refuse', status: 407, early: state === 'sending', times: 100 })),
  'gave-up-waiting': refusal(408),
  'breaks-each-time': turnOn(() => ({ do: 'reset', at: 'arrival', times: 100 })),
  'compressed': turnOn(state => ({ do: 'compress', as: state === 'committed' ? 'zstd' : 'gzip' })),
  'unknown-word': turnOn(() => ({ do: 'status', value: 'dreaming' })),
  'task-lost': (trial, state) => {
    void turnOn(() => ({ do: 'job-missing', times: 100_000 }))(trial, state)
    // As if it had first said so ten minutes ago. Repeated: a look that is under way writes the time it has read.
    return removedOnceSeen(trial, async () => {
      const ended = trial.ended().then(() => true)
      for (let isOver = false; !isOver;) {
        const again = trial.standstill().then(() => false)
        await trial.sql(sql`UPDATE jobs
          SET answer = json_set(answer, '$.trouble.awakeMs', json_extract(answer, '$.trouble.awakeMs') + 600000)
          WHERE id = ${trial.jobId}`)
        isOver = await Promise.race([ended, again])
      }
    })
  },
  'task-late': turnOn(() => ({ do: 'job-missing' })),
  'redirected': turnOn(() => ({ do: 'refuse', status: 302, shape: 'html', headers: { location: '/login' } })),
  'proxy-page': turnOn(() => ({ do: 'refuse', status: 404, shape: 'html', times: 6 })),
  'task-fails': () => {}, // The service decides it when it accepts the task: see `arrange`.
  'no-name': async (trial) => {
    const { parts: { ports: { secrets: { store } } } } = trial.bench.studio
    // RFC 6761: this name never resolves. The key is for both: between two writes, the account would seem to have a key of another host.
    const nowhere = 'http://service.invalid'
    await store.write(
      `account:${trial.accountId}`,
      bindSecret(trial.practice.key, [nowhere, trial.relay.url].map(address => originOf(address) ?? '')),
    )
    const move = (address: string) => trial.sql(sql`UPDATE accounts SET base_url = ${address} WHERE id = ${trial.accountId}`)
    await move(nowhere)
    return removedOnceSeen(trial, () => move(trial.relay.url))
  },
  'offline': async (trial) => {
    await trial.relay.cut()
    return removedOnceSeen(trial, trial.relay.restore)
  },
  'clock-forward': ({ bench }) => {
    bench.switches.clockOffsetMs += 7_200_000
  },
  'clock-back': ({ bench }) => {
    bench.switches.clockOffsetMs -= 7_200_000
  },
  'disk-full': (trial) => {
    trial.bench.switches.freeBytes = 0
    return removedOnceSeen(trial, () => {
      trial.bench.switches.freeBytes = 2 ** 40
      trial.bench.passAnHour()
    })
  },
  'disk-filled': async ({ bench }) => {
    const filler = join(bench.folder, 'filler')
    await fillDisk(bench.folder, filler)
    return async () => {
      await pause(1500)
      await rm(filler)
    }
  },
  'disk-broken': ({ ended, bench: { switches } }) => {
    let refusals = 0
    const isRefusedTwice = new Promise<void>((resolve) => {
      switches.onRefused = () => {
        refusals += 1
        if (refusals === 2)
          resolve()
      }
    })
    switches.isDiskBroken = true
    return async () => {
      await Promise.race([isRefusedTwice, ended()])
      switches.isDiskBroken = false
    }
  },
  'key-removed': async (trial) => {
    await trial.bench.studio.parts.ports.secrets.store.remove(`account:${trial.accountId}`)
    return removedOnceSeen(trial, () => trial.bench.studio.parts.accounts.replaceKey(trial.accountId, trial.practice.key).then(() => {}))
  },
  'key-locked': (trial) => {
    trial.bench.lockedAccounts.add(`account:${trial.accountId}`)
    return removedOnceSeen(trial, async () => {
      trial.bench.lockedAccounts.delete(`account:${trial.accountId}`)
      await trial.bench.studio.parts.accounts.check(trial.accountId)
    })
  },
  'host-unconfirmed': async (trial) => {
    await trial.sql(sql`UPDATE accounts SET is_confirmed = 0 WHERE id = ${trial.accountId}`)
    const { accounts } = trial.bench.studio.parts
    return removedOnceSeen(trial, async () => accounts.confirmHost(trial.accountId, await accounts.get(trial.accountId)))
  },
  'ffmpeg-killed': async (trial) => {
    await trial.bench.killFfmpeg(true)
  },
  'cancelled': (trial) => {
    // Not awaited here: the press waits for the job, which waits for this.
    const pressed = trial.cancel()
    return async () => void await pressed
  },
}

/** Writes until the disk is full: a sparse file would reserve nothing. */
async function fillDisk(folder: string, path: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(path, Buffer.alloc(bavail * bsize)).catch(() => {}) // The last blocks of a disk are reserved for the system.
}

/** The preconditions for the job to enter the state. */
function arrange(trial: Trial, fault: Fault, state: JobState): void {
  const { practice } = trial
  if (state === 'blocked')
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 0.6, times: 1, when: { path: generate } })
  if (state === 'running')
    practice.faults.set({ do: 'status', value: 'processing', times: 1 })
  // Else it may be here before the press.
  if (fault === 'cancelled' && state === 'downloading')
    practice.faults.set({ do: 'delay', ms: 3_600_000, at: 'arrival', when: { path: `${generate}/result` } })
  if (fault === 'task-fails')
    practice.faults.set({ do: 'job-fails', error: 'The prompt was not to its liking' })
}

type Result = Omit<Outcome, 'work' | 'told' | 'parts'>
  & { readonly parts: number, readonly seen: readonly string[], readonly isCaused: boolean }

async function walk(bench: FaultBench, { fault, state, outcome }: Visit): Promise<Result> {
  const trial = await bench.openTrial()
  arrange(trial, fault, state)
  let isCaused = false
  let removing: Promise<unknown> = Promise.resolve()
  trial.when(state, async () => {
    isCaused = true
    trial.seen.length = 0
    const removeFault = await causes[fault](trial, state)
    removing = Promise.resolve(removeFault?.())
  })
  await trial.begin(outcome.work)
  // A job that neither ends nor continues is an outcome, too, and reported as it is.
  const late = pause(longestMs, null, { ref: false })
  await Promise.race([trial.ended().then(() => removing), late])
  const { state: ends, charged } = await bench.studio.parts.ledger.row(trial.jobId)
  const parts = (await bench.studio.parts.takes.ofJob(trial.jobId)).filter(take => take.arrival?.incomplete).length
  await bench.killFfmpeg(false)
  await rm(join(bench.folder, 'filler'), { force: true })
  bench.switches.isDiskBroken = false
  bench.switches.freeBytes = 2 ** 40
  return { ends, charged, accepted: trial.practice.ledger().length, parts, seen: trial.seen, isCaused }
}

interface Visit { readonly fault: Fault, readonly state: JobState, readonly outcome: Outcome }
const only = process.env.FAULTS?.split(',')
const visits: readonly Visit[] = faultMatrix.flatMap(({ fault, cells }) => Object.entries(cells)
  .flatMap(([state, cell]) => typeof cell === 'string' || (only && !only.includes(fault))
    ? []
    : [{ fault, state: state as JobState, outcome: cell }]))
const results = new Map<Visit, Promise<Result>>()
const benches: FaultBench[] = []
let disk: SmallDisk | undefined

/** Faults that would affect other trials on the same bench run one after another on their own benches. */
const crowds: readonly { faults: readonly Fault[] | null, atOnce: number, folder?: () => string | undefined }[] = [
  { faults: ['clock-forward'], atOnce: 4 },
  { faults: ['clock-back'], atOnce: 4 },
  { faults: ['disk-full', 'ffmpeg-killed'], atOnce: 1 },
  { faults: ['time-out'], atOnce: 1 },
  { faults: ['disk-broken'], atOnce: 1 },
  { faults: ['disk-filled'], atOnce: 1, folder: () => disk?.folder },
  { faults: null, atOnce: 8 },
]
const special = new Set(crowds.flatMap(crowd => crowd.faults ?? []))

beforeAll(async () => {
  disk = mountSmallDisk(450 * 2 ** 20)
  for (const { faults, atOnce, folder } of crowds) {
    const own = visits.filter(({ fault }) => faults ? faults.includes(fault) : !special.has(fault))
    if (own.length === 0 || (folder && folder() === undefined))
      continue
    const place = folder?.()
    const bench = await openFaultBench(place === undefined ? {} : { folder: place })
    benches.push(bench)
    const waiting = own.map(visit => ({ visit, result: Promise.withResolvers<Result>() }))
    for (const { visit, result } of waiting) {
      result.promise.catch(() => {}) // Its own test reports it.
      results.set(visit, result.promise)
    }
    for (let line = 0; line < atOnce; line++) {
      void (async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { visit, result } = next
          await walk(bench, visit).then(result.resolve, result.reject)
        }
      })()
    }
  }
})

afterAll(async () => {
  await Promise.all(benches.map(bench => bench.close()))
  await closeMaterials()
  disk?.remove()
})

describe('a fault and how the job ends', () => {
  it.for(visits.map(visit => [visit.fault, visit.state, visit] as const))('%s occurs while %s', async ([fault, , visit], { skip }) => {
    const result = results.get(visit)
    if (!result) {
      expect(fault, 'only a test on a disk of its own may be left out, where mounting is not permitted').toBe('disk-filled')
      return skip('needs the right to mount a disk')
    }
    const { ends, charged, accepted, told, parts = expect.any(Number) as number } = visit.outcome
    const { seen, ...rest } = await result
    expect(rest).toEqual({ ends, charged, accepted, parts, isCaused: true })
    expect(told === null || seen.includes(told), `${told} among ${seen.join(', ')}`).toBe(true)
  })
})

it('the page in resources shows the matrix', () => {
  expect(readFileSync(new URL('../../../resources/fault-matrix.md', import.meta.url), 'utf8')).toBe(faultMatrixPage())
})
