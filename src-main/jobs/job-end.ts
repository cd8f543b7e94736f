/** Waits for the end of a job, for callers without a feed: the sample and the command line. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import type { Ledger } from './ledger-port.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'

/** Resolves with the job when it has ended; a blocked job is waited for. @throws the signal's reason */
export async function jobEnd(ledger: Ledger, jobId: JobId, signal: AbortSignal, onChange: (job: Job) => void = () => {}): Promise<Job> {
  for await (const { changed } of ledger.changes(signal)) {
    for (const job of changed.filter(each => each.id === jobId)) {
      onChange(job)
      if (isEnded(job.state))
        return job
    }
  }
  throw signal.reason
}
