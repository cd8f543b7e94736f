/**
 * The engine: claims queued jobs as their lanes have room, drives each through its kind's steps, and wakes those
 * that wait. It decides nothing about payment itself: the table of moves and the kinds' answers do.
 */
import type { JobKind } from '#contract/jobs.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { AnyKind, StepResult, WorkPorts } from './kind.ts'
import type { JobPatch } from './ledger.ts'
import type { JobRow } from './rows.ts'
import type { JobEvent } from './states.ts'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { failureOf } from './rows.ts'
import { hasEnded, isPastNoReturn, recoveries } from './states.ts'

export interface Engine {
  /** Recovers what another run left, then begins to work. */
  start: () => Promise<void>
  /** Looks for work now. */
  wake: () => void
  /** Before the point of no return nothing is paid; after it this only stops waiting. */
  cancel: (jobId: JobId) => Promise<{ wasSent: boolean }>
  /** Claims nothing more, lets what is committed answer for up to `drainMs`, then stops. */
  stop: (drainMs?: number) => Promise<void>
  /** Anything that would be interrupted now. */
  isWorking: () => boolean
}

const cancelled = Symbol('cancelled by the person')
const stopped = Symbol('the studio is closing')
const pollsAtOnce = 8

export function createEngine(ports: WorkPorts, kinds: Readonly<Record<JobKind, AnyKind>>, options: { requestsAtOnce: () => Promise<number> }): Engine {
  const { ledger, clock, log } = ports
  const working = new Map<JobId, { stop: AbortController, lane: string, state: () => JobRow, over: Promise<void> }>()
  const laneHeldUntil = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let ticking: Promise<void> | undefined
  let isTickWanted = false

  function wake(): void {
    if (isStopping)
      return
    isTickWanted = true
    ticking ??= tickWhileWanted().finally(() => {
      ticking = undefined
    })
  }

  const mayTick = (): boolean => isTickWanted && !isStopping

  async function tickWhileWanted(): Promise<void> {
    while (mayTick()) {
      isTickWanted = false
      try {
        await tick()
      }
      catch (error) {
        // A ledger that cannot be read for a moment (a full disk, say) must not end the queue for good.
        log.error('tick-failed', { error })
        sleepUntil(clock.now() + 5000)
      }
    }
  }

  async function tick(): Promise<void> {
    const rows = (await ledger.open()).filter(row => !working.has(row.id))
    const limit = await options.requestsAtOnce()
    const now = clock.now()
    let nextWakeAt = Number.POSITIVE_INFINITY
    for (const row of rows) {
      const dueAt = dueAtOf(row)
      if (dueAt > now)
        nextWakeAt = Math.min(nextWakeAt, dueAt)
      else if (row.state === 'blocked')
        await unblock(row)
      else if (hasRoom(row, limit))
        start(row)
    }
    sleepUntil(nextWakeAt)
  }

  async function unblock(row: JobRow): Promise<void> {
    await ledger.move(row.id, 'unblock')
    isTickWanted = true
  }

  function dueAtOf(row: JobRow): number {
    if (row.state === 'blocked')
      return row.wakes_at ?? Number.POSITIVE_INFINITY
    return row.state === 'queued'
      ? laneHeldUntil.get(laneOf(row)) ?? 0
      : row.wakes_at ?? 0
  }

  function hasRoom(row: JobRow, limit: number): boolean {
    if (mustWaitForLibrary(row))
      return false
    const lane = laneOf(row)
    const inLane = [...working.values()].filter(each => each.lane === lane).length
    if (lane.startsWith('after '))
      return inLane < pollsAtOnce
    return inLane < (lane === 'local' ? 1 : limit)
  }

  /** Asking after tasks and fetching them need no library; beginning and filing do. */
  function mustWaitForLibrary({ state }: Pick<JobRow, 'state'>): boolean {
    return !ports.mayFile() && ['queued', 'preparing', 'verifying'].includes(state)
  }

  function sleepUntil(at: number): void {
    clearTimeout(timer)
    if (Number.isFinite(at) && !isStopping)
      timer = setTimeout(wake, Math.min(Math.max(at - clock.now(), 20), 60_000))
  }

  function start(row: JobRow): void {
    const controller = new AbortController()
    let current = row
    const over = drive(row, controller.signal, (next) => {
      current = next
    })
      .catch(error => settleBug(current, error))
      .then(() => {
        working.delete(row.id)
        wake()
      })
    working.set(row.id, { stop: controller, lane: laneOf(row), state: () => current, over })
  }

  async function drive(first: JobRow, signal: AbortSignal, onMove: (row: JobRow) => void): Promise<void> {
    let row = first
    if (row.state === 'queued')
      onMove(row = await ledger.move(row.id, 'claim'))
    const folder = join(ports.workFolder, row.id)
    await mkdir(folder, { recursive: true })
    const watched = { ...ports, ledger: { ...ledger, move: async (...args: Parameters<typeof ledger.move>) => {
      const moved = await ledger.move(...args)
      onMove(moved)
      return moved
    } } }
    while (!hasEnded(row.state) && !mustWaitForLibrary(row)) {
      const step = kinds[row.kind]?.step(row, row.state)
      if (!step)
        return
      let result: StepResult
      try {
        result = await step({ ...watched, row, folder, signal })
      }
      catch (error) {
        // The damage may show at the very row that files a result; the result is whole in its folder and waits there.
        if (isFault(error, 'library-read-only') && mustWaitForLibrary(row))
          return
        if (!signal.aborted)
          throw error
        result = { event: 'cancel' }
      }
      row = await ledger.row(row.id)
      if (signal.aborted && !isEnding(result))
        return settleAbort(row, signal.reason)
      const isResting = 'waitMs' in result
      onMove(row = await settle(row, result))
      if (isResting)
        return
    }
    if (row.state === 'done')
      await rm(folder, { recursive: true, force: true })
  }

  /** An answer that came in spite of the stop is worth more than the stop. */
  function isEnding(result: StepResult): boolean {
    return 'event' in result && (result.event === 'finish' || result.event === 'accept' || result.event === 'fetch')
  }

  /** The one way to an end: the kind puts its things in order first, and whoever watched the answer hears that no more will come. */
  async function end(jobId: JobId, event: Ends, patch?: JobPatch): Promise<JobRow> {
    const row = await ledger.row(jobId)
    await kinds[row.kind]?.ending?.({ ...ports, row, event }).catch(error => log.error('job-not-put-in-order', { jobId, event, error }))
    const ended = await ledger.move(jobId, event, patch)
    ports.outputs.end(jobId)
    return ended
  }

  async function settleAbort(row: JobRow, reason: unknown): Promise<void> {
    if (reason === cancelled && !hasEnded(row.state))
      await end(row.id, 'cancel', { charged: isPastNoReturn(row.state) ? row.charged ?? 'unknown' : 'no' })
    // When the studio closes the row is left as it is: the next start recovers it by the table.
  }

  async function settle(row: JobRow, result: StepResult): Promise<JobRow> {
    if ('event' in result)
      return isEnd(result.event) ? end(row.id, result.event, result.patch) : ledger.move(row.id, result.event, result.patch)
    if ('refused' in result)
      return end(row.id, 'fail', { ...result.patch, failure: result.refused, charged: result.charged })
    if ('unsure' in result)
      return end(row.id, 'doubt', { ...result.patch, failure: result.unsure, charged: 'unknown' })
    const wakesAt = result.waitMs === null ? null : Math.ceil(clock.now() + result.waitMs)
    if ('blockedBy' in result) {
      if (result.laneWaits && wakesAt !== null)
        laneHeldUntil.set(laneOf({ ...row, state: 'queued' }), wakesAt)
      return ledger.move(row.id, 'block', { blockedBy: result.blockedBy, wakesAt, failure: result.failure ?? null, charged: 'no', attempts: row.attempts + 1 })
    }
    return ledger.note(row.id, { ...result.patch, wakesAt, attempts: row.attempts + 1 })
  }

  async function settleBug(row: JobRow, error: unknown): Promise<void> {
    log.error('job-broke', { jobId: row.id, kind: row.kind, state: row.state, error })
    const now = await ledger.row(row.id)
    if (hasEnded(now.state))
      return
    const failure = failureOf(error instanceof Error && error.name === 'ZodError' ? 'unreadable' : 'internal', error instanceof Error ? error.message.slice(0, 500) : '')
    if (now.state === 'committed')
      await end(now.id, 'doubt', { failure, charged: 'unknown' })
    else
      await end(now.id, 'fail', { failure, charged: isPastNoReturn(now.state) ? now.charged ?? 'unknown' : 'no' })
  }

  function unblockAccount(accountId: AccountId): void {
    ledger.open()
      .then(async (rows) => {
        for (const row of rows.filter(each => each.account_id === accountId && !working.has(each.id))) {
          if (row.state === 'blocked' && row.blocked_by !== 'rate' && row.blocked_by !== 'restored')
            await unblock(row)
          else if (row.wakes_at !== null && row.state !== 'blocked')
            await ledger.note(row.id, { wakesAt: null })
        }
        wake()
      })
      .catch(error => log.error('unblock-failed', { error }))
  }

  async function recover(): Promise<void> {
    for (const row of await ledger.open()) {
      if (row.boot_id === ledger.bootId)
        continue
      const event = recoveries[kinds[row.kind]?.nature ?? 'asks'][row.state]
      if (event === 'doubt')
        await end(row.id, 'doubt', { failure: failureOf('interrupted'), charged: 'unknown' })
      else if (event)
        await ledger.move(row.id, event)
    }
  }

  async function openKind(kind: AnyKind): Promise<void> {
    if (ports.mayFile())
      await kind.opened?.(ports)
  }

  return {
    wake,
    async start() {
      ports.accounts.onUnblocked(unblockAccount)
      await recover()
      for (const kind of Object.values(kinds))
        await openKind(kind)
      wake()
    },
    async cancel(jobId) {
      const before = working.get(jobId)
      if (before) {
        before.stop.abort(cancelled)
        await before.over
      }
      const row = await ledger.row(jobId)
      if (!hasEnded(row.state))
        await settleAbort(row, cancelled)
      const after = await ledger.row(jobId)
      return { wasSent: after.committed_at !== null }
    },
    async stop(drainMs = 30_000) {
      isStopping = true
      clearTimeout(timer)
      await ticking
      const committed = [...working.values()].filter(each => each.state().state === 'committed' || each.state().state === 'verifying')
      for (const each of working.values()) {
        if (!committed.includes(each))
          each.stop.abort(stopped)
      }
      let drain: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.all(committed.map(each => each.over)),
        new Promise(resolve => drain = setTimeout(resolve, drainMs)),
      ])
      clearTimeout(drain)
      for (const each of working.values())
        each.stop.abort(stopped)
      await Promise.all([...working.values()].map(each => each.over))
    },
    isWorking: () => [...working.values()].some(each => each.lane === 'local' || !['accepted', 'running'].includes(each.state().state)),
  }
}

type Ends = Extract<JobEvent, 'finish' | 'fail' | 'doubt' | 'cancel'>

function isEnd(event: JobEvent): event is Ends {
  return event === 'finish' || event === 'fail' || event === 'doubt' || event === 'cancel'
}

/** Paid requests share their account's lane; what is polled and fetched afterwards has one of its own, so that it never waits for a send. */
function laneOf(row: Pick<JobRow, 'account_id' | 'state'>): string {
  if (row.account_id === null)
    return 'local'
  return ['queued', 'preparing', 'sending', 'committed'].includes(row.state) ? row.account_id : `after ${row.account_id}`
}
