/**
 * A take that was asked for although its line has one, or the several lines that share one, is used as soon as its job is done, whether or
 * not a page is open, as a step of undo. A line that a person gave another take meanwhile keeps that one, and a locked line keeps its own.
 */
import type { Job } from '#contract/jobs.ts'
import type { JobId, ProjectId, StepId, TakeId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { AlsoLine } from '../jobs/rows.ts'
import type { Script } from './script-port.ts'
import { isFault } from '#contract/faults.ts'
import { newId } from '../base/ids.ts'
import { asStep } from '../base/recorded-step.ts'
import { retryOnDiskError } from '../storage/retry-on-disk-error.ts'

interface Retake { readonly jobId: JobId, readonly lines: readonly AlsoLine[], readonly takeIds: readonly TakeId[] }

interface RetakeParts {
  readonly jobs: {
    readonly changes: (signal: AbortSignal) => AsyncIterable<{ readonly changed: readonly Pick<Job, 'state'>[] }>
    readonly retakes: () => Promise<Retake[]>
    readonly noteRetaken: (jobId: JobId) => Promise<void>
  }
  readonly script: Pick<Script, 'place' | 'retake'>
  /** Tells the pages of a step. */
  readonly journal: { readonly announce: (projectId: ProjectId) => Promise<void> }
  readonly clock: Clock
  readonly log: Log
}

/** Runs until the signal aborts; never throws. Subscribe before the queue starts. */
export async function followRetakes(parts: RetakeParts, signal: AbortSignal): Promise<void> {
  const { jobs, log } = parts
  let isFirst = true
  try {
    for await (const { changed } of jobs.changes(signal)) {
      // A take that was filed just before a crash may be of a job that is off the list.
      if (!isFirst && !changed.some(job => job.state === 'done'))
        continue
      isFirst = false
      for (const retake of await jobs.retakes())
        await follow(parts, retake, signal)
    }
  }
  catch (error) {
    // A studio that closes as soon as it is open also closes the ledger under the first question.
    if (!signal.aborted)
      log.error('retakes-not-followed', { error })
  }
}

async function follow(parts: RetakeParts, retake: Retake, signal: AbortSignal): Promise<void> {
  const { jobs, clock, log } = parts
  try {
    // On a full disk it is done as soon as there is room.
    await retryOnDiskError(async () => {
      await use(parts, retake)
      await jobs.noteRetaken(retake.jobId)
    }, { clock, log, signal })
  }
  catch (error) {
    // A library that can be read only is asked again at the next start.
    if (!signal.aborted && !isFault(error, 'library-read-only'))
      log.error('retake-not-used', { jobId: retake.jobId, error })
  }
}

async function use({ script, journal, clock }: RetakeParts, { lines, takeIds: [takeId] }: Retake): Promise<void> {
  const places = await Promise.all(lines.map(({ lineId }) => script.place(lineId)))
  const [place] = places.filter(each => each !== null)
  if (takeId === undefined || !place)
    return
  const { projectId, position } = place
  await asStep({
    id: newId<StepId>(clock.now()),
    projectId,
    ...lines.length === 1 ? { name: 'chooseTake', of: String(position + 1) } : { name: 'chooseTakes', of: String(lines.length) },
    room: 'script',
    author: 'new-take',
  }, () => script.retake(takeId, lines))
  await journal.announce(projectId)
}
