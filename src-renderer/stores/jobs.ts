/** The queue, as main has it. */
import type { QueueState } from '#contract/jobs.ts'
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { studio } from '../studio.ts'
import { useFeed } from './feed.ts'
import { createJobLists } from './job-lists.ts'
import { mirror } from './mirror.ts'

export { groupOf, isPausedAlone, isUnderWay, linesOfJob } from './job-groups.ts'

export const useJobs = defineStore('jobs', () => {
  const listsAfter = createJobLists()
  const lists = shallowRef(listsAfter({ isWhole: true, changed: new Map(), removed: new Set() }))
  const picture = mirror((_key, options) => studio.jobs.changes({}, options), {
    hear: news => lists.value = listsAfter(news),
  })
  const queue = shallowRef<QueueState>({ isPaused: false, away: [], back: [], holds: [] })
  useFeed(options => studio.jobs.queue({}, options), (event) => {
    queue.value = event
  })

  return {
    /** Newest first. */
    all: computed(() => lists.value.all),
    grouped: computed(() => lists.value.grouped),
    badge: computed(() => lists.value.badge),
    /** Those that a limit on spending holds back. */
    held: computed(() => lists.value.all.filter(job => job.blockedBy === 'budget')),
    queue: shallowReadonly(queue),
    get: picture.get,
    isReady: picture.isReady,
  }
})
