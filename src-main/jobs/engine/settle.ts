/** Records how a job continues or ends: after a step, a stop, or an unexpected error. */
import type { JobKind } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import type { ConnectivityMonitor } from '../connectivity.ts'
import type { AnyKind, EnginePorts, StepResult } from '../kind.ts'
import type { JobPatch } from '../ledger-port.ts'
import type { JobRow } from '../rows.ts'
import type { JobEvent } from '../states.ts'
import type { Holds } from './holds.ts'
import { rm } from 'node:fs/promises'
import { Failure } from '#contract/jobs.ts'
import { isBeforeSent, isEnded, isMaybeCharged } from '#rules/jobs/state-groups.ts'
import { inside } from '../../base/inside.ts'
import { removeHoldMarker, requestWasNotCompleted } from '../hold-marker.ts'
import { failureOf } from '../rows.ts'
import { moveOf } from '../states.ts'
import { again, cancelled, closing, paused } from './active-jobs.ts'

type EndEvent = Extract<JobEvent, 'finish' | 'fail' | 'doubt' | 'cancel'>

export interface Settlement {
  /** Writes what a step answered. */
  result: (row: JobRow, result: StepResult) => Promise<JobRow>
  /**
   * Records what a stop means for a job whose work has ended; `reason` is one of those in `active-jobs.ts`. `isUnpaid`: it is certain
   * that nothing was paid although the request was committed.
   */
  stop: (row: JobRow, reason: unknown, isUnpaid?: boolean) => Promise<void>
  /** Ends a job whose step threw: a bug, or a plan that this program cannot read. */
  error: (row: JobRow, error: unknown) => Promise<void>
  /** Before an end is on record: the kind puts its things in order. Resolves to what else is to be recorded. */
  putInOrder: (row: JobRow, event: EndEvent, patch?: JobPatch) => Promise<JobPatch>
  /** The way to an end: what was to be put in order is, and readers of its output hear that no more will come. */
  end: (jobId: JobId, event: EndEvent, patch?: JobPatch) => Promise<JobRow>
  /** Forgets what is kept in memory of a job that has ended. */
  forget: (jobId: JobId) => void
  /** The job's account has no network. */
  offline: (row: JobRow, failure?: JobPatch['failure']) => Promise<JobRow>
}

export function createSettlement({ ports, kinds, holds, connectivity }: {
  ports: EnginePorts
  kinds: Readonly<Record<JobKind, AnyKind>>
  holds: Holds
  connectivity: Pick<ConnectivityMonitor, 'lost' | 'doubt'>
}): Settlement {
  const { ledger, clock, log } = ports

  function forget(jobId: JobId): void {
    holds.release(jobId)
    ports.outputs.end(jobId)
  }

  async function putInOrder(row: JobRow, event: EndEvent, patch: JobPatch = {}): Promise<JobPatch> {
    const { id: jobId } = row
    const more = await kinds[row.kind]?.ending?.({ ...ports, row, event, patch })
      .catch(error => log.error('job-settle-failed', { jobId, event, error }))
    // Local work can be done again, and has ended.
    if (row.account_id === null && event !== 'finish') {
      await removeWork(jobId)
        .catch(error => log.warn('work-cleanup-failed', { jobId, error }))
    }
    return more ?? {}
  }

  async function end(jobId: JobId, event: EndEvent, patch?: JobPatch): Promise<JobRow> {
    const more = await putInOrder(await ledger.row(jobId), event, patch)
    // A job that is cancelled twice at once is cancelled once.
    const ended = event === 'cancel'
      ? await ledger.tryMove(jobId, event, { ...patch, ...more }) ?? await ledger.row(jobId)
      : await ledger.move(jobId, event, { ...patch, ...more })
    forget(jobId)
    return ended
  }

  async function removeWork(jobId: JobId): Promise<void> {
    await rm(inside(ports.workFolder, jobId), { recursive: true, force: true })
  }

  async function offline(row: JobRow, failure: JobPatch['failure'] = null): Promise<JobRow> {
    // The job first: when the account is back it must be found among those that wait.
    const blocked = await ledger.move(row.id, 'block', {
      blockedBy: 'offline',
      wakesAt: null,
      failure,
      charged: 'no',
      attempts: row.attempts + 1,
    })
    if (row.account_id !== null)
      connectivity.lost(row.account_id)
    return blocked
  }

  /** The user had one job ask in spite of a hold: its answer is the service's newest word for all that wait with it. */
  async function liftHolds(row: JobRow, until: number): Promise<void> {
    for (const jobId of holds.inTheWayOf(row).filter(id => id !== row.id)) {
      holds.release(jobId)
      const other = await ledger.row(jobId)
      if (isEnded(other.state) || other.wakes_at === null)
        continue
      if (until > clock.now())
        holds.put(other, until, other.failure === null ? null : Failure.parse(JSON.parse(other.failure)), clock.now())
      await ledger.note(jobId, { wakesAt: until })
    }
  }

  async function result(row: JobRow, result: StepResult): Promise<JobRow> {
    const wakesAt = 'waitMs' in result && result.waitMs !== null ? Math.ceil(clock.now() + result.waitMs) : null
    if (!isOnItsWay(result)) {
      if (holds.isTried(row.id) && wasAnswered(result))
        await liftHolds(row, isRefusedForRate(result) && wakesAt !== null ? wakesAt : clock.now())
      holds.release(row.id)
    }
    if (isRefusedForRate(result) && wakesAt !== null)
      holds.put(row, wakesAt, failureIn(result), clock.now())
    if ('event' in result)
      return isEnd(result.event) ? end(row.id, result.event, result.patch) : ledger.move(row.id, result.event, result.patch)
    if ('refused' in result)
      return end(row.id, 'fail', { ...result.patch, failure: result.refused, charged: result.charged })
    if ('unsure' in result)
      return end(row.id, 'doubt', { ...result.patch, failure: result.unsure, charged: 'unknown' })
    if (!('blockedBy' in result))
      return ledger.note(row.id, { ...result.patch, wakesAt, attempts: row.attempts + 1 })
    if (result.blockedBy === 'offline' && row.account_id !== null)
      return offline(row, result.failure)
    if (result.blockedBy === 'broken-off' && row.account_id !== null)
      connectivity.doubt(row.account_id)
    return ledger.move(row.id, 'block', {
      blockedBy: result.blockedBy,
      wakesAt,
      failure: result.failure ?? null,
      charged: 'no',
      attempts: row.attempts + 1,
    })
  }

  async function stop(row: JobRow, reason: unknown, isUnpaid = false): Promise<void> {
    // Committed, and its last bytes stayed: nothing can have been paid.
    const isKnown = isUnpaid && (reason === cancelled || reason === again)
    const isUnsent = row.state === 'committed' && (isKnown || await requestWasNotCompleted(row.id))
    if (isUnsent && reason === closing)
      await ledger.move(row.id, 'requeue')
    if (reason === again && (isUnsent || isBeforeSent(row.state)) && moveOf(row.state, 'requeue') !== undefined)
      await ledger.move(row.id, 'requeue')
    if (reason === cancelled && moveOf(row.state, 'cancel') !== undefined) {
      await end(row.id, 'cancel', {
        charged: row.account_id !== null && isMaybeCharged(row.state) && !isUnsent ? row.charged ?? 'unknown' : 'no',
      })
    }
    // What is being filed at that moment is left as it is, and filed.
    if (reason === paused && row.account_id === null && moveOf(row.state, 'requeue') !== undefined)
      await ledger.move(row.id, 'requeue')
    // Otherwise the marker stays: the record may still be on its way to the disk.
    if (isUnsent || reason === cancelled)
      removeHoldMarker(row.id)
    // When the studio closes any other row is left as it is: the next start recovers it by the table.
  }

  async function error(row: JobRow, error: unknown): Promise<void> {
    log.error('job-step-failed', { jobId: row.id, kind: row.kind, state: row.state, error })
    const now = await ledger.row(row.id)
    if (isEnded(now.state))
      return
    const isUnreadable = error instanceof Error && error.name === 'ZodError'
    const failure = failureOf(isUnreadable ? 'unreadable' : 'internal', error instanceof Error ? error.message.slice(0, 500) : '')
    if (now.state === 'committed')
      await end(now.id, 'doubt', { failure, charged: 'unknown' })
    else
      await end(now.id, 'fail', { failure, charged: isMaybeCharged(now.state) ? now.charged ?? 'unknown' : 'no' })
  }

  return { result, stop, error, putInOrder, end, forget, offline }
}

/** Nothing was asked yet. */
function isOnItsWay(result: StepResult): boolean {
  return 'event' in result && (result.event === 'send' || result.event === 'requeue')
}

function isRefusedForRate(result: StepResult): boolean {
  return 'blockedBy' in result ? result.blockedBy === 'rate' : 'waitMs' in result && result.isRateLimited === true
}

function failureIn(result: StepResult): Failure | null {
  if ('blockedBy' in result)
    return result.failure ?? null
  return 'refused' in result ? result.refused : ('waitMs' in result && result.patch?.failure) || null
}

/** The service itself answered, whatever it said. */
function wasAnswered(result: StepResult): boolean {
  return 'event' in result || isRefusedForRate(result) || ('refused' in result && result.refused.status !== null)
    || ('waitMs' in result && !('blockedBy' in result) && result.patch?.failure === null)
}

function isEnd(event: JobEvent): event is EndEvent {
  return event === 'finish' || event === 'fail' || event === 'doubt' || event === 'cancel'
}
