/** What a workbench has made: jobs still under way or in trouble, and the takes, newest first. */
import type { Job } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { ProjectId, RequestId, TakeId } from '#contract/words.ts'
import type { Workbench } from '../form/workbenches.ts'
import { computed, shallowRef, watch } from 'vue'
import { isTroubled } from '#rules/jobs/state-groups.ts'
import { useDoneSince } from '../../../parts/jobs/use-done-since.ts'
import { isUnderWay, useJobs } from '../../../stores/jobs.ts'
import { useTakeList } from '../../../stores/take-list.ts'
import { everyTake } from '../../../stores/take-query.ts'
import { useTakes } from '../../../stores/takes.ts'
import { isMadeOn, kindsOf } from '../form/workbenches.ts'
import { batchesOf, groupTakes } from './result-groups.ts'

const day = 24 * 60 * 60 * 1000

export function useResults(projectId: () => ProjectId | null, workbench: () => Workbench) {
  const jobs = useJobs()
  const takes = useTakes()
  const openedAt = Date.now()
  const isDoneSince = useDoneSince()
  const list = useTakeList(() => ({ ...everyTake, kinds: [...kindsOf[workbench()]], projectId: projectId(), onlyMadeThere: true }), {
    pageSize: 40,
  })

  /** Shown from the moment it is queued until its take is there; trouble of the last day stays until it is taken off. */
  function belongsHere(job: Job): boolean {
    if (!isMadeOn(workbench(), job.kind) || (projectId() !== null && job.projectId !== projectId()))
      return false
    if (isUnderWay(job))
      return true
    if (job.state === 'done')
      return isDoneSince(job) && job.takeIds.some(takeId => !takes.get(takeId))
    return isTroubled(job.state) && job.createdAt > openedAt - day
  }

  const shownJobs = computed(() => jobs.all.filter(belongsHere))
  /** All jobs of each request that asked for several, ended ones too. */
  const batches = computed(() =>
    batchesOf(jobs.all.filter(job => isMadeOn(workbench(), job.kind) && (projectId() === null || job.projectId === projectId()))))

  const picked = shallowRef<TakeId | null>(null)
  const selected = computed<Take | null>(() => list.takes.value.find(take => take.id === picked.value) ?? list.takes.value[0] ?? null)
  // A new result is selected.
  watch(() => list.takes.value[0]?.id, () => {
    picked.value = null
  })

  return {
    list,
    /** Those that were asked for by themselves. */
    singleJobs: computed(() => shownJobs.value.filter(job => !batches.value.has(job.requestId))),
    /** Those that were asked for together, as long as one of them is under way or in trouble. */
    jobBatches: computed(() => [...batches.value].filter(([requestId]) => shownJobs.value.some(job => job.requestId === requestId))),
    hasJobs: computed(() => shownJobs.value.length > 0),
    groups: computed(() => groupTakes(list.takes.value, batches.value)),
    batchSize: (requestId: RequestId): number => batches.value.get(requestId)?.length ?? 0,
    selected,
    pick: (takeId: TakeId) => {
      picked.value = takeId
    },
  }
}
