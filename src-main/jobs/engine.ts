/**
 * The engine starts jobs as the schedule says, works on them and wakes those that wait. This file wires its parts, which
 * stand in `engine/`: `claim` starts jobs, `drive` takes one through its steps, `settle` writes what came of a step, and
 * `recover` takes up what another run left. None of them decides about payment: the table of moves and the kinds do.
 */
import type { JobKind } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import type { ConnectivityMonitor } from './connectivity.ts'
import type { AtWork, JobAtWork } from './engine/at-work.ts'
import type { Holds } from './engine/holds.ts'
import type { Limits } from './engine/schedule.ts'
import type { AnyKind, WorkPorts } from './kind.ts'
import type { Order } from './order.ts'
import type { JobRow } from './rows.ts'
import { withinTime } from '../base/within-time.ts'
import { cancelled, closing, paused } from './engine/at-work.ts'
import { createClaims } from './engine/claim.ts'
import { createDriver } from './engine/drive.ts'
import { createHolds } from './engine/holds.ts'
import { recoverJobs, unblockAccount } from './engine/recover.ts'
import { retryOnDiskError } from './engine/retry-on-disk-error.ts'
import { createSettlement } from './engine/settle.ts'
import { hasEnded } from './states.ts'

export type { Limits } from './engine/schedule.ts'

export interface Engine {
  /** Recovers what another run left, then begins to work. */
  start: () => Promise<void>
  /** Looks for work now. */
  wake: () => void
  /** Before the point of no return nothing is paid; after it this only stops waiting. */
  cancel: (jobId: JobId) => Promise<{ wasSent: boolean }>
  /** Cancels those that have not begun to be sent. `sent` counts the others that have not ended. */
  cancelUnsent: (jobIds: readonly JobId[]) => Promise<{ cancelled: number, sent: number }>
  /**
   * Stops local work under way, all of it without ids: it is queued again, where the pause that the order knows holds it back. Resolves
   * when none of its programs runs any more. What is being filed, and what costs money, continues.
   */
  pause: (jobIds?: readonly JobId[]) => Promise<void>
  /** Claims nothing more, lets what is committed answer for up to `drainMs`, then stops. */
  stop: (drainMs?: number) => Promise<void>
  /** Lets the job ask its service in spite of a wait that it asked for. Nothing changes for a job that does not wait for that. */
  tryNow: (jobId: JobId) => Promise<void>
  /** What services asked to wait for. */
  readonly holds: Pick<Holds, 'list' | 'onChange'>
  /** Anything that would be interrupted now. */
  isWorking: () => boolean
}

/** What the engine goes by when it starts jobs. */
export interface EngineRules {
  readonly limits: () => Promise<Limits>
  readonly order: Pick<Order, 'isPaused' | 'onChange'>
  readonly connectivity: Pick<ConnectivityMonitor, 'doubt' | 'isAway' | 'lost' | 'look' | 'onBack' | 'start'>
  /** Jobs that are started at all; without it, each. The others wait for a run of the studio that may. */
  readonly mayStart?: (row: Pick<JobRow, 'id'>) => boolean
}

/** How long a cancel waits for a result that is being filed, to answer how it ended. */
const filingMs = 300

export function createEngine(ports: WorkPorts, kinds: Readonly<Record<JobKind, AnyKind>>, rules: EngineRules): Engine {
  const { ledger, clock, log } = ports
  const { limits, order, connectivity, mayStart = () => true } = rules
  const atWork: AtWork = new Map()
  const holds = createHolds()
  const closed = new AbortController()
  const untilWritten = <T>(write: () => Promise<T>): Promise<T> => retryOnDiskError(write, { clock, log, signal: closed.signal })
  const settlement = createSettlement({ ports, kinds, holds, connectivity })
  const drive = createDriver({ ports, kinds, holds, order, settlement, untilWritten })
  const claims = createClaims({ ...ports, limits, order, connectivity, holds, settlement, atWork, start, mayStart })

  function start(row: JobRow): void {
    const job: JobAtWork = { first: row, row, stop: new AbortController(), over: Promise.resolve() }
    atWork.set(row.id, job)
    job.over = drive(job)
      .then(() => job.isGivenUp ? untilWritten(() => settlement.stop(job.row, cancelled)) : undefined)
      .catch(error => untilWritten(() => settlement.error(job.row, error)))
      // The studio closes while the disk is broken: the next start recovers the row by the table.
      .catch(error => log.error('job-left-as-it-is', { jobId: row.id, error }))
      .then(() => {
        atWork.delete(row.id)
        claims.wake()
      })
  }

  async function openKinds(): Promise<void> {
    for (const kind of Object.values(kinds)) {
      if (ports.mayFile())
        await kind.opened?.(ports)
    }
  }

  async function cancel(jobId: JobId): Promise<{ wasSent: boolean }> {
    const job = atWork.get(jobId)
    // A result that is being filed is worth more than the stop, which counts only if it cannot be filed now.
    if (job?.row.state === 'verifying') {
      job.isGivenUp = true
      await withinTime(job.over, filingMs)
    }
    else {
      job?.stop.abort(cancelled)
      await job?.over
    }
    if (!atWork.has(jobId)) {
      await settlement.stop(await ledger.row(jobId), cancelled)
      // A look for work that was under way may have started it meanwhile.
      const late = atWork.get(jobId)
      late?.stop.abort(cancelled)
      await late?.over
    }
    const { charged } = await ledger.row(jobId)
    return { wasSent: charged !== 'no' }
  }

  return {
    holds,
    wake: claims.wake,
    async tryNow(jobId) {
      const row = await ledger.row(jobId)
      const isRefused = row.state === 'blocked' && row.blocked_by === 'rate'
      if (hasEnded(row.state) || (!isRefused && (row.state === 'blocked' || holds.on(row, clock.now()) === null)))
        return
      holds.tryOnce(jobId)
      if (isRefused)
        await ledger.move(jobId, 'unblock')
      else if (row.wakes_at !== null)
        await ledger.note(jobId, { wakesAt: null })
      claims.wake()
    },
    async start() {
      ports.accounts.onUnblocked((accountId) => {
        connectivity.look(accountId)
        unblockAccount(accountId, { ledger, atWork }).then(claims.wake, error => log.error('unblock-failed', { error }))
      })
      order.onChange(claims.wake)
      holds.onChange(claims.wake)
      connectivity.onBack(claims.wake)
      await recoverJobs({ ledger, kinds, holds, settlement, clock })
      await connectivity.start()
      await openKinds()
      claims.begin()
    },
    cancel,
    async cancelUnsent(jobIds) {
      // Those that nobody works on, at once. What is put in order at its end, or is being prepared, one by one: there are few.
      const open = (await ledger.rows(jobIds)).filter(row => !hasEnded(row.state))
      const isAlone = ({ id, kind }: JobRow): boolean => atWork.has(id) || kinds[kind]?.ending !== undefined
      const waiting = await ledger.cancelWaiting(open.filter(row => !isAlone(row)).map(row => row.id))
      waiting.forEach(jobId => settlement.forget(jobId))
      for (const row of open.filter(each => isAlone(each) && ['queued', 'blocked', 'preparing'].includes(each.state)))
        await cancel(row.id)
      const now = await ledger.rows(open.map(row => row.id))
      claims.wake()
      return {
        cancelled: now.filter(row => row.state === 'cancelled').length,
        sent: now.filter(row => !hasEnded(row.state)).length,
      }
    },
    async pause(jobIds) {
      const stopped = [...atWork.values()].filter(({ row }) =>
        row.account_id === null && row.state !== 'verifying' && (jobIds === undefined || jobIds.includes(row.id)))
      stopped.forEach(job => job.stop.abort(paused))
      await Promise.all(stopped.map(job => job.over))
    },
    async stop(drainMs = 30_000) {
      await claims.stop()
      const answering = [...atWork.values()].filter(({ row }) => row.state === 'committed' || row.state === 'verifying')
      for (const job of atWork.values()) {
        if (!answering.includes(job))
          job.stop.abort(closing)
      }
      await withinTime(Promise.all(answering.map(job => job.over)), drainMs)
      closed.abort(closing)
      for (const job of atWork.values())
        job.stop.abort(closing)
      await Promise.all([...atWork.values()].map(job => job.over))
    },
    isWorking: () =>
      [...atWork.values()].some(({ first, row }) => first.account_id === null || !['accepted', 'running'].includes(row.state)),
  }
}
