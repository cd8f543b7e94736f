/** The queue, as main has it. */
import type { Job } from '#contract/jobs.ts'
import type { JobGroup } from './job-groups.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio, wire } from '../studio.ts'
import { groupOf } from './job-groups.ts'
import { mirror } from './mirror.ts'

export { groupOf, isUnderWay } from './job-groups.ts'
export type { JobGroup } from './job-groups.ts'

export const useJobs = defineStore('jobs', () => {
  const picture = mirror((_key, options) => studio.jobs.changes({}, options), wire)
  /** Newest first. */
  const all = computed(() => picture.all.value.toSorted((a, b) => b.createdAt - a.createdAt))
  const grouped = computed(() => {
    const groups: Record<JobGroup, Job[]> = { running: [], waiting: [], unsure: [], ended: [] }
    for (const job of all.value)
      groups[groupOf(job)].push(job)
    // What comes next stands first.
    groups.waiting.reverse()
    groups.ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
    return groups
  })
  /** Jobs under way and jobs that wait for the person to decide: the number on the rail. */
  const badge = computed(() => ({ underWay: grouped.value.running.length + grouped.value.waiting.length, unsure: grouped.value.unsure.length }))
  return { all, grouped, badge, get: picture.get, isReady: picture.isReady }
})
