/** What can be done with the jobs of a batch at once. */
import type { Job } from '#contract/jobs.ts'
import { useNotices } from '../../../actions/notices.ts'
import { attempt, studio } from '../../../studio.ts'

export function useBatchActs() {
  const notices = useNotices()
  return {
    /** Stops at the first that cannot be cancelled, and says why. */
    async cancel(jobs: readonly Job[]): Promise<void> {
      for (const job of jobs) {
        const { fault } = await attempt(studio.jobs.cancel({ jobId: job.id }))
        if (fault)
          return notices.fault(fault)
      }
    },
  }
}
