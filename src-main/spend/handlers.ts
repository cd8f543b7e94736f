/** The procedures of `spend`. Changes that free a budget or re-price waiting work wake the queue afterwards. */
import type { JobId } from '#contract/words.ts'
import type { StudioHandlers } from '../base/calls.ts'
import type { Engine } from '../jobs/engine.ts'
import type { Spend } from './spend.ts'
import { gatheredChanges } from '../base/gathered.ts'

export interface SpendPorts {
  readonly spend: Spend
  readonly costEstimator: { again: () => Promise<void>, ofMakingAgain: (jobIds: readonly JobId[]) => ReturnType<Spend['guess']> }
  readonly engine: Pick<Engine, 'wake' | 'prepareAgain'>
}

export function spendHandlers({ spend, costEstimator, engine }: SpendPorts): StudioHandlers['spend'] {
  return {
    changes: (_, { signal }) => spend.changes(signal),
    costs: (_, { signal }) => gatheredChanges(open => spend.costs(open), signal),
    async setCurrency({ accountId, currency }) {
      await spend.setCurrency(accountId, currency)
      await costEstimator.again()
      engine.wake()
      return {}
    },
    async setPrice(price) {
      await spend.setPrice(price)
      await costEstimator.again()
      engine.wake()
      return {}
    },
    async setBudget({ expected, ...budget }) {
      await engine.prepareAgain(() => spend.setBudget(budget, expected))
      return {}
    },
    async agree(budget) {
      await spend.agree(budget)
      return {}
    },
    async letThrough({ jobIds }) {
      const count = await spend.letThrough(jobIds)
      engine.wake()
      return { count }
    },
    result: ({ jobId }) => spend.result(jobId),
    async results({ jobIds }) {
      const all = await Promise.all(jobIds.map(async jobId => ({ jobId, ...await spend.result(jobId) })))
      return { results: all.filter(({ sums }) => sums.length > 0) }
    },
    again: ({ jobIds }) => costEstimator.ofMakingAgain(jobIds),
    project: ({ projectId }) => spend.project(projectId),
    report: async period => ({ report: await spend.report(period) }),
    export: period => spend.exportFile(period),
  }
}
