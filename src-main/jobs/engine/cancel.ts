/**
 * Cancels jobs. In the moment of the press the gate closes: nothing is started or committed until it is known which jobs are meant and
 * those that had not left are cancelled, in one transaction however many there are.
 */
import type { JobKind } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import type { AnyKind } from '../kind.ts'
import type { Ledger } from '../ledger-port.ts'
import type { JobRow } from '../rows.ts'
import type { ActiveJob, ActiveJobs } from './active-jobs.ts'
import type { Gate } from './gate.ts'
import type { Settlement } from './settle.ts'
import { isBeforeSent, isEnded } from '#rules/jobs/state-groups.ts'
import { withTimeout } from '../../base/concurrency.ts'
import { again, cancelled } from './active-jobs.ts'

export interface Cancels {
  /** See `Engine.cancel`. */
  one: (jobId: JobId) => Promise<{ wasSent: boolean }>
  /** See `Engine.cancelUnsent`. */
  unsent: (jobIds: readonly JobId[]) => Promise<Outcome>
  /** See `Engine.prepareAgain`. */
  prepareAgain: <T>(act: () => Promise<T>) => Promise<T>
  /** See `Engine.cancelUnsentOf`. */
  unsentOf: <T>(isMeant: (row: JobRow) => boolean, act: () => Promise<T>) => Promise<{ done: T } & Outcome>
}

/** See `Ledger.outcomeOf`. */
export interface Outcome { readonly cancelled: number, readonly sent: number }

export interface CancelPorts {
  readonly ledger: Pick<Ledger, 'row' | 'rows' | 'open' | 'openTries' | 'openUploadsOf' | 'cancelWaiting' | 'outcomeOf'>
  readonly kinds: Readonly<Record<JobKind, AnyKind>>
  readonly settlement: Pick<Settlement, 'stop' | 'putInOrder' | 'forget'>
  readonly activeJobs: ActiveJobs
  readonly gate: Gate
  /** Looks for work again. */
  readonly wake: () => void
}

/** How long a cancel waits for a result that is being filed, to answer how it ended. */
const filingMs = 300

export function createCancels({ ledger, kinds, settlement, activeJobs, gate, wake }: CancelPorts): Cancels {
  /** Jobs past their point of no return that are being given up: a second press waits for the first one. */
  const givingUp = new Map<JobId, Promise<void>>()

  /** Stops those that are worked on and have not left. What has left continues, but is not sent a second time after a refusal. */
  function stopAtWork(jobIds: Iterable<JobId>): ActiveJob[] {
    const stopped = []
    for (const jobId of jobIds) {
      const job = activeJobs.get(jobId)
      if (job && isBeforeSent(job.row.state)) {
        job.stop.abort(cancelled)
        stopped.push(job)
      }
      else if (job) {
        job.isUnwanted = true
      }
    }
    return stopped
  }

  /** Jobs that have not ended and are only there for these: the parts of a long text, and the clip of a voice that no other line awaits. */
  async function neededBy(rows: readonly JobRow[]): Promise<JobRow[]> {
    const [pressed, named] = [new Set(rows.map(row => row.id)), new Set(rows.flatMap(needsOf))]
    const speeches = rows.filter(row => row.kind === 'speech').map(row => row.id)
    const found = [
      ...named.size === 0 ? [] : await ledger.openTries([...named]),
      ...speeches.length === 0 ? [] : await ledger.openUploadsOf(speeches),
    ].filter(row => !pressed.has(row.id))
    if (found.length === 0)
      return []
    const others = (await ledger.open()).filter(row => !pressed.has(row.id))
    const stillNeeded = new Set((await ledger.openTries([...new Set(others.flatMap(needsOf))])).map(row => row.id))
    return found.filter(row => !stillNeeded.has(row.id))
  }

  function needsOf(row: JobRow): readonly JobId[] {
    return kinds[row.kind]?.needs(row) ?? []
  }

  async function cancelUnsent(jobIds: readonly JobId[]): Promise<void> {
    const reopen = gate.close()
    const stopped = stopAtWork(jobIds)
    try {
      const asked = (await ledger.rows([...new Set(jobIds)])).filter(row => !isEnded(row.state))
      const needed = await neededBy(asked)
      stopped.push(...stopAtWork(needed.map(row => row.id)))
      const waiting = [...asked, ...needed].filter(row => isBeforeSent(row.state) && !activeJobs.has(row.id))
      for (const row of waiting)
        await settlement.putInOrder(row, 'cancel')
      const ended = await ledger.cancelWaiting(waiting.map(row => row.id))
      ended.forEach(settlement.forget)
    }
    finally {
      reopen()
      wake()
    }
    await Promise.all(stopped.map(job => job.finished))
  }

  /** Stops waiting for what has left. */
  async function giveUp(jobId: JobId): Promise<void> {
    const letGo = gate.keepBack(jobId)
    try {
      const job = activeJobs.get(jobId)
      // A result that is being filed is worth more than the stop, which counts only if it cannot be filed now.
      if (job?.row.state === 'verifying') {
        job.isGivenUp = true
        await withTimeout(job.finished, filingMs)
      }
      else {
        job?.stop.abort(cancelled)
        await job?.finished
      }
      if (!activeJobs.has(jobId))
        await settlement.stop(await ledger.row(jobId), cancelled)
    }
    finally {
      letGo()
      wake()
    }
  }

  async function unsent(jobIds: readonly JobId[]): Promise<Outcome> {
    await cancelUnsent(jobIds)
    return ledger.outcomeOf(jobIds)
  }

  return {
    async one(jobId) {
      await cancelUnsent([jobId])
      if (!isEnded((await ledger.row(jobId)).state)) {
        const work = givingUp.get(jobId) ?? giveUp(jobId).finally(() => givingUp.delete(jobId))
        givingUp.set(jobId, work)
        await work
      }
      const { charged } = await ledger.row(jobId)
      return { wasSent: charged !== 'no' }
    },
    unsent,
    async prepareAgain(act) {
      const reopen = gate.close()
      try {
        const done = await act()
        for (const { row, stop } of activeJobs.values()) {
          if (row.account_id !== null && isBeforeSent(row.state))
            stop.abort(again)
        }
        return done
      }
      finally {
        reopen()
        wake()
      }
    },
    async unsentOf(isMeant, act) {
      const reopen = gate.close()
      try {
        const done = await act()
        // Closes the gate itself before it opens here.
        const outcome = unsent((await ledger.open()).filter(isMeant).map(row => row.id))
        reopen()
        return { done, ...await outcome }
      }
      finally {
        reopen()
        wake()
      }
    },
  }
}
