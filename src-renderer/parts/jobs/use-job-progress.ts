/** What a job is doing and how far it is, in words and in per cent, as its card and its line tell it. */
import type { Job } from '#contract/jobs.ts'
import { useIntervalFn, useNow } from '@vueuse/core'
import { computed } from 'vue'
import { isTroubled } from '#rules/jobs/state-groups.ts'
import { groupOf } from '../../stores/jobs.ts'
import { useTexts } from '../../texts/texts.ts'
import { showTime } from '../text/show-time.ts'
import { failureWords } from './failure-words.ts'
import { stateWords } from './job-words.ts'
import { useHold } from './use-hold.ts'

export function useJobProgress(job: () => Job) {
  const t = useTexts()
  const now = useNow({ scheduler: tick => useIntervalFn(tick, 1000) })
  const hold = useHold(job)
  const group = computed(() => groupOf(job()))
  const elapsedSeconds = computed(() => {
    const { startedAt } = job()
    return startedAt === null ? 0 : Math.max(0, (now.value.getTime() - startedAt) / 1000)
  })
  const wholeTime = (seconds: number): string => showTime(seconds).replace(/\.\d$/, '')

  return {
    hold,
    group,
    isFailed: computed(() => isTroubled(job().state)),
    words: computed(() => failureWords(job(), t.value)),
    state: computed(() => {
      const { kind, blockedBy, state, isPaused } = job()
      if (hold.words.value)
        return hold.words.value.what
      if (blockedBy)
        return t.value.failures.blocked[blockedBy].what
      if (isPaused && state === 'queued')
        return t.value.queue.paused
      return state === 'done' ? t.value.make.job.waitsForTake : stateWords({ kind, state }, t.value)
    }),
    /** Empty where there is nothing to tell. */
    time: computed(() => {
      const { expectedSeconds, startedAt } = job()
      if (group.value !== 'running' || startedAt === null || elapsedSeconds.value < 2)
        return ''
      const soFar = t.value.make.job.elapsed(wholeTime(elapsedSeconds.value))
      // Longer than it ever took: no remaining time is shown.
      if (expectedSeconds === null || expectedSeconds <= elapsedSeconds.value)
        return soFar
      return `${soFar} · ${t.value.make.job.left(wholeTime(Math.ceil(expectedSeconds - elapsedSeconds.value)))}`
    }),
    /** Null where it is not known. */
    percent: computed(() => {
      const { progress, expectedSeconds } = job()
      if (progress !== null)
        return progress * 100
      // Estimated from earlier jobs: approaches the end without reaching it.
      return expectedSeconds === null || expectedSeconds === 0 ? null : 95 * (1 - Math.exp(-1.5 * elapsedSeconds.value / expectedSeconds))
    }),
  }
}
