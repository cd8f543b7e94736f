/** Prices, currencies and budgets, as main has them. */
import type { Budget, BudgetStanding, Currency, Price, Rates } from '#contract/spend.ts'
import type { AccountId, ModelId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, readonly, shallowRef } from 'vue'
import { attempt, studio } from '../studio.ts'
import { useFeed } from './feed.ts'

interface SpendNow {
  readonly currencies: readonly { accountId: AccountId, currency: Currency }[]
  readonly prices: readonly Price[]
  readonly budgets: readonly BudgetStanding[]
}

/**
 * The budgets change with each job that moves, prices seldom: what is the same stays the same object, so that the costs of thousands of
 * lines are not worked out again.
 */
function sameOr<Part>(before: Part, now: Part): Part {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}

export const useSpend = defineStore('spend', () => {
  const now = shallowRef<SpendNow>({ currencies: [], prices: [], budgets: [] })
  const isReady = shallowRef(false)
  useFeed(options => studio.spend.changes({}, options), (event) => {
    now.value = {
      currencies: sameOr(now.value.currencies, event.currencies),
      prices: sameOr(now.value.prices, event.prices),
      budgets: sameOr(now.value.budgets, event.budgets),
    }
    isReady.value = true
  })

  const keyOf = (accountId: AccountId, modelId: ModelId): string => `${accountId} ${modelId}`
  const pricesNow = computed(() => now.value.prices)
  const currenciesNow = computed(() => now.value.currencies)
  const prices = computed(() => new Map(pricesNow.value.map(price => [keyOf(price.accountId, price.modelId), price.rates])))
  const currencies = computed(() => new Map(currenciesNow.value.map(each => [each.accountId, each.currency])))

  return {
    isReady: readonly(isReady),
    budgets: computed(() => now.value.budgets),
    hasPrices: computed(() => now.value.prices.length > 0),
    /** Undefined for the practice account, which is free. */
    currencyOf: (accountId: AccountId): Currency | undefined => currencies.value.get(accountId),
    ratesOf: (accountId: AccountId, modelId: ModelId): Rates | undefined => prices.value.get(keyOf(accountId, modelId)),
    setPrice: (price: Price) => attempt(studio.spend.setPrice(price)),
    setCurrency: (accountId: AccountId, currency: Currency) => attempt(studio.spend.setCurrency({ accountId, currency })),
    setBudget: ({ period, projectId, currency, softMicros, hardMicros }: Budget, expected?: Pick<Budget, 'softMicros' | 'hardMicros'>) =>
      attempt(studio.spend.setBudget({ period, projectId, currency, softMicros, hardMicros, ...expected && { expected } })),
    agree: ({ period, projectId, currency }: Pick<Budget, 'period' | 'projectId' | 'currency'>) =>
      attempt(studio.spend.agree({ period, projectId, currency })),
  }
})
