/**
 * The engine starts jobs as the schedule says, works on them and wakes those that wait. This file wires its parts, which
 * are in `engine/`: `claim` starts jobs, `drive` takes one through its steps, `settle` writes what came of a step, `cancel`
 * ends what is not wanted any more, and `recover` takes up what another run left. None of them decides about payment: the
 * table of moves and the kinds do.
 */
import type { JobKind } from '#contract/jobs.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { ConnectivityMonitor } from './connectivity.ts'
import type { ActiveJob, ActiveJobs } from './engine/active-jobs.ts'
import type { Holds } from './engine/holds.ts'
import type { Limits } from './engine/schedule.ts'
import type { AnyKind, EnginePorts } from './kind.ts'
import type { Order } from './order.ts'
import type { JobRow } from './rows.ts'
import { isBeforeSent, isEnded } from '#rules/jobs/state-groups.ts'
import { withTimeout } from '../base/concurrency.ts'
import { retryOnDiskError } from '../storage/retry-on-disk-error.ts'
import { cancelled, closing, paused } from './engine/active-jobs.ts'
import { createCancels } from './engine/cancel.ts'
import { createClaims } from './engine/claim.ts'
import { createDriver } from './engine/drive.ts'
import { createGate } from './engine/gate.ts'
import { createHolds } from './engine/holds.ts'
import { recoverJobs, unblockAccount } from './engine/recover.ts'
import { createSettlement } from './engine/settle.ts'

export type { Limits } from './engine/schedule.ts'

export interface Engine {
  /** Recovers what another run left, then begins to work. */
  start: () => Promise<void>
  /** Looks for work now. */
  wake: () => void
  /**
   * Before the point of no return nothing is paid; after it this only stops waiting. Of what is only there for this job, nothing leaves
   * any more either. Pressing it again changes nothing.
   */
  cancel: (jobId: JobId) => Promise<{ wasSent: boolean }>
  /**
   * Cancels those whose requests have not left, and what is only there for them. `cancelled` counts those of the ids that are cancelled
   * and cost nothing, `sent` those that were or may have been sent, before the press or at any time.
   */
  cancelUnsent: (jobIds: readonly JobId[]) => Promise<{ cancelled: number, sent: number }>
  /**
   * Does what leaves these jobs without a purpose, such as trashing their project, and cancels those that have not left. Nothing leaves
   * in the meantime. When `act` throws, nothing is cancelled.
   */
  cancelUnsentOf: <T>(isMeant: (row: JobRow) => boolean, act: () => Promise<T>) => Promise<{ done: T, cancelled: number, sent: number }>
  /** Does what changes the rules of sending, such as a budget. What has not left by then is prepared again, by the new ones. */
  prepareAgain: <T>(act: () => Promise<T>) => Promise<T>
  /**
   * Stops local work under way, all of it without ids: it is queued again, where the pause that the order knows holds it back. Resolves
   * when none of its programs runs any more. What is being filed, and what costs money, continues.
   */
  pause: (jobIds?: readonly JobId[]) => Promise<void>
  /** Claims nothing more, lets what is committed answer for up to `drainMs`, then stops. */
  stop: (drainMs?: number) => Promise<void>
  /** Lets the job ask its service in spite of a wait that it asked for. Nothing changes for a job that does not wait for that. */
  tryNow: (jobId: JobId) => Promise<void>
  /** Reads what arrived of an answer again, without a request: see `Duties.readAgain`. */
  readAgain: (jobId: JobId) => Promise<void>
  /** What services asked to wait for. */
  readonly holds: Pick<Holds, 'list' | 'onChange'>
  /** Anything that would be interrupted now. */
  isWorking: () => boolean
}

/** What decides which jobs the engine starts. */
export interface EngineRules {
  readonly limits: () => Promise<Limits>
  readonly order: Pick<Order, 'isPaused' | 'onChange'>
  /** Which of the jobs that wait for a budget have room in it now. */
  readonly fitting: (jobIds: readonly JobId[]) => Promise<JobId[]>
  /** Calls back when the jobs of an account that were blocked may continue. */
  readonly onUnblocked: (listener: (accountId: AccountId) => void) => void
  readonly connectivity: Pick<ConnectivityMonitor, 'doubt' | 'isAway' | 'lost' | 'look' | 'onBack' | 'start'>
  /** Jobs that are started at all; without it, each. The others wait for a run of the studio that may. */
  readonly mayStart?: (row: Pick<JobRow, 'id'>) => boolean
}

export function createEngine(ports: EnginePorts, kinds: Readonly<Record<JobKind, AnyKind>>, rules: EngineRules): Engine {
  const { ledger, clock, log } = ports
  const { limits, order, fitting, connectivity, mayStart = () => true } = rules
  const activeJobs: ActiveJobs = new Map()
  const holds = createHolds()
  const gate = createGate()
  const closed = new AbortController()
  const untilWritten = <T>(write: () => Promise<T>): Promise<T> => retryOnDiskError(write, { clock, log, signal: closed.signal })
  const settlement = createSettlement({ ports, kinds, holds, connectivity })
  const drive = createDriver({ ports, kinds, holds, order, gate, settlement, untilWritten })
  const claims = createClaims({ ...ports, limits, order, fitting, connectivity, holds, settlement, activeJobs, gate, start, mayStart })
  const cancels = createCancels({ ledger, kinds, settlement, activeJobs, gate, wake: claims.wake })

  function start(row: JobRow): void {
    if (activeJobs.has(row.id) || gate.keepsBack(row.id))
      return
    const job: ActiveJob = { first: row, row, stop: new AbortController(), finished: Promise.resolve() }
    activeJobs.set(row.id, job)
    job.finished = drive(job)
      .then(() => endUnwanted(job))
      .catch(error => untilWritten(() => settlement.error(job.row, error)))
      // The studio closes while the disk is broken: the next start recovers the row by the table.
      .catch(error => log.error('job-recovery-failed', { jobId: row.id, error }))
      .then(() => {
        activeJobs.delete(row.id)
        claims.wake()
      })
  }

  /** It was cancelled while an answer of its step was being written: it must not go again. */
  async function endUnwanted({ first: { id }, stop: { signal }, isGivenUp, isUnwanted }: ActiveJob): Promise<void> {
    if (!isGivenUp && !isUnwanted && signal.reason !== cancelled)
      return
    const row = await untilWritten(() => ledger.row(id))
    if (isGivenUp || isBeforeSent(row.state))
      await untilWritten(() => settlement.stop(row, cancelled))
  }

  async function openKinds(): Promise<void> {
    for (const kind of Object.values(kinds)) {
      if (ports.mayFile())
        await kind.opened?.(ports)
    }
  }

  return {
    holds,
    wake: claims.wake,
    async tryNow(jobId) {
      const row = await ledger.row(jobId)
      const isRefused = row.state === 'blocked' && row.blocked_by === 'rate'
      if (isEnded(row.state) || (!isRefused && (row.state === 'blocked' || holds.on(row, clock.now()) === null)))
        return
      holds.tryOnce(jobId)
      if (isRefused)
        await ledger.tryMove(jobId, 'unblock', {}, now => now.blocked_by === 'rate')
      else if (row.wakes_at !== null)
        await ledger.note(jobId, { wakesAt: null })
      claims.wake()
    },
    async start() {
      rules.onUnblocked((accountId) => {
        connectivity.look(accountId)
        unblockAccount(accountId, { ledger, activeJobs }).then(claims.wake, error => log.error('unblock-failed', { error }))
      })
      order.onChange(claims.wake)
      holds.onChange(claims.wake)
      connectivity.onBack(claims.wake)
      await recoverJobs({ ledger, kinds, holds, settlement, clock })
      await connectivity.start()
      await openKinds()
      claims.begin()
    },
    cancel: cancels.one,
    cancelUnsent: cancels.unsent,
    cancelUnsentOf: cancels.unsentOf,
    prepareAgain: cancels.prepareAgain,
    async readAgain(jobId) {
      const row = await ledger.row(jobId)
      const { event, patch } = await kinds[row.kind]?.readAgain?.(ports, row) ?? { event: null, patch: {} }
      if (event !== null)
        await ledger.tryMove(jobId, event, patch, now => now.state === row.state)
      else if (Object.keys(patch).length > 0)
        await ledger.note(jobId, patch)
      claims.wake()
    },
    async pause(jobIds) {
      const stopped = [...activeJobs.values()].filter(({ row }) =>
        row.account_id === null && row.state !== 'verifying' && (jobIds === undefined || jobIds.includes(row.id)))
      stopped.forEach(job => job.stop.abort(paused))
      await Promise.all(stopped.map(job => job.finished))
    },
    async stop(drainMs = 30_000) {
      // From here on no request leaves.
      gate.close()
      const answering = [...activeJobs.values()].filter(({ row }) => row.state === 'committed' || row.state === 'verifying')
      for (const job of activeJobs.values()) {
        if (!answering.includes(job))
          job.stop.abort(closing)
      }
      await claims.stop()
      await withTimeout(Promise.all(answering.map(job => job.finished)), drainMs)
      closed.abort(closing)
      for (const job of activeJobs.values())
        job.stop.abort(closing)
      await Promise.all([...activeJobs.values()].map(job => job.finished))
    },
    isWorking: () =>
      [...activeJobs.values()].some(({ first, row }) => first.account_id === null || !['accepted', 'running'].includes(row.state)),
  }
}
