/** The job whose card was right-clicked outside the queue, its acts as commands, and the menu that shows them. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useActions } from '../../actions/action.ts'
import { useMeant } from '../../actions/meant.ts'
import { useMenu } from '../../actions/menu.ts'
import { useJobs } from '../../stores/jobs.ts'
import { jobMenu, useJobActions } from './job-actions.ts'
import { membersOf, queueGroupOf } from './job-families.ts'
import { createKnownFamilies } from './known-families.ts'
import { useQueueActs } from './use-queue-acts.ts'

const useJobTarget = defineStore('job-target', () => {
  /** Whose menu was opened last in this room. */
  const last = shallowRef<JobId | null>(null)
  const meant = useMeant(() => last.value)
  return { last, id: meant.now, as: meant.as }
})

/** Registers the acts, as long as the caller is on screen. */
export function useJobMenuActions(): void {
  const route = useRoute()
  const router = useRouter()
  const jobs = useJobs()
  const target = useJobTarget()
  const acts = useQueueActs()
  const familiesNow = createKnownFamilies()
  const families = computed(() => familiesNow((['unsure', 'running', 'waiting', 'ended'] as const).flatMap(group => jobs.grouped[group])))
  /** A part is meant by itself, the head with its parts. */
  const family = computed(() => {
    const job = jobs.get(target.id)
    return job && (families.value.find(({ head }) => head.id === job.id) ?? { head: job, parts: [] })
  })
  const waiting = computed(() => families.value.filter(each => queueGroupOf(each) === 'waiting'))

  watch(() => route.path, () => {
    target.last = null
  })
  useActions([
    ...useJobActions('job', {
      family: () => family.value,
      waiting: () => waiting.value,
      acts,
      move: (moved, by) => {
        const at = waiting.value.findIndex(({ head }) => head.id === moved.head.id)
        return acts.move(moved, waiting.value, by < 0 ? at - 1 : at + 2)
      },
    }),
    {
      id: 'job.show',
      group: 'queue',
      label: t => t.make.job.toQueue,
      when: () => family.value !== undefined,
      run: () => family.value && router.push({
        name: 'queue',
        query: { jobId: (families.value.find(each => membersOf(each).some(job => job.id === target.id)) ?? family.value).head.id },
      }),
    },
  ])
}

/** Opens the menu of the job of a card. */
export function useJobMenu(): (event: MouseEvent, job: Job) => void {
  const menu = useMenu()
  const target = useJobTarget()
  return (event, job) => {
    if (menu.open(event, jobMenu('job'), { meant: [target.as(job.id)] }))
      target.last = job.id
  }
}
