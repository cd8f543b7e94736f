/**
 * Spend: the prices that the user entered, what each job cost by them, and the budgets that hold jobs back. All of it is
 * in the ledger's file, next to the jobs; takes and projects may have been deleted.
 */
import type { Budget, BudgetStanding, Currency, Price } from '#contract/spend.ts'
import type { AccountId, ProjectId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Limits } from './budgets.ts'
import type { Costs } from './costs.ts'
import type { Reports } from './report.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { spanOf } from '#rules/spend/periods.ts'
import { createFeed } from '../base/feed.ts'
import { createBudgets } from './budgets.ts'
import { createCosts } from './costs.ts'
import { createPrices } from './prices.ts'
import { createReports } from './report.ts'

export interface SpendNow { currencies: { accountId: AccountId, currency: Currency }[], prices: Price[], budgets: BudgetStanding[] }

export interface Spend extends Omit<Costs, 'changes'>, Reports {
  changes: (signal?: AbortSignal) => AsyncIterable<SpendNow>
  costs: Costs['changes']
  setCurrency: (accountId: AccountId, currency: Currency) => Promise<void>
  setPrice: (price: Price) => Promise<void>
  /** @throws Fault changed-meanwhile when the limits are not the expected ones */
  setBudget: (budget: Budget, expected?: Limits) => Promise<void>
  agree: (budget: Pick<Budget, 'period' | 'projectId' | 'currency'>) => Promise<void>
  /** Jobs have moved, so that the budgets may have changed. */
  noteMoved: () => void
  /** Publishes the budgets whenever a day, and so a month, begins, until the signal aborts. */
  followDays: (signal: AbortSignal, onNewDay?: () => void) => Promise<void>
}

/** Timers stop while the machine sleeps, so the date is checked again and again instead of at midnight. */
const dayCheckMs = 60_000
/** Between two publications; in milliseconds. */
const restMs = 100

export function createSpend(ports: { db: Database, clock: Clock, nameOfProject: (projectId: ProjectId) => Promise<string | null> }): Spend {
  const prices = createPrices(ports)
  const budgets = createBudgets(ports)
  const costs = createCosts({ ...ports, prices, budgets })
  const feed = createFeed<SpendNow>()
  let publishing: Promise<void> | undefined
  let isPublishWanted = false

  const now = async (): Promise<SpendNow> => ({
    currencies: await prices.currencies(),
    prices: await prices.all(),
    budgets: await budgets.standing(),
  })

  /** What was published last; null when somebody has begun to listen since, who may have been told something else. */
  let published: string | null = null
  async function publishWhileWanted(): Promise<void> {
    do {
      isPublishWanted = false
      const state = await now()
      const text = JSON.stringify(state)
      if (text !== published)
        feed.publish(state)
      published = text
      // Dozens of jobs can move in a second, and most move no money. Who closes the ledger does not wait for this.
      await sleep(restMs, undefined, { ref: false })
    } while (isPublishWanted)
  }

  /** Moves during a publication are published by the next one: never two at once, and the last has everything. */
  function noteMoved(): void {
    isPublishWanted = true
    publishing ??= publishWhileWanted()
      .catch(() => {
        // The ledger is closing and has no subscribers any more.
      })
      .finally(() => {
        publishing = undefined
        // Something moved after the last publication.
        if (isPublishWanted)
          noteMoved()
      })
  }

  async function andPublish<Answer>(work: Promise<Answer>): Promise<Answer> {
    const answer = await work
    noteMoved()
    return answer
  }

  return {
    ...createReports(ports),
    changes: signal => feed.subscribe(() => {
      published = null
      return now()
    }, signal),
    costs: costs.changes,
    plan: costs.plan,
    fitting: costs.fitting,
    costsOf: costs.costsOf,
    guess: costs.guess,
    noteMoved,
    async followDays(signal, onNewDay = () => {}) {
      let today = spanOf('day', ports.clock.now())
      while (!signal.aborted) {
        await ports.clock.sleep(dayCheckMs, signal).catch(() => {
          // The studio closes, and the loop with it.
        })
        const day = spanOf('day', ports.clock.now())
        if (day.startsAt !== today.startsAt) {
          noteMoved()
          onNewDay()
        }
        today = day
      }
    },
    hold: asked => andPublish(costs.hold(asked)),
    settle: (jobId, made, how) => andPublish(costs.settle(jobId, made, how)),
    letThrough: jobIds => andPublish(costs.letThrough(jobIds)),
    setCurrency: (accountId, currency) => andPublish(prices.setCurrency(accountId, currency)),
    setPrice: price => andPublish(prices.set(price)),
    setBudget: (budget, expected) => andPublish(budgets.set(budget, expected)),
    agree: budget => andPublish(budgets.agree(budget)),
  }
}
