/**
 * Spend: prices that the person entered, what each job cost by them, and budgets that hold what would pass them. All of
 * it is in the ledger's file, beside the jobs it is about; takes and projects may be gone.
 */
import type { Budget, BudgetStanding, Currency, Price } from '#contract/spend.ts'
import type { AccountId, JobId, ProjectId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Costs } from './costs.ts'
import type { Reports } from './report.ts'
import { createFeed } from '../base/feed.ts'
import { createBudgets } from './budgets.ts'
import { createCosts } from './costs.ts'
import { localDayOf } from './local-day.ts'
import { createPrices } from './prices.ts'
import { createReports } from './report.ts'

export interface SpendNow { currencies: { accountId: AccountId, currency: Currency }[], prices: Price[], budgets: BudgetStanding[] }

export interface Spend extends Omit<Costs, 'changes'>, Reports {
  changes: (signal?: AbortSignal) => AsyncIterable<SpendNow>
  costs: Costs['changes']
  setCurrency: (accountId: AccountId, currency: Currency) => Promise<void>
  setPrice: (price: Price) => Promise<void>
  setBudget: (budget: Budget) => Promise<void>
  agree: (budget: Pick<Budget, 'projectId' | 'currency'>) => Promise<void>
  /** Jobs have moved: the budgets may stand otherwise. */
  noteMoved: () => void
  /** Tells how the budgets stand whenever a day begins, though nothing moved, until the signal aborts. */
  followDays: (signal: AbortSignal) => Promise<void>
}

/** A timer stands still while the machine sleeps, so that midnight itself is not waited for. */
const dayLooksMs = 60_000

export function createSpend(ports: { db: Database, clock: Clock, nameOfProject: (projectId: ProjectId) => Promise<string | null> }): Spend {
  const prices = createPrices(ports)
  const budgets = createBudgets(ports)
  const costs = createCosts({ ...ports, prices, budgets })
  const feed = createFeed<SpendNow>()
  let telling: Promise<void> | undefined
  let isTellingAgain = false

  const now = async (): Promise<SpendNow> => ({ currencies: await prices.currencies(), prices: await prices.all(), budgets: await budgets.standing() })

  async function tellWhileWanted(): Promise<void> {
    do {
      isTellingAgain = false
      feed.publish(await now())
    } while (isTellingAgain)
  }

  /** However much moves at once, one telling follows another and the last one has it all. */
  function noteMoved(): void {
    isTellingAgain = true
    telling ??= tellWhileWanted()
      .catch(() => {
        // The ledger is closing: nobody is left to be told.
      })
      .finally(() => {
        telling = undefined
        // What moved after the last look and before this moment.
        if (isTellingAgain)
          noteMoved()
      })
  }

  async function andTell<Answer>(work: Promise<Answer>): Promise<Answer> {
    const answer = await work
    noteMoved()
    return answer
  }

  return {
    ...createReports(ports),
    changes: signal => feed.subscribe(now, signal),
    costs: costs.changes,
    plan: costs.plan,
    fitting: costs.fitting,
    noteMoved,
    async followDays(signal) {
      let today = localDayOf(ports.clock.now())
      while (!signal.aborted) {
        await ports.clock.sleep(dayLooksMs, signal).catch(() => {
          // The studio closes, and the loop with it.
        })
        const day = localDayOf(ports.clock.now())
        if (day.startsAt !== today.startsAt)
          noteMoved()
        today = day
      }
    },
    hold: asked => andTell(costs.hold(asked)),
    settle: (jobId: JobId, made) => andTell(costs.settle(jobId, made)),
    letThrough: jobIds => andTell(costs.letThrough(jobIds)),
    setCurrency: (accountId, currency) => andTell(prices.setCurrency(accountId, currency)),
    setPrice: price => andTell(prices.set(price)),
    setBudget: budget => andTell(budgets.set(budget)),
    agree: budget => andTell(budgets.agree(budget)),
  }
}
