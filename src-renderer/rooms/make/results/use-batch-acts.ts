/** What can be done with the jobs of a batch at once. */
import type { Job } from '#contract/jobs.ts'
import { useNotices } from '../../../actions/notices.ts'
import { attempt, studio } from '../../../studio.ts'

export function useBatchActs() {
  const notices = useNotices()
  return {
    /** Those that are not sent yet. */
    async cancel(jobs: readonly Job[]): Promise<void> {
      const { fault } = await attempt(studio.jobs.cancelUnsent({ jobIds: jobs.map(job => job.id) }))
      if (fault)
        notices.fault(fault)
    },
  }
}
