/** Two limits that are entered at once are both kept. */
import type { BudgetStanding } from '#contract/spend.ts'
import { expect, it } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { useLimits } from '../../../src-renderer/rooms/spend/use-limits.ts'

const none: BudgetStanding = {
  period: 'day',
  projectId: null,
  currency: 'USD' as BudgetStanding['currency'],
  softMicros: null,
  hardMicros: null,
  spentMicros: 0,
  possibleMicros: 0,
  heldMicros: 0,
  isAgreed: false,
}

it('the second limit is sent with the first, though the studio has not answered yet', () => {
  const budget = shallowRef(none)
  effectScope().run(() => {
    const limits = useLimits(() => budget.value)
    expect(limits.withSoft(5)).toMatchObject({ softMicros: 5, hardMicros: null })
    // Meanwhile money is spent: news that know nothing of the limit.
    budget.value = { ...none, spentMicros: 3 }
    expect(limits.withHard(9)).toMatchObject({ softMicros: 5, hardMicros: 9, spentMicros: 3 })
    budget.value = { ...none, softMicros: 5, hardMicros: 9 }
    expect(limits.withSoft(null)).toMatchObject({ softMicros: null, hardMicros: 9 })
    budget.value = none
    expect(limits.withHard(7), 'deleted in another window').toMatchObject({ softMicros: null, hardMicros: 7 })
  })
})
