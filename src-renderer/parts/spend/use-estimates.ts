/** Estimates and budget confirmation before sending: the same rule that main uses to hold jobs, with the prices that the user entered. */
import type { AccountId, ModelId, ProjectId } from '#contract/words.ts'
import type { Amount } from '#rules/spend/money.ts'
import type { Quantities } from '#rules/spend/quantities.ts'
import type { Texts } from '../../texts/texts.ts'
import { holdersOf, takenMicros, warnersOf } from '#rules/spend/budget.ts'
import { estimate } from '#rules/spend/estimate.ts'
import { sumOfAmounts } from '#rules/spend/money.ts'
import { useQuestion } from '../../actions/question.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useSpend } from '../../stores/spend.ts'
import { useLanguage } from '../../texts/texts.ts'
import { showAmount, showMoney } from './show-money.ts'

/** One request that would be sent. */
export interface Sending { readonly accountId: AccountId, readonly modelId: ModelId, readonly quantities: Quantities }

export interface Estimates { readonly amounts: readonly Amount[], readonly unpricedCount: number, readonly isFree: boolean }

export const noEstimates: Estimates = { amounts: [], unpricedCount: 0, isFree: false }

/** What it answers for each key, asked once. */
function once<Key, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const found = known.get(key) ?? { value: ask(key) }
    known.set(key, found)
    return found.value
  }
}

export function useEstimates() {
  const spend = useSpend()
  const accounts = useAccounts()
  const question = useQuestion()
  const language = useLanguage()

  // Thousands of lines have the same few accounts and models: the stores are asked once for each.
  function of(sendings: readonly Sending[]): Estimates {
    const { practiceId } = accounts
    const currencyOf = once((accountId: AccountId) => spend.currencyOf(accountId))
    const ratesOf = once((accountId: AccountId) => once((modelId: ModelId) => spend.ratesOf(accountId, modelId)))
    const paid = sendings.filter(({ accountId }) => accountId !== practiceId)
    const amounts = paid.flatMap(({ accountId, modelId, quantities }): Amount[] => {
      const [rates, currency] = [ratesOf(accountId)(modelId), currencyOf(accountId)]
      const guess = rates && estimate(rates, quantities)
      return guess && currency !== undefined ? [{ currency, ...guess }] : []
    })
    return { amounts: sumOfAmounts(amounts), unpricedCount: paid.length - amounts.length, isFree: sendings.length > 0 && paid.length === 0 }
  }

  /** Some of it would be held by a hard limit. */
  const isTooMuch = (
    amounts: readonly Amount[],
    projectId: ProjectId | null,
  ): boolean => amounts.some(amount => holdersOf(spend.budgets, { ...amount, projectId }).length > 0)

  /**
   * Asks the user to confirm, once a day, month or project, what would pass a soft limit. True when it may be sent; what would
   * pass a hard limit is held by main, and the queue says so.
   */
  async function confirmAmounts(amounts: readonly Amount[], projectId: ProjectId | null): Promise<boolean> {
    for (const amount of amounts) {
      const warners = warnersOf(spend.budgets, { ...amount, projectId })
      if (warners.length === 0)
        continue
      const show = (micros: number): string => showMoney(micros, amount.currency, language.language)
      const sentence = (texts: Texts): string => warners.map((budget) => {
        const words = texts.spend.ask.of[budget.period]
        return words(show(budget.softMicros ?? 0), show(takenMicros(budget)), showAmount(amount, language.language))
      }).join(' ')
      const isAgreed = await question.ask({
        title: texts => texts.spend.ask.title,
        body: texts => `${sentence(texts)} ${texts.spend.ask.once}`,
        act: texts => texts.spend.ask.act,
      })
      if (!isAgreed)
        return false
      for (const budget of warners)
        await spend.agree(budget)
    }
    return true
  }

  return {
    of,
    isTooMuch,
    confirmAmounts,
    confirm(sendings: readonly Sending[], projectId: ProjectId | null): Promise<boolean> {
      return confirmAmounts(of(sendings).amounts, projectId)
    },
  }
}
