/** Tells jobs that were done since the room was opened from those that were done before: without the clock, which may be set. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import { watch } from 'vue'
import { useJobs } from '../../stores/jobs.ts'

export function useDoneSince(): (job: Job) => boolean {
  const jobs = useJobs()
  let before: ReadonlySet<JobId> | null = null
  watch(() => jobs.isReady, (isReady) => {
    if (isReady)
      before ??= new Set(jobs.all.filter(job => job.state === 'done').map(job => job.id))
  }, { immediate: true, flush: 'sync' })
  return job => job.state === 'done' && before !== null && !before.has(job.id)
}
