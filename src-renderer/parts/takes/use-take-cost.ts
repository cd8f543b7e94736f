/** What a take cost, from the ledger, which keeps it after the job has left the list. */
import type { ComputedRef } from 'vue'
import type { Sum } from '#contract/spend.ts'
import type { Take } from '#contract/takes.ts'
import { computed, shallowRef, watch } from 'vue'
import { attempt, patientStudio } from '../../studio.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { showSums } from '../spend/show-money.ts'

/** Empty where nothing is known of a price. */
export function useTakeCost(take: () => Take): ComputedRef<string> {
  const t = useTexts()
  const language = useLanguage()
  const found = shallowRef<{ sums: readonly Sum[], resultCount: number } | null>(null)

  watch(() => take().jobId, async (jobId) => {
    found.value = null
    const answer = jobId === null || take().isPractice ? null : await attempt(patientStudio.spend.result({ jobId }))
    if (take().jobId === jobId && answer?.value)
      found.value = answer.value
  }, { immediate: true })

  return computed(() => {
    if (take().isPractice && take().jobId !== null)
      return t.value.spend.free
    if (!found.value || found.value.sums.length === 0)
      return ''
    const words = showSums(found.value.sums, t.value, language.language)
    return found.value.resultCount > 1 ? `${words}, ${t.value.spend.shared(found.value.resultCount)}` : words
  })
}
