/**
 * What each job costs, by the prices of the moment in which it leaves. Holding is one transaction: it counts all that was
 * spent, may have been, or is under way, and either this fits beside it or it does not leave. So no number of jobs at
 * once can pass a hard limit together.
 */
import type { BudgetStanding, Cost, Currency, Rates } from '#contract/spend.ts'
import type { AccountId, JobId, LineId, ModelId, ProjectId } from '#contract/words.ts'
import type { Quantities } from '#rules/spend/quantities.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Budgets } from './budgets.ts'
import type { Prices } from './prices.ts'
import { Rates as RatesShape } from '#contract/spend.ts'
import { fittingOf, holdersOf } from '#rules/spend/budget.ts'
import { estimate } from '#rules/spend/estimate.ts'
import { createChanges } from '../base/changes.ts'
import { sql } from '../storage/sql.ts'

/** The job that is to be paid, and how much it asks for. */
export interface CostInput {
  readonly jobId: JobId
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly projectId: ProjectId | null
  readonly quantities: Quantities
}

export interface Costs {
  /** For jobs that wait: what they would cost by today's prices. A job that is on its way is left alone. */
  plan: (asked: CostInput) => Promise<void>
  /** Takes the money's place in the budgets, or answers which of them have no room; nothing may leave then. */
  hold: (asked: CostInput) => Promise<BudgetStanding[]>
  /** What was really made takes the place of what was expected. Repeats are harmless. */
  settle: (jobId: JobId, made: Quantities) => Promise<void>
  /** Of jobs that a budget holds, in their order, those that have room now. */
  fitting: (jobIds: readonly JobId[]) => Promise<JobId[]>
  /** Answers how many of them have not left yet. */
  letThrough: (jobIds: readonly JobId[]) => Promise<number>
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Cost, JobId>>
}

interface CostRow {
  job_id: JobId
  currency: Currency
  rates: string
  quantities: string
  least_micros: number
  most_micros: number
  micros: number | null
  is_let_through: number
}

const columns = sql`costs.job_id, costs.currency, costs.rates, costs.quantities, costs.least_micros, costs.most_micros, costs.micros, costs.is_let_through`

export function createCosts({ db, clock, prices, budgets }: { db: Database, clock: Clock, prices: Prices, budgets: Budgets }): Costs {
  const news = createChanges<Cost, JobId>()

  const rowOf = (tx: Transaction, jobId: JobId): Promise<CostRow | undefined> => tx.get<CostRow>(sql`SELECT ${columns} FROM costs WHERE job_id = ${jobId}`)

  async function announce(jobId: JobId): Promise<void> {
    const row = await rowOf(db, jobId)
    if (row)
      news.changed(costOf(row))
    else
      news.removed(jobId)
  }

  async function write(tx: Transaction, asked: CostInput, price: { rates: Rates, currency: Currency }, isHeld: boolean): Promise<void> {
    const { leastMicros, mostMicros } = estimate(price.rates, asked.quantities) ?? { leastMicros: 0, mostMicros: 0 }
    const lineId = await lineOf(tx, asked.jobId)
    await tx.run(sql`
      INSERT INTO costs (job_id, currency, rates, quantities, least_micros, most_micros, line_id, is_held, at)
      VALUES (${asked.jobId}, ${price.currency}, ${JSON.stringify(price.rates)}, ${JSON.stringify(asked.quantities)}, ${leastMicros}, ${mostMicros},
        ${lineId}, ${isHeld}, ${clock.now()})
      ON CONFLICT (job_id) DO UPDATE SET currency = excluded.currency, rates = excluded.rates, quantities = excluded.quantities,
        least_micros = excluded.least_micros, most_micros = excluded.most_micros, micros = NULL, line_id = excluded.line_id,
        is_held = excluded.is_held, at = excluded.at`)
  }

  /** The price that counts anything of what is asked for. */
  async function priceOf(tx: Transaction, asked: CostInput): Promise<{ rates: Rates, currency: Currency, mostMicros: number } | null> {
    const price = await prices.of(tx, asked.accountId, asked.modelId)
    const guess = price && estimate(price.rates, asked.quantities)
    return price && guess ? { ...price, mostMicros: guess.mostMicros } : null
  }

  async function planIn(tx: Transaction, asked: CostInput): Promise<void> {
    const price = await priceOf(tx, asked)
    const job = await tx.get<{ state: string }>(sql`SELECT state FROM jobs WHERE id = ${asked.jobId}`)
    if (job?.state !== 'queued' && job?.state !== 'blocked')
      return
    if (price)
      await write(tx, asked, price, false)
    else
      await tx.run(sql`DELETE FROM costs WHERE job_id = ${asked.jobId}`)
  }

  async function holdIn(tx: Transaction, asked: CostInput): Promise<BudgetStanding[]> {
    const price = await priceOf(tx, asked)
    if (!price) {
      await tx.run(sql`DELETE FROM costs WHERE job_id = ${asked.jobId}`)
      return []
    }
    const isLetThrough = (await rowOf(tx, asked.jobId))?.is_let_through === 1
    const holders = isLetThrough ? [] : holdersOf(await budgets.standing(tx, asked.jobId), { ...price, projectId: asked.projectId })
    await write(tx, asked, price, holders.length === 0)
    return holders
  }

  async function settleIn(tx: Transaction, jobId: JobId, made: Quantities): Promise<void> {
    const row = await rowOf(tx, jobId)
    if (!row)
      return
    // Written by `write` from quantities.
    const asked = JSON.parse(row.quantities) as Quantities
    const quantities: Quantities = { ...asked, ...made }
    const cost = estimate(RatesShape.parse(JSON.parse(row.rates)), quantities)
    const micros = cost && cost.leastMicros === cost.mostMicros ? cost.leastMicros : null
    await tx.run(sql`
      UPDATE costs SET micros = ${micros}, quantities = ${JSON.stringify(quantities)},
        least_micros = ${cost?.leastMicros ?? 0}, most_micros = ${cost?.mostMicros ?? 0} WHERE job_id = ${jobId}`)
  }

  return {
    async plan(asked) {
      await db.transaction(tx => planIn(tx, asked))
      await announce(asked.jobId)
    },
    async hold(asked) {
      const holders = await db.transaction(tx => holdIn(tx, asked))
      await announce(asked.jobId)
      return holders
    },
    async settle(jobId, made) {
      await db.transaction(tx => settleIn(tx, jobId, made))
      await announce(jobId)
    },
    async fitting(jobIds) {
      const rows = await db.all<CostRow & { project_id: ProjectId | null }>(sql`
        SELECT ${columns}, jobs.project_id FROM costs JOIN jobs ON jobs.id = costs.job_id WHERE costs.job_id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)}))`)
      const byId = new Map(rows.map(row => [row.job_id, row]))
      // Without a cost, or with the person's word, nothing holds it.
      const free = jobIds.filter(id => (byId.get(id)?.is_let_through ?? 1) === 1)
      const wishes = jobIds.flatMap((id) => {
        const row = byId.get(id)
        return row && row.is_let_through === 0 ? [{ id, currency: row.currency, mostMicros: row.most_micros, projectId: row.project_id }] : []
      })
      return [...free, ...fittingOf(await budgets.standing(), wishes).map(wish => wish.id)]
    },
    async letThrough(jobIds) {
      const { changes } = await db.run(sql`
        UPDATE costs SET is_let_through = 1 WHERE is_let_through = 0 AND job_id IN (
          SELECT id FROM jobs WHERE state IN ('queued', 'blocked') AND id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)})))`)
      for (const jobId of jobIds)
        await announce(jobId)
      return changes
    },
    changes: signal => news.subscribe(
      async () => (await db.all<CostRow>(sql`SELECT ${columns} FROM costs JOIN jobs ON jobs.id = costs.job_id WHERE jobs.cleared_at IS NULL`)).map(costOf),
      signal,
    ),
  }
}

function costOf(row: CostRow): Cost {
  return { id: row.job_id, currency: row.currency, leastMicros: row.least_micros, mostMicros: row.most_micros, micros: row.micros, isLetThrough: row.is_let_through === 1 }
}

/** The line that it is paid for: its own, or for a part of a long text, at whichever try, that of the whole. */
async function lineOf(tx: Transaction, jobId: JobId): Promise<LineId | null> {
  const found = await tx.get<{ line_id: LineId }>(sql`
    WITH RECURSIVE tries (id, request_id, line_id, retry_of) AS (
      SELECT id, request_id, line_id, retry_of FROM jobs WHERE id = ${jobId}
      UNION SELECT jobs.id, jobs.request_id, jobs.line_id, jobs.retry_of FROM jobs JOIN tries ON tries.retry_of = jobs.id
    )
    SELECT coalesce(tries.line_id, whole.line_id) AS line_id FROM tries
    LEFT JOIN jobs AS whole ON whole.request_id = tries.request_id AND whole.kind = 'join'
    WHERE coalesce(tries.line_id, whole.line_id) IS NOT NULL LIMIT 1`)
  return found?.line_id ?? null
}
