/**
 * The engine: claims queued jobs as the schedule says, drives each through its kind's steps, and wakes those
 * that wait. It decides nothing about payment itself: the table of moves and the kinds' answers do.
 */
import type { JobKind } from '#contract/jobs.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { ConnectivityMonitor } from './connectivity.ts'
import type { AnyKind, StepResult, WorkPorts } from './kind.ts'
import type { JobPatch } from './ledger.ts'
import type { Order } from './order.ts'
import type { JobRow } from './rows.ts'
import type { Limits } from './schedule.ts'
import type { JobEvent } from './states.ts'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { fullJitter } from '../base/backoff.ts'
import { isDiskTrouble } from '../storage/storage-error.ts'
import { removeHoldMarker, requestWasNotCompleted } from './hold-marker.ts'
import { createHolds } from './holds.ts'
import { retryOnDiskError } from './retry-on-disk-error.ts'
import { failureOf } from './rows.ts'
import { decide, needsLibrary } from './schedule.ts'
import { hasEnded, isPastNoReturn, moveOf, recoveries } from './states.ts'

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
/** What ends these is known to others: a time that was asked for, an answer of the network, a word of the person. */
const knownElsewhere: ReadonlySet<NonNullable<JobRow['blocked_by']>> = new Set(['rate', 'offline', 'go-ahead', 'restored'])

/** The account was asked to wait while a request was on its way: its last bytes stay here. */
class Held extends Error {
  override readonly name = 'Held'
}

/** What the engine goes by when it starts jobs. */
export interface EngineRules {
  readonly limits: () => Promise<Limits>
  readonly order: Pick<Order, 'isPaused' | 'onChange'>
  readonly connectivity: Pick<ConnectivityMonitor, 'isAway' | 'lost' | 'look' | 'onBack' | 'start'>
}

export function createEngine(ports: WorkPorts, kinds: Readonly<Record<JobKind, AnyKind>>, { limits, order, connectivity }: EngineRules): Engine {
  const { ledger, clock, log } = ports
  const working = new Map<JobId, { stop: AbortController, first: JobRow, state: () => JobRow, over: Promise<void> }>()
  const holds = createHolds()
  const closing = new AbortController()
  const untilWritten = <T>(work: () => Promise<T>): Promise<T> => retryOnDiskError(work, { clock, log, signal: closing.signal })
  let lastTickAt = clock.now()
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
    if (clock.now() < lastTickAt)
      await setBack(lastTickAt - clock.now())
    lastTickAt = clock.now()
    const rows = (await ledger.open()).filter(row => !working.has(row.id))
    const [limitsNow, isPaused] = [await limits(), await order.isPaused()]
    const now = clock.now()
    // Set back while this was read: the next tick sees it, and nobody sleeps for as long as it was set back.
    if (now < lastTickAt) {
      isTickWanted = true
      return
    }
    const { start: starting, unblock: due, blockAway, wakesAt } = decide({
      rows,
      working: [...working.values()].map(each => each.first),
      limits: limitsNow,
      isPaused,
      mayFile: ports.mayFile(),
      heldUntil: holds.until,
      isAway: connectivity.isAway,
      now,
    })
    sleepUntil(wakesAt)
    for (const row of blockAway)
      await blockAsAway(row, { blockedBy: 'offline', waitMs: null })
    const budgeted = rows.filter(row => row.blocked_by === 'budget')
    const fitting = new Set(budgeted.length === 0 ? [] : await ports.spend.fitting(budgeted.map(row => row.id)))
    const again = [...due, ...budgeted.filter(row => fitting.has(row.id))]
    for (const row of again)
      await unblock(row)
    // What stands in the queue again takes its turn there, before those behind it.
    if (again.length === 0)
      starting.forEach(start)
  }

  /** The clock was set back: nobody shall wait for as much longer. */
  async function setBack(byMs: number): Promise<void> {
    const now = clock.now()
    log.warn('clock-set-back', { byMs })
    holds.setBack(now)
    for (const row of await ledger.open()) {
      if (row.wakes_at !== null && row.wakes_at > now)
        await ledger.note(row.id, { wakesAt: Math.max(now, row.wakes_at - byMs) })
    }
  }

  async function unblock(row: JobRow): Promise<void> {
    await ledger.move(row.id, 'unblock')
    isTickWanted = true
  }

  const isHeld = (row: JobRow): boolean => holds.until(row.account_id) > clock.now()

  function keepStill(row: JobRow): StepResult {
    return { blockedBy: 'rate', waitMs: holds.until(row.account_id) - clock.now() }
  }

  /** A pause takes hold until the request begins to leave: what was being prepared stands in the queue again. */
  async function isKeptBack(row: JobRow, result: StepResult): Promise<boolean> {
    const isAboutToBegin = row.state === 'preparing' && 'event' in result && (result.event === 'send' || result.event === 'run')
    return isAboutToBegin && (row.paused_at !== null || await order.isPaused())
  }

  const mustWaitForLibrary = (row: JobRow): boolean => !ports.mayFile() && needsLibrary(row)

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
      .catch(error => untilWritten(() => settleBug(current, error)))
      // Closing while the disk is broken: the next start recovers the row by the table.
      .catch(error => log.error('job-left-as-it-is', { jobId: row.id, error }))
      .then(() => {
        working.delete(row.id)
        wake()
      })
    working.set(row.id, { stop: controller, first: row, state: () => current, over })
  }

  async function drive(first: JobRow, signal: AbortSignal, onMove: (row: JobRow) => void): Promise<void> {
    let row = first
    if (row.state === 'queued')
      onMove(row = await untilWritten(() => ledger.move(first.id, 'claim')))
    const folder = join(ports.workFolder, row.id)
    await untilWritten(() => mkdir(folder, { recursive: true }))
    const watched = { ...ports, ledger: { ...ledger, move: async (...args: Parameters<typeof ledger.move>) => {
      if (args[1] === 'commit' && isHeld(row))
        throw new Held()
      const moved = await ledger.move(...args)
      onMove(moved)
      return moved
    } } }
    while (!hasEnded(row.state) && !mustWaitForLibrary(row)) {
      const step = kinds[row.kind]?.step(row, row.state)
      if (!step)
        return
      let result: StepResult
      let trouble: Error | null = null
      try {
        result = row.state === 'sending' && isHeld(row) ? keepStill(row) : await step({ ...watched, row, folder, signal })
      }
      catch (error) {
        // The damage may show at the very row that files a result; the result is whole in its folder and waits there.
        if (isFault(error, 'library-read-only') && mustWaitForLibrary(row))
          return
        trouble = error instanceof Error && isDiskTrouble(error) ? error : null
        if (!signal.aborted && !(error instanceof Held) && !trouble)
          throw error
        result = error instanceof Held ? keepStill(row) : { event: 'cancel' }
      }
      row = await untilWritten(() => ledger.row(first.id))
      if (trouble && !signal.aborted)
        result = waitForDisk(row, trouble)
      if (signal.aborted && !isWorthMore(row, result))
        return settleAbort(row, signal.reason)
      const isKept = await isKeptBack(row, result)
      const before = row
      onMove(row = await untilWritten(() => settle(before, isKept ? { event: 'requeue' } : result)))
      if (isKept || 'waitMs' in result)
        return
    }
    if (row.state === 'done')
      await rm(folder, { recursive: true, force: true })
  }

  /** The disk failed in the middle of a step. What costs nothing is done again; what may have been paid and is not on record is doubtful. */
  function waitForDisk(row: JobRow, trouble: Error): StepResult {
    const failure = failureOf('internal', trouble.message.slice(0, 500))
    if (row.state === 'committed')
      return { unsure: failure }
    if (isPastNoReturn(row.state))
      return { waitMs: Math.max(1000, fullJitter(row.attempts, { random: ports.random })), patch: { failure } }
    const isFull = ('kind' in trouble && trouble.kind === 'full') || ('code' in trouble && trouble.code === 'ENOSPC')
    return isFull ? { blockedBy: 'no-space', waitMs: 30_000 } : { refused: failure, charged: 'no' }
  }

  /** An answer that came in spite of the stop is worth more than the stop. */
  function isWorthMore(row: JobRow, result: StepResult): boolean {
    return 'event' in result && (result.event === 'finish' || result.event === 'accept' || result.event === 'fetch' || (result.event === 'answer' && row.state === 'committed'))
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
    // Committed, and its last bytes stayed: nothing can have been paid.
    const isUnsent = row.state === 'committed' && await requestWasNotCompleted(row.id)
    if (isUnsent && reason === stopped)
      await ledger.move(row.id, 'requeue')
    // What has arrived and is being filed, which a stop no longer reaches, goes on at the next turn.
    if (reason === cancelled && moveOf(row.state, 'cancel') !== undefined)
      await end(row.id, 'cancel', { charged: row.account_id !== null && isPastNoReturn(row.state) && !isUnsent ? row.charged ?? 'unknown' : 'no' })
    // A record that is still being written may yet need its note.
    if (isUnsent || reason === cancelled)
      removeHoldMarker(row.id)
    // When the studio closes any other row is left as it is: the next start recovers it by the table.
  }

  async function settle(row: JobRow, result: StepResult): Promise<JobRow> {
    if ('event' in result)
      return isEnd(result.event) ? end(row.id, result.event, result.patch) : ledger.move(row.id, result.event, result.patch)
    if ('refused' in result)
      return end(row.id, 'fail', { ...result.patch, failure: result.refused, charged: result.charged })
    if ('unsure' in result)
      return end(row.id, 'doubt', { ...result.patch, failure: result.unsure, charged: 'unknown' })
    const wakesAt = result.waitMs === null ? null : Math.ceil(clock.now() + result.waitMs)
    if (result.laneWaits && wakesAt !== null)
      holds.hold(row.account_id, wakesAt, clock.now())
    if ('blockedBy' in result) {
      if (result.blockedBy === 'offline' && row.account_id !== null)
        return blockAsAway(row, result)
      return ledger.move(row.id, 'block', { blockedBy: result.blockedBy, wakesAt, failure: result.failure ?? null, charged: 'no', attempts: row.attempts + 1 })
    }
    return ledger.note(row.id, { ...result.patch, wakesAt, attempts: row.attempts + 1 })
  }

  /** The job first: whoever finds the account again must find it among those that wait. */
  async function blockAsAway(row: JobRow, { failure }: Extract<StepResult, { blockedBy: unknown }>): Promise<JobRow> {
    const blocked = await ledger.move(row.id, 'block', { blockedBy: 'offline', wakesAt: null, failure: failure ?? null, charged: 'no', attempts: row.attempts + 1 })
    if (row.account_id !== null)
      connectivity.lost(row.account_id)
    return blocked
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
    connectivity.look(accountId)
    ledger.open()
      .then(async (rows) => {
        for (const row of rows.filter(each => each.account_id === accountId && !working.has(each.id))) {
          if (row.state === 'blocked' && !(row.blocked_by && knownElsewhere.has(row.blocked_by)))
            await unblock(row)
          else if (row.wakes_at !== null && row.state !== 'blocked')
            await ledger.note(row.id, { wakesAt: null })
        }
        wake()
      })
      .catch(error => log.error('unblock-failed', { error }))
  }

  async function recover(): Promise<void> {
    const rows = await ledger.open()
    holds.restore(rows, clock.now())
    for (const row of rows) {
      if (row.boot_id === ledger.bootId)
        continue
      const event = recoveries[kinds[row.kind]?.nature ?? 'asks'][row.state]
      if (event === 'doubt' && await requestWasNotCompleted(row.id)) {
        await ledger.move(row.id, 'requeue')
        removeHoldMarker(row.id)
      }
      else if (event === 'doubt') {
        await end(row.id, 'doubt', { failure: failureOf('interrupted'), charged: 'unknown' })
      }
      else if (event) {
        await ledger.move(row.id, event)
      }
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
      order.onChange(wake)
      connectivity.onBack(wake)
      await recover()
      await connectivity.start()
      for (const kind of Object.values(kinds))
        await openKind(kind)
      wake()
    },
    async cancel(jobId) {
      const before = working.get(jobId)
      if (before && before.state().state !== 'verifying') {
        before.stop.abort(cancelled)
        await before.over
      }
      await settleAbort(await ledger.row(jobId), cancelled)
      const after = await ledger.row(jobId)
      return { wasSent: after.charged !== 'no' }
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
      closing.abort(stopped)
      for (const each of working.values())
        each.stop.abort(stopped)
      await Promise.all([...working.values()].map(each => each.over))
    },
    isWorking: () => [...working.values()].some(each => each.first.account_id === null || !['accepted', 'running'].includes(each.state().state)),
  }
}

type Ends = Extract<JobEvent, 'finish' | 'fail' | 'doubt' | 'cancel'>

function isEnd(event: JobEvent): event is Ends {
  return event === 'finish' || event === 'fail' || event === 'doubt' || event === 'cancel'
}
