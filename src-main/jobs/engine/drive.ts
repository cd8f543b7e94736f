/** Drives one job through the steps of its kind until it ends, waits or is stopped. */
import type { Hold, JobKind } from '#contract/jobs.ts'
import type { AnyKind, EnginePorts, StepResult, Work } from '../kind.ts'
import type { Order } from '../order.ts'
import type { JobRow } from '../rows.ts'
import type { ActiveJob } from './active-jobs.ts'
import type { Gate } from './gate.ts'
import type { Holds } from './holds.ts'
import type { Settlement } from './settle.ts'
import { rm } from 'node:fs/promises'
import { isFault } from '#contract/faults.ts'
import { isBeforeSent, isEnded, isMaybeCharged } from '#rules/jobs/state-groups.ts'
import { flushFolder, makeFolder } from '../../base/atomic-file.ts'
import { fullJitter } from '../../base/backoff.ts'
import { isDiskFull } from '../../base/disk-full.ts'
import { inside } from '../../base/inside.ts'
import { isDiskTrouble } from '../../storage/storage-error.ts'
import { measureMade } from '../made.ts'
import { failureOf } from '../rows.ts'
import { passes } from '../states.ts'
import { cancelled } from './active-jobs.ts'
import { needsLibrary } from './schedule.ts'

/** A step's answer, or that the disk failed while it worked. */
type Outcome = { readonly result: StepResult } | { readonly diskError: Error }

/** Resolves when work on the job has ended; rejects for a bug in a step. */
export type Drive = (job: ActiveJob) => Promise<void>

export function createDriver({ ports, kinds, holds, order, gate, settlement, untilWritten }: {
  ports: EnginePorts
  kinds: Readonly<Record<JobKind, AnyKind>>
  holds: Pick<Holds, 'on'>
  order: Pick<Order, 'isPaused'>
  gate: Pick<Gate, 'passed'>
  settlement: Pick<Settlement, 'result' | 'stop'>
  /** Repeats a write until the disk takes it. */
  untilWritten: <T>(write: () => Promise<T>) => Promise<T>
}): Drive {
  const { ledger, clock, log } = ports

  const mustWaitForLibrary = (row: JobRow): boolean => !ports.mayFile() && needsLibrary(row)

  function workOn(job: ActiveJob, folder: string): Omit<Work<never>, 'plan'> {
    const held = (): Hold | null => holds.on(job.row, clock.now())
    return {
      ...ports,
      row: job.row,
      folder,
      signal: job.stop.signal,
      held,
      async commit() {
        // The disk may have filled up since the job was prepared: an answer that cannot be kept is not paid for.
        if (await ports.freeBytes() < ports.minFreeBytes)
          return 'hold'
        // Last, so that nothing is awaited between it and the move: a press of *cancel* that is being worked on may concern this job.
        await gate.passed(job.stop.signal)
        job.stop.signal.throwIfAborted()
        if (held())
          return 'hold'
        job.row = await ledger.move(job.row.id, 'commit')
        return 'send'
      },
    }
  }

  /**
   * What the next move speaks of is on the disk before the move is: the files that were made here, and the names of those that came from
   * the service, whose bytes are flushed as they come.
   */
  async function onDisk({ row, stop: { signal } }: ActiveJob, folder: string, result: StepResult): Promise<StepResult> {
    if ('event' in result && result.event === 'fetch' && row.account_id === null) {
      if (result.made === undefined)
        throw new TypeError(`A job of kind ${row.kind} returned no result`)
      const made = await measureMade(result.made, signal)
      return { event: result.event, patch: { ...result.patch, answer: { ...result.patch?.answer, made } } }
    }
    if (row.account_id !== null && isMaybeCharged(row.state) && !('waitMs' in result)) {
      // An answer that may be lost with the power is worth more on record than nothing.
      await flushFolder(folder).catch(error => log.warn('work-flush-failed', { jobId: row.id, error }))
    }
    return result
  }

  /** Null when nothing can be done for the job just now. */
  async function step(job: ActiveJob, folder: string): Promise<Outcome | null> {
    const { row, stop: { signal } } = job
    const kind = kinds[row.kind]
    const work = kind?.step(row, row.state)
    const event = kind && passes[kind.nature][row.state]
    if (!work)
      return event ? { result: { event } } : null
    try {
      return { result: await onDisk(job, folder, await work(workOn(job, folder))) }
    }
    catch (error) {
      // Damage may show at the very row that files a result; the result is whole in its folder and waits there.
      if (isFault(error, 'library-read-only') && mustWaitForLibrary(row))
        return null
      if (error instanceof Error && isDiskTrouble(error))
        return { diskError: error }
      if (!signal.aborted)
        throw error
      return { result: { event: 'cancel' } }
    }
  }

  /**
   * The disk failed in the middle of a step. What costs nothing is done again; what may have been paid and is not on record is doubtful.
   */
  function afterDiskError(row: JobRow, error: Error): StepResult {
    const failure = failureOf('internal', error.message.slice(0, 500))
    if (row.state === 'committed')
      return { unsure: failure }
    if (isMaybeCharged(row.state))
      return { waitMs: Math.max(1000, fullJitter(row.attempts, { random: ports.random })), patch: { failure } }
    const isFull = ('kind' in error && error.kind === 'full') || isDiskFull(error)
    return isFull ? { blockedBy: 'no-space', waitMs: 30_000 } : { refused: failure, charged: 'no' }
  }

  /** A pause applies until the request begins to leave: a job in preparation is queued again. */
  async function mustGoBack(row: JobRow, result: StepResult): Promise<boolean> {
    const isAboutToBegin = row.state === 'preparing' && 'event' in result && (result.event === 'send' || result.event === 'run')
    return isAboutToBegin && (row.paused_at !== null || await order.isPaused())
  }

  /** What was only made here can be made again, and nobody works on it any more. */
  async function tidy({ id, account_id: accountId, state }: JobRow): Promise<void> {
    const isOver = state === 'done' || (accountId === null && isEnded((await untilWritten(() => ledger.row(id))).state))
    if (isOver)
      await rm(inside(ports.workFolder, id), { recursive: true, force: true })
  }

  async function driveOn(job: ActiveJob): Promise<void> {
    const { id } = job.row
    const { signal } = job.stop
    if (job.row.state === 'queued')
      job.row = await untilWritten(() => ledger.move(id, 'claim'))
    const folder = inside(ports.workFolder, id)
    await untilWritten(() => makeFolder(folder))
    while (!isEnded(job.row.state) && !mustWaitForLibrary(job.row)) {
      if (signal.aborted && isBeforeSent(job.row.state))
        return settlement.stop(job.row, signal.reason)
      const outcome = await step(job, folder)
      if (outcome === null)
        return
      const row = await untilWritten(() => ledger.row(id))
      const isStopped = signal.aborted
      const result = 'result' in outcome ? outcome.result : afterDiskError(row, outcome.diskError)
      if (isStopped && !('result' in outcome && outweighsStop(row, result)))
        return settlement.stop(row, signal.reason, 'result' in outcome && isUnpaid(result))
      if (job.isUnwanted && row.state === 'committed' && leadsBack(result))
        return settlement.stop(row, cancelled, true)
      const goesBack = await mustGoBack(row, result)
      job.row = await untilWritten(() => settlement.result(row, goesBack ? { event: 'requeue' } : result))
      if (goesBack || 'waitMs' in result)
        return
    }
  }

  return async (job) => {
    try {
      await driveOn(job)
    }
    finally {
      // Also when it was cancelled between two moves, of which the second fails.
      await tidy(job.row)
    }
  }
}

/** It is certain that nothing was paid, whatever was committed. */
function isUnpaid(result: StepResult): boolean {
  return leadsBack(result) || ('refused' in result && result.charged === 'no')
}

/** The same request would be sent again. */
function leadsBack(result: StepResult): boolean {
  return 'blockedBy' in result || ('event' in result && result.event === 'requeue')
}

/** An answer that arrived despite the stop is kept. */
function outweighsStop(row: JobRow, result: StepResult): boolean {
  if (!('event' in result))
    return false
  return ['finish', 'accept', 'fetch'].includes(result.event) || (result.event === 'answer' && row.state === 'committed')
}
