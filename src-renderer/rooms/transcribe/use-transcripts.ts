/** The transcripts of this project: jobs under way or failed, finished ones, and the selected one. */
import type { Job } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { JobId, ProjectId, TakeId } from '#contract/words.ts'
import { computed, shallowRef, watch } from 'vue'
import { isTroubled } from '#rules/jobs/state-groups.ts'
import { useDoneSince } from '../../parts/jobs/use-done-since.ts'
import { isUnderWay, useJobs } from '../../stores/jobs.ts'
import { useTakeList } from '../../stores/take-list.ts'
import { everyTake } from '../../stores/take-query.ts'
import { useTakes } from '../../stores/takes.ts'

const day = 24 * 60 * 60 * 1000

export function useTranscripts(at: { projectId: () => ProjectId | null, sentJobIds: () => ReadonlySet<JobId>, isEditing: () => boolean }) {
  const jobs = useJobs()
  const takes = useTakes()
  const openedAt = Date.now()
  const isDoneSince = useDoneSince()
  const list = useTakeList(() => ({ ...everyTake, kinds: ['transcribe'], projectId: at.projectId() }), {
    pageSize: 60,
  })
  const picked = shallowRef<TakeId | null>(null)

  /** Shown from the moment it is queued until its take is there; trouble of the last day stays until it is taken off. */
  function belongsHere(job: Job): boolean {
    if (job.kind !== 'transcribe' || (at.projectId() !== null && job.projectId !== at.projectId()))
      return false
    if (job.state === 'done')
      return isDoneSince(job) && job.takeIds.some(takeId => !takes.get(takeId))
    return isUnderWay(job) || (isTroubled(job.state) && job.createdAt > openedAt - day)
  }

  // A new transcript is selected, unless another one is being edited.
  watch(() => list.takes.value[0], (newest) => {
    if (newest && newest.jobId !== null && at.sentJobIds().has(newest.jobId) && !at.isEditing())
      picked.value = newest.id
  })

  return {
    list,
    jobs: computed(() => jobs.all.filter(belongsHere)),
    /** The selected one, which may be further down than the list is loaded. */
    selected: computed<Take | null>(() => list.takes.value.find(take => take.id === picked.value)
      ?? takes.get(picked.value)
      ?? list.takes.value[0]
      ?? null),
    pick: (takeId: TakeId) => {
      picked.value = takeId
    },
  }
}
