/** The queue, as main has it. */
import type { Job, QueueState } from '#contract/jobs.ts'
import type { JobGroup } from './job-groups.ts'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { needsPerson } from '#rules/jobs/attention.ts'
import { studio, wire } from '../studio.ts'
import { follow } from './follow.ts'
import { groupOf, isPausedAlone, isUnderWay } from './job-groups.ts'
import { mirror } from './mirror.ts'

export { groupOf, isPausedAlone, isUnderWay } from './job-groups.ts'

export const useJobs = defineStore('jobs', () => {
  const picture = mirror((_key, options) => studio.jobs.changes({}, options), wire)
  const queue = shallowRef<QueueState>({ isPaused: false, away: [], back: [], holds: [] })
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.jobs.queue({}, options) }, (event) => {
    queue.value = event
  }, stop.signal)
  onScopeDispose(() => stop.abort())

  /** Newest first. */
  const all = computed(() => picture.all.value.toSorted((a, b) => b.createdAt - a.createdAt))
  const grouped = computed(() => {
    const groups: Record<JobGroup, Job[]> = { running: [], waiting: [], unsure: [], ended: [] }
    for (const job of all.value)
      groups[groupOf(job)].push(job)
    // What comes next stands first.
    groups.waiting.sort((a, b) => a.place - b.place)
    groups.ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
    return groups
  })
  /** Jobs that go on by themselves, jobs that were paused, and jobs that need the person: the numbers on the rail. */
  const badge = computed(() => {
    const underWay = all.value.filter(job => isUnderWay(job) && !needsPerson(job))
    const paused = underWay.filter(isPausedAlone).length
    return { underWay: underWay.length - paused, paused, needsYou: all.value.filter(needsPerson).length }
  })
  return { all, grouped, badge, queue: shallowReadonly(queue), get: picture.get, isReady: picture.isReady }
})
