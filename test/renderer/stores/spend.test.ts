/** Prices on the page: news of budgets, which comes with each job that moves, asks for no cost to be worked out again. */
import type { AccountId, ModelId } from '#contract/words.ts'
import type { StudioHandlers } from '../../../src-main/studio/ports.ts'
import { expect, it, vi } from 'vitest'
import { computed } from 'vue'
import { noRates } from '#rules/spend/estimate.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { useSpend } from '../../../src-renderer/stores/spend.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

type SpendNow = ReturnType<StudioHandlers['spend']['changes']> extends AsyncIterable<infer Event> ? Event : never

it('stay the same while only budgets change', async () => {
  const studio = await openTestStudio()
  const accountId = newId<AccountId>()
  const modelId = 'any' as ModelId
  const state = (image: number, spentMicros: number): SpendNow => ({
    currencies: [{ accountId, currency: 'USD' }],
    prices: [{ accountId, modelId, rates: { ...noRates, image } }],
    budgets: [{
      ...{ period: 'day', projectId: null, currency: 'USD', softMicros: null, hardMicros: 100, isAgreed: false },
      ...{ spentMicros, possibleMicros: 0, heldMicros: 0 },
    }],
  })
  const next = Promise.withResolvers<SpendNow>()
  const last = Promise.withResolvers<SpendNow>()
  const { spend } = studio.handlers
  openPage({ ...studio, handlers: { ...studio.handlers, spend: { ...spend, async* changes() {
    yield state(1, 0)
    yield await next.promise
    yield await last.promise
  } } } })
  const store = useSpend()
  let times = 0
  const cost = computed(() => {
    times += 1
    return [store.ratesOf(accountId, modelId)?.image, store.currencyOf(accountId)]
  })
  await expect.poll(() => store.isReady).toBe(true)
  expect(cost.value).toEqual([1, 'USD'])
  next.resolve(state(1, 50))
  await expect.poll(() => store.budgets[0]?.spentMicros).toBe(50)
  expect([cost.value, times]).toEqual([[1, 'USD'], 1])
  last.resolve(state(2, 50))
  await expect.poll(() => cost.value[0]).toBe(2)
})
