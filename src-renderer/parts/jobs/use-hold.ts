/** Why and until when a service keeps a job waiting, and asking it in spite of that. */
import type { ComputedRef } from 'vue'
import type { Job } from '#contract/jobs.ts'
import { computed } from 'vue'
import { holdShown } from '#rules/jobs/holds.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useClock } from '../../stores/clock.ts'
import { useJobs } from '../../stores/jobs.ts'
import { useModels } from '../../stores/models.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { showUntil } from '../text/show-ago.ts'

export interface HoldWords {
  /** Until when, and what it concerns. */
  what: string
  /** The service's words; empty when it gave none. */
  said: string
}

export function useHold(job: () => Job | undefined): { words: ComputedRef<HoldWords | null>, mayTry: ComputedRef<boolean> } {
  const t = useTexts()
  const language = useLanguage()
  const clock = useClock()
  const jobs = useJobs()
  const models = useModels()
  const accounts = useAccounts()
  const hold = computed(() => {
    const shown = job()
    return shown ? holdShown(shown, jobs.queue.holds, clock.second) : null
  })

  function why(): string {
    const words = t.value.failures.hold.why
    if (hold.value?.covers === 'free')
      return words.free
    const { modelId } = hold.value ?? {}
    return modelId ? words.model(models.get(modelId)?.label ?? modelId) : words.account(accounts.get(job()?.accountId)?.name ?? '…')
  }

  return {
    words: computed(() => hold.value && {
      what: `${t.value.failures.hold.until(showUntil(hold.value.until, clock.second, language.language))} ${why()}`,
      said: hold.value.said === '' ? '' : t.value.failures.said(hold.value.said),
    }),
    /** A pause keeps paid requests back whatever the service says. */
    mayTry: computed(() => hold.value !== null && (hold.value.covers === 'free' || !(job()?.isPaused || jobs.queue.isPaused))),
  }
}
