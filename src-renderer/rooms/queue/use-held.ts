/** Jobs that a hard limit holds back: which limit, how much they need, and letting them through once. */
import type { Job } from '#contract/jobs.ts'
import type { BudgetStanding } from '#contract/spend.ts'
import { computed } from 'vue'
import { holdersOf, takenMicros } from '#rules/spend/budget.ts'
import { useNotices } from '../../actions/notices.ts'
import { useQuestion } from '../../actions/question.ts'
import { showAmounts, showMoney } from '../../parts/spend/show-money.ts'
import { useJobCost } from '../../parts/spend/use-job-cost.ts'
import { useSpend } from '../../stores/spend.ts'
import { attempt, studio } from '../../studio.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'

export function useHeld(jobs: () => readonly Job[]) {
  const t = useTexts()
  const language = useLanguage()
  const spend = useSpend()
  const cost = useJobCost()
  const notices = useNotices()
  const question = useQuestion()

  const held = computed(() => jobs().filter(job => job.blockedBy === 'budget'))
  const amounts = computed(() => cost.estimateOfJobs(held.value).amounts)
  const holders = computed<BudgetStanding[]>(() => [
    ...new Set(held.value.flatMap(job =>
      cost.amountsOf(job).flatMap(amount => holdersOf(spend.budgets, { ...amount, projectId: job.projectId })))),
  ])
  const upTo = computed(() => showAmounts(amounts.value.map(amount => ({ ...amount, leastMicros: amount.mostMicros })), language.language))

  function limitWords(budget: BudgetStanding): string {
    const words = t.value.spend.held
    const show = (micros: number): string => showMoney(micros, budget.currency, language.language)
    const limit = budget.hardMicros ?? 0
    const left = Math.max(0, limit - takenMicros(budget))
    return `${words.what[budget.period](show(limit))} ${words.left(show(left))}`
  }

  return {
    held,
    upTo,
    /** Which limits, and what is left of them. */
    what: computed(() => holders.value.length === 0 ? t.value.spend.held.what.gone : holders.value.map(limitWords).join(' ')),
    /** When it continues by itself, the latest of its limits; null where it waits for the user. */
    continues: computed<'tomorrow' | 'nextMonth' | null>(() => {
      const periods = new Set(holders.value.map(({ period }) => period))
      return periods.size === 0 || periods.has('all') ? null : periods.has('month') ? 'nextMonth' : 'tomorrow'
    }),
    async letThrough(): Promise<void> {
      const all = held.value
      const most = upTo.value
      const sentence = (texts: typeof t.value): string => all.length === 1 ? texts.spend.held.needs(most) : texts.spend.held.upTo(most)
      if (!await question.ask({
        title: texts => texts.spend.held.askTitle(all.length),
        body: sentence,
        act: texts => texts.spend.held.letThrough,
      })) {
        return
      }
      const answer = await attempt(studio.spend.letThrough({ jobIds: all.slice(0, 5000).map(job => job.id) }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { count } = answer.value
      notices.say(texts => texts.spend.held.through(count))
    },
  }
}
