/** What a job of the queue costs, in words that say how sure that is. */
import type { Job } from '#contract/jobs.ts'
import type { Amount } from '#rules/spend/money.ts'
import type { Attempt } from '../../wire/attempt.ts'
import type { Estimates } from './use-estimates.ts'
import { isLeaving, isNotBegun } from '#rules/jobs/state-groups.ts'
import { sumOfAmounts } from '#rules/spend/money.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useCosts } from '../../stores/costs.ts'
import { attempt, studio } from '../../studio.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { showAmount, showAmounts, showMoney } from './show-money.ts'

export function useJobCost() {
  const t = useTexts()
  const language = useLanguage()
  const costs = useCosts()
  const accounts = useAccounts()

  const amountsOf = (job: Job): Amount[] => {
    const cost = costs.get(job.id)
    return cost ? [cost] : []
  }

  return {
    amountsOf,
    /** What these jobs would cost together, those that have a price; work of this machine and of the practice account is free. */
    estimateOfJobs(jobs: readonly Job[]): Estimates {
      const known = costs.byId
      const practice = new Set<Job['accountId']>(accounts.all.filter(account => account.isPractice).map(account => account.id))
      const paid = jobs.filter(job => job.kind !== 'join' && job.kind !== 'render' && !practice.has(job.accountId))
      const amounts = paid.flatMap(job => known.get(job.id) ?? [])
      return { amounts: sumOfAmounts(amounts), unpricedCount: paid.length - amounts.length, isFree: jobs.length > 0 && paid.length === 0 }
    },
    /** Empty without a price, and for what was surely not charged. */
    words(job: Job): string {
      const cost = costs.get(job.id)
      if (!cost)
        return ''
      const range = showAmount(cost, language.language)
      const amount = cost.micros === null ? range : showMoney(cost.micros, cost.currency, language.language)
      const words = t.value.spend
      if (isNotBegun(job.state) || isLeaving(job.state))
        return words.waitsFor(range)
      switch (job.charged) {
        case 'yes': return words.costs(cost.micros === null && cost.leastMicros !== cost.mostMicros ? words.about(amount) : amount)
        case 'no': return ''
        default: return words.possibly(amount)
      }
    },
    /** What making these again costs, as main prices what it will send: an earlier attempt may have had another price, or none. */
    async ofMakingAgain(jobs: readonly Pick<Job, 'id'>[]): Promise<Attempt<Estimates>> {
      const answer = await attempt(studio.spend.again({ jobIds: jobs.map(job => job.id) }))
      if (answer.fault)
        return answer
      const { amounts, unpricedCount } = answer.value
      return { value: { amounts: sumOfAmounts(amounts), unpricedCount, isFree: amounts.length === 0 && unpricedCount === 0 } }
    },
    /** The same in words; empty for what is free. */
    againWords({ amounts, unpricedCount }: Estimates): string {
      const words = t.value.spend
      const parts = [
        ...amounts.length > 0 ? [words.about(showAmounts(amounts, language.language))] : [],
        ...unpricedCount > 0 ? [words.unpriced(unpricedCount)] : [],
      ]
      return parts.length > 0 ? `${words.cost}: ${parts.join(' · ')}.` : ''
    },
  }
}
