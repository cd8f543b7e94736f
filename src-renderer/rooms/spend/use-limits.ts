/** Limits as they were typed last: one that is entered before the other has come back from the studio does not undo it. */
import type { BudgetStanding, Micros } from '#contract/spend.ts'
import { shallowRef, watch } from 'vue'

export function useLimits(budget: () => BudgetStanding) {
  const soft = shallowRef<Micros | null>(null)
  const hard = shallowRef<Micros | null>(null)
  watch(() => budget().softMicros, (micros) => {
    soft.value = micros
  }, { immediate: true, flush: 'sync' })
  watch(() => budget().hardMicros, (micros) => {
    hard.value = micros
  }, { immediate: true, flush: 'sync' })
  const both = (): BudgetStanding => ({ ...budget(), softMicros: soft.value, hardMicros: hard.value })
  return {
    /** The budget with this limit, and the other one as it was typed last. */
    withSoft(micros: Micros | null): BudgetStanding {
      soft.value = micros
      return both()
    },
    withHard(micros: Micros | null): BudgetStanding {
      hard.value = micros
      return both()
    },
  }
}
