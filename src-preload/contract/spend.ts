/** Spend: the prices that the person entered, what was spent by them, and the budgets that limit it. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { AccountId, Instant, JobId, LineId, ModelId, ProjectId } from './words.ts'

/** Money, exactly: whole millionths of the currency's unit, so that 0.015 dollars are 15,000. */
export const Micros = z.int().min(0).max(1_000_000_000_000_000)
export type Micros = z.infer<typeof Micros>
/** ISO 4217, such as USD. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'is not a currency')
export type Currency = z.infer<typeof Currency>

const Rate = z.int().min(0).max(1_000_000_000_000).nullable()
/** What one request of a model costs: the sum of its rates, each in micros per unit. A null rate is not part of the price. */
export const Rates = z.object({
  request: Rate,
  thousandCharacters: Rate,
  /** Of the sound or shot that is made. */
  resultSecond: Rate,
  /** Of the sound that is sent to be written down. */
  sourceSecond: Rate,
  image: Rate,
  millionTokensIn: Rate,
  millionTokensOut: Rate,
  /** Sending a voice's clip. */
  registration: Rate,
})
export type Rates = z.infer<typeof Rates>

export const Price = z.object({ accountId: AccountId, modelId: ModelId, rates: Rates })
export type Price = z.infer<typeof Price>

/** A limit of what may be spent in one currency: in a project altogether or, with `projectId` null, in one local day. */
export const Budget = z.object({
  projectId: ProjectId.nullable(),
  currency: Currency,
  /** The person is asked once before it is exceeded. */
  softMicros: Micros.nullable(),
  /** Nothing that could exceed it is sent. */
  hardMicros: Micros.nullable(),
})
export type Budget = z.infer<typeof Budget>

/** A budget and what counts against it now. */
export const BudgetStanding = Budget.extend({
  spentMicros: Micros,
  /** The upper bound of what unsure jobs may have cost. Counts against the hard limit. */
  possibleMicros: Micros,
  /** The upper bound of what jobs under way may cost. */
  heldMicros: Micros,
  /** The person has agreed to exceed the soft limit: today, or until the limit is changed. */
  isAgreed: z.boolean(),
})
export type BudgetStanding = z.infer<typeof BudgetStanding>

/** What a job costs by the prices of the moment in which it left, or would cost by today's while it has not. */
export const Cost = z.object({
  id: JobId,
  currency: Currency,
  leastMicros: Micros,
  mostMicros: Micros,
  /** By the quantities of the results; null until those are known. It was paid only if the job was charged. */
  micros: Micros.nullable(),
  /** The person lets it exceed the hard limits, once. */
  isLetThrough: z.boolean(),
})
export type Cost = z.infer<typeof Cost>

/** Sums in one currency; those of different currencies are never added. */
export const Sum = z.object({
  currency: Currency,
  spentMicros: Micros,
  /** False where part of it is only an estimate, whose upper bound is counted. */
  isExact: z.boolean(),
  /** Shown separately, never added: nobody knows whether it was charged. */
  possibleMicros: Micros,
  jobCount: z.int(),
})
export type Sum = z.infer<typeof Sum>

export const Report = z.object({
  sums: z.array(Sum),
  /** Local days with spending, oldest first, as YYYY-MM-DD. */
  days: z.array(Sum.extend({ day: z.string() })),
  projects: z.array(Sum.extend({ projectId: ProjectId.nullable() })),
  accounts: z.array(Sum.extend({ accountId: AccountId })),
  models: z.array(Sum.extend({ modelId: ModelId })),
  /** Jobs charged, or possibly charged, while their model had no price, practice account excluded: in no sum. */
  unpricedCount: z.int(),
})
export type Report = z.infer<typeof Report>

const Period = z.object({ from: Instant, until: Instant })
const Nothing = z.object({})

export const spend = {
  /** All currencies, prices and budgets, now and after each change. */
  changes: feed({
    input: z.object({}),
    event: z.object({
      currencies: z.array(z.object({ accountId: AccountId, currency: Currency })),
      prices: z.array(Price),
      budgets: z.array(BudgetStanding),
    }),
  }),
  /** The costs of the jobs on the queue's list that have a price, then changes. */
  costs: feed({ input: z.object({}), event: changesOf(Cost, JobId) }),
  /** Sets an account's currency. Prices keep their numbers; past costs keep their currency. */
  setCurrency: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId, currency: Currency }),
    output: Nothing,
    faults: ['not-found'],
  }),
  /** Sets the price of a model with an account; without any rate there is none. The practice account is free: not-found. */
  setPrice: procedure({ effect: 'writes', input: Price, output: Nothing, faults: ['not-found'] }),
  /** Sets the limits of a day or a project; without any there is no budget. Held jobs that fit now continue by themselves. */
  setBudget: procedure({ effect: 'writes', input: Budget, output: Nothing }),
  /** The person agrees to exceed the soft limit, today or in this project. */
  agree: procedure({ effect: 'writes', input: Budget.pick({ projectId: true, currency: true }), output: Nothing }),
  /** Lets these jobs exceed the hard limits, once: each is still sent only once, and counts. */
  letThrough: procedure({ effect: 'writes', input: z.object({ jobIds: z.array(JobId).max(5000) }), output: z.object({ count: z.int() }) }),
  /** What was paid for the results of this job; for a join, its parts. `resultCount` results share it. */
  result: procedure({ effect: 'reads', input: z.object({ jobId: JobId }), output: z.object({ sums: z.array(Sum), resultCount: z.int() }) }),
  /** What a project and each of its lines cost so far, also after lines and takes were deleted. */
  project: procedure({
    effect: 'reads',
    input: z.object({ projectId: ProjectId }),
    output: z.object({ sums: z.array(Sum), lines: z.array(Sum.extend({ lineId: LineId })) }),
  }),
  /** What was spent in a period; `until` is exclusive. */
  report: procedure({ effect: 'reads', input: Period, output: z.object({ report: Report }) }),
  /** The same period as a CSV file with one row for each job. */
  export: procedure({ effect: 'reads', input: Period, output: z.object({ text: z.string(), fileName: z.string() }) }),
}
