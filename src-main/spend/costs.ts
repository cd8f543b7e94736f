/**
 * What each job costs, by the prices of the moment in which it is sent. Holding money is one transaction: it adds up what
 * was spent, may have been, or is under way, and a job that does not fit is not sent. So no number of concurrent jobs can
 * exceed a hard limit together.
 */
import type { JobState } from '#contract/jobs.ts'
import type { BudgetStanding, Cost, Currency, Rates } from '#contract/spend.ts'
import type { AccountId, JobId, LineId, ModelId, ProjectId } from '#contract/words.ts'
import type { Amount } from '#rules/spend/money.ts'
import type { Quantities, Quantity, Range } from '#rules/spend/quantities.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Budgets } from './budgets.ts'
import type { Prices } from './prices.ts'
import { z } from 'zod'
import { Currency as CurrencyShape, Micros, Rates as RatesShape } from '#contract/spend.ts'
import { Instant, JobId as JobIdShape, LineId as LineIdShape, ProjectId as ProjectIdShape } from '#contract/words.ts'
import { isNotBegun, notBegunStates } from '#rules/jobs/state-groups.ts'
import { fittingOf, holdersOf } from '#rules/spend/budget.ts'
import { estimate } from '#rules/spend/estimate.ts'
import { createChanges } from '../base/changes.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, FlagNumber, jsonText, rowParser } from '../storage/table.ts'
import { readEach, readOne } from '../storage/unreadable-rows.ts'

/** A job that costs money, and the quantities that it asks for. */
export interface CostInput {
  readonly jobId: JobId
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly projectId: ProjectId | null
  readonly quantities: Quantities
}

export interface Costs {
  /** Writes what a waiting job would cost by today's prices; ignores a job that has begun. */
  plan: (input: CostInput) => Promise<void>
  /** Holds the money in the budgets, or answers those that have no room: then the job must not be sent. */
  hold: (input: CostInput) => Promise<BudgetStanding[]>
  /**
   * Replaces the expected quantities by those of the results. Repeats are harmless. Of a result that is not whole, no quantity becomes
   * smaller than was expected: what is missing was paid for, too.
   */
  settle: (jobId: JobId, made: Quantities, how?: { readonly isWhole: boolean }) => Promise<void>
  /** Of the jobs that a budget holds back, in their order, those that have room now. */
  fitting: (jobIds: readonly JobId[]) => Promise<JobId[]>
  /** Lets jobs pass the hard limits. Answers how many of them had not been sent yet. */
  letThrough: (jobIds: readonly JobId[]) => Promise<number>
  /** What sending this would cost by today's prices: an amount for each that has one. `unpricedCount` are the others that are paid for. */
  guess: (inputs: readonly CostInput[]) => Promise<{ amounts: Amount[], unpricedCount: number }>
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Cost, JobId>>
  /** Of these jobs those that have a price. */
  costsOf: (jobIds: readonly JobId[]) => Promise<Cost[]>
}

const quantityNames = [
  'requests',
  'characters',
  'resultMs',
  'sourceMs',
  'images',
  'tokensIn',
  'tokensOut',
  'registrations',
] as const satisfies readonly Quantity[]
/** Nothing where the row cannot be read: a job that was paid must not fail for that. */
const QuantitiesShape = z.partialRecord(z.enum(quantityNames), z.object({ least: z.number(), most: z.number() })).catch({})

const Columns = z.object({
  job_id: JobIdShape,
  currency: CurrencyShape,
  rates: z.string(),
  quantities: z.string(),
  least_micros: Micros,
  most_micros: Micros,
  micros: Micros.nullable(),
  is_let_through: FlagNumber,
})
export const costsTable = defineTable('costs', Columns, {
  unread: {
    rates: jsonText(RatesShape),
    quantities: jsonText(z.looseObject({})),
    line_id: LineIdShape.nullable(),
    is_held: FlagNumber,
    at: Instant,
  },
})
type CostRow = z.output<typeof Columns>
const { columns } = costsTable
const parseWithProject = rowParser('costs', Columns.extend({ project_id: ProjectIdShape.nullable() }))

export function createCosts({ db, clock, prices, budgets }: { db: Database, clock: Clock, prices: Prices, budgets: Budgets }): Costs {
  const news = createChanges<Cost, JobId>()

  const rowOf = async (tx: Transaction, jobId: JobId): Promise<CostRow | undefined> =>
    readOne(await tx.get(sql`SELECT ${columns} FROM costs WHERE job_id = ${jobId}`), costsTable.parse)

  /** Most jobs cost nothing that is known: of those there is nothing to tell. `hadOne`: it had a cost until now. */
  async function announce(jobId: JobId, hadOne = false): Promise<void> {
    const row = await rowOf(db, jobId)
    if (row)
      news.changed(costOf(row))
    else if (hadOne)
      news.removed(jobId)
  }

  async function forget(tx: Transaction, jobId: JobId): Promise<boolean> {
    return (await tx.run(sql`DELETE FROM costs WHERE job_id = ${jobId}`)).changes > 0
  }

  async function write(tx: Transaction, input: CostInput, price: { rates: Rates, currency: Currency }, isHeld: boolean): Promise<void> {
    const { leastMicros, mostMicros } = estimate(price.rates, input.quantities) ?? { leastMicros: 0, mostMicros: 0 }
    const lineId = await lineOf(tx, input.jobId)
    await tx.run(sql`
      INSERT INTO costs (job_id, currency, rates, quantities, least_micros, most_micros, line_id, is_held, at)
      VALUES (${input.jobId}, ${price.currency}, ${JSON.stringify(price.rates)}, ${JSON.stringify(input.quantities)}, ${leastMicros},
        ${mostMicros},
        ${lineId}, ${isHeld}, ${clock.now()})
      ON CONFLICT (job_id) DO UPDATE SET currency = excluded.currency, rates = excluded.rates, quantities = excluded.quantities,
        least_micros = excluded.least_micros, most_micros = excluded.most_micros, micros = NULL, line_id = excluded.line_id,
        is_held = excluded.is_held, at = excluded.at`)
  }

  /** Null when the price counts none of the job's quantities. */
  async function priceOf(tx: Transaction, input: CostInput): Promise<{ rates: Rates, currency: Currency, mostMicros: number } | null> {
    const price = await prices.of(tx, input.accountId, input.modelId)
    const guess = price && estimate(price.rates, input.quantities)
    return price && guess ? { ...price, mostMicros: guess.mostMicros } : null
  }

  /** Answers whether a cost was forgotten. */
  async function planIn(tx: Transaction, input: CostInput): Promise<boolean> {
    const price = await priceOf(tx, input)
    const job = await tx.get<{ state: JobState }>(sql`SELECT state FROM jobs WHERE id = ${input.jobId}`)
    if (!job || !isNotBegun(job.state))
      return false
    if (!price)
      return forget(tx, input.jobId)
    await write(tx, input, price, false)
    return false
  }

  async function holdIn(tx: Transaction, input: CostInput): Promise<{ holders: BudgetStanding[], isForgotten: boolean }> {
    const price = await priceOf(tx, input)
    if (!price)
      return { holders: [], isForgotten: await forget(tx, input.jobId) }
    const isLetThrough = (await rowOf(tx, input.jobId))?.is_let_through === 1
    const holders = isLetThrough ? [] : holdersOf(await budgets.standing(tx, input.jobId), { ...price, projectId: input.projectId })
    await write(tx, input, price, holders.length === 0)
    return { holders, isForgotten: false }
  }

  async function settleIn(tx: Transaction, jobId: JobId, made: Quantities, isWhole: boolean): Promise<void> {
    const row = await rowOf(tx, jobId)
    if (!row)
      return
    const asked: Quantities = QuantitiesShape.parse(JSON.parse(row.quantities))
    const quantities: Quantities = { ...asked, ...isWhole ? made : atLeast(asked, made) }
    const cost = estimate(RatesShape.parse(JSON.parse(row.rates)), quantities)
    const micros = cost && cost.leastMicros === cost.mostMicros ? cost.leastMicros : null
    await tx.run(sql`
      UPDATE costs SET micros = ${micros}, quantities = ${JSON.stringify(quantities)},
        least_micros = ${cost?.leastMicros ?? 0}, most_micros = ${cost?.mostMicros ?? 0} WHERE job_id = ${jobId}`)
  }

  return {
    async plan(input) {
      await announce(input.jobId, await db.transaction(tx => planIn(tx, input)))
    },
    async hold(input) {
      const { holders, isForgotten } = await db.transaction(tx => holdIn(tx, input))
      await announce(input.jobId, isForgotten)
      return holders
    },
    async settle(jobId, made, { isWhole } = { isWhole: true }) {
      await db.transaction(tx => settleIn(tx, jobId, made, isWhole))
      await announce(jobId)
    },
    async fitting(jobIds) {
      const rows = readEach(await db.all(sql`
        SELECT ${columns}, jobs.project_id FROM costs JOIN jobs ON jobs.id = costs.job_id
          WHERE costs.job_id IN ${sql.list(jobIds)}`), parseWithProject)
      const byId = new Map(rows.map(row => [row.job_id, row]))
      // A job without a cost, or let through by the user, is not held.
      const free = jobIds.filter(id => (byId.get(id)?.is_let_through ?? 1) === 1)
      const wishes = jobIds.flatMap((id) => {
        const row = byId.get(id)
        return row && row.is_let_through === 0
          ? [{ id, currency: row.currency, mostMicros: row.most_micros, projectId: row.project_id }]
          : []
      })
      return [...free, ...fittingOf(await budgets.standing(), wishes).map(wish => wish.id)]
    },
    async letThrough(jobIds) {
      const { changes } = await db.run(sql`
        UPDATE costs SET is_let_through = 1 WHERE is_let_through = 0 AND job_id IN (
          SELECT id FROM jobs WHERE state IN (${sql.join(notBegunStates)}) AND id IN ${sql.list(jobIds)})`)
      for (const jobId of jobIds)
        await announce(jobId)
      return changes
    },
    async guess(inputs) {
      // Thousands of jobs have the same few accounts and models.
      const known = new Map((await prices.all()).map(price => [`${price.accountId} ${price.modelId}`, price.rates]))
      const currencies = new Map((await prices.currencies()).map(each => [each.accountId, each.currency]))
      const paid = inputs.filter(input => currencies.has(input.accountId))
      const amounts = paid.flatMap(({ accountId, modelId, quantities }): Amount[] => {
        const [rates, currency] = [known.get(`${accountId} ${modelId}`), currencies.get(accountId)]
        const amount = rates && estimate(rates, quantities)
        return amount && currency !== undefined ? [{ currency, ...amount }] : []
      })
      return { amounts, unpricedCount: paid.length - amounts.length }
    },
    async costsOf(jobIds) {
      const rows = await db.all(sql`
        SELECT ${columns} FROM costs WHERE job_id IN ${sql.list(jobIds)}`)
      return costsTable.read(rows).map(costOf)
    },
    changes: signal => news.subscribe(
      async () => costsTable.read(await db.all(sql`
        SELECT ${columns} FROM jobs INDEXED BY jobs_listed CROSS JOIN costs ON costs.job_id = jobs.id
        WHERE jobs.cleared_at IS NULL`)).map(costOf),
      signal,
    ),
  }
}

/** The quantities of a result as far as it came, none smaller than was expected. */
function atLeast(asked: Quantities, made: Quantities): Quantities {
  return Object.fromEntries(quantityNames.flatMap((name): [Quantity, Range][] => {
    const [expected, found] = [asked[name], made[name]]
    return found
      ? [[name, { least: Math.max(expected?.least ?? 0, found.least), most: Math.max(expected?.most ?? 0, found.most) }]]
      : []
  }))
}

function costOf(row: CostRow): Cost {
  return {
    id: row.job_id,
    currency: row.currency,
    leastMicros: row.least_micros,
    mostMicros: row.most_micros,
    micros: row.micros,
    isLetThrough: row.is_let_through === 1,
  }
}

/** The line that the job is paid for: its own, or for a part of a long text, also at a retry, that of the join. */
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
