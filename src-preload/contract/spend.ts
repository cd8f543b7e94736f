/** Spend: the prices that the user entered, what was spent at those prices, and the budgets that limit it. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { AccountId, Instant, JobId, LineId, ModelId, ProjectId } from './words.ts'

/** Exact money: whole millionths of the currency's unit, so 0.015 dollars are 15,000. */
export const Micros = z.int().min(0).max(1_000_000_000_000_000)
export type Micros = z.infer<typeof Micros>
/** ISO 4217, such as USD. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'is not a currency')
export type Currency = z.infer<typeof Currency>

const Rate = z.int().min(0).max(1_000_000_000_000).nullable()
/** The price of one request of a model: the sum of its rates, each in micros per unit. A null rate is not part of the price. */
export const Rates = z.object({
  request: Rate,
  thousandCharacters: Rate,
  /** Of the generated sound or shot. */
  resultSecond: Rate,
  /** Of the sound that is sent for transcription. */
  sourceSecond: Rate,
  image: Rate,
  millionTokensIn: Rate,
  millionTokensOut: Rate,
  /** For uploading the clip of a voice. */
  registration: Rate,
})
export type Rates = z.infer<typeof Rates>

export const Price = z.object({ accountId: AccountId, modelId: ModelId, rates: Rates })
export type Price = z.infer<typeof Price>

/** A limit on spending in one currency: for a local day or month with all its projects, or for all that is ever spent on one project. */
export const Budget = z.object({
  period: z.enum(['day', 'month', 'all']),
  /** Of a project with `all`, and with it alone. */
  projectId: ProjectId.nullable(),
  currency: Currency,
  /** The user is asked once before it is exceeded. */
  softMicros: Micros.nullable(),
  /** Nothing that could exceed it is sent. */
  hardMicros: Micros.nullable(),
})
export type Budget = z.infer<typeof Budget>

function isWholeBudget({ period, projectId }: Pick<Budget, 'period' | 'projectId'>): boolean {
  return (period === 'all') === (projectId !== null)
}

/** A budget and what counts against it now. */
export const BudgetStanding = Budget.extend({
  spentMicros: Micros,
  /** The upper bound of what unsure jobs may have cost. Counts towards the hard limit. */
  possibleMicros: Micros,
  /** The upper bound of what running jobs may cost. */
  heldMicros: Micros,
  /** The user has agreed to exceed the soft limit: today, this month, or until the limit of the project is changed. */
  isAgreed: z.boolean(),
})
export type BudgetStanding = z.infer<typeof BudgetStanding>

/** The cost of a job: at the prices when it was sent or, until then, at the present ones. */
export const Cost = z.object({
  id: JobId,
  currency: Currency,
  leastMicros: Micros,
  mostMicros: Micros,
  /** By the quantities of the results; null until those are known. It was paid only if the job was charged. */
  micros: Micros.nullable(),
  /** The user lets it exceed the hard limits, once. */
  isLetThrough: z.boolean(),
})
export type Cost = z.infer<typeof Cost>

/** Sums in one currency. Different currencies are never added. */
export const Sum = z.object({
  currency: Currency,
  spentMicros: Micros,
  /** False where a part is only an estimate, which counts with its upper bound. */
  isExact: z.boolean(),
  /** Shown separately, never added: it is unknown whether it was charged. */
  possibleMicros: Micros,
  jobCount: z.int(),
})
export type Sum = z.infer<typeof Sum>

/** Credits by how much the balance of an account fell with its requests; the practice account's are part of none. */
export const CreditSum = z.object({ credits: z.number(), jobCount: z.int() })
export type CreditSum = z.infer<typeof CreditSum>

export const CreditReport = z.object({
  /** Null where no service told a balance. */
  sum: CreditSum.nullable(),
  /** Local days, oldest first, as YYYY-MM-DD. */
  days: z.array(CreditSum.extend({ day: z.string() })),
  projects: z.array(CreditSum.extend({ projectId: ProjectId.nullable() })),
  accounts: z.array(CreditSum.extend({ accountId: AccountId })),
  models: z.array(CreditSum.extend({ modelId: ModelId })),
})
export type CreditReport = z.infer<typeof CreditReport>

export const Report = z.object({
  sums: z.array(Sum),
  /** Local days with spending, oldest first, as YYYY-MM-DD. */
  days: z.array(Sum.extend({ day: z.string() })),
  projects: z.array(Sum.extend({ projectId: ProjectId.nullable() })),
  accounts: z.array(Sum.extend({ accountId: AccountId })),
  models: z.array(Sum.extend({ modelId: ModelId })),
  /** Jobs that were charged, or may have been, while their model had no price; without the practice account. Part of no sum. */
  unpricedCount: z.int(),
  /** The service's own measure, with or without prices. */
  credits: CreditReport,
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
  /** The costs of those jobs on the queue's list that have a price, then changes. */
  costs: feed({ input: z.object({}), event: changesOf(Cost, JobId) }),
  /** Sets an account's currency. Prices keep their numbers; past costs keep their currency. */
  setCurrency: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId, currency: Currency }),
    output: Nothing,
    faults: ['not-found'],
  }),
  /** Sets the price of a model with an account; without any rate it has none. The practice account is free: not-found. */
  setPrice: procedure({ effect: 'writes', input: Price, output: Nothing, faults: ['not-found'] }),
  /**
   * Sets the limits of a day, a month or a project; without any there is no budget. Held jobs that fit now continue automatically. Fails
   * with changed-meanwhile when the limits are not the expected ones.
   */
  setBudget: procedure({
    effect: 'writes',
    input: Budget.extend({ expected: Budget.pick({ softMicros: true, hardMicros: true }).optional() }).refine(isWholeBudget),
    output: Nothing,
    faults: ['changed-meanwhile'],
  }),
  /** The user agrees to exceed the soft limit: today, this month, or in this project. */
  agree: procedure({
    effect: 'writes',
    input: Budget.pick({ period: true, projectId: true, currency: true }).refine(isWholeBudget),
    output: Nothing,
  }),
  /** Lets these jobs exceed the hard limits, once. Each is still sent only once, and counts towards the limits. */
  letThrough: procedure({ effect: 'writes', input: z.object({ jobIds: z.array(JobId).max(5000) }), output: z.object({ count: z.int() }) }),
  /** What was paid for the results of this job; for a join, for its parts. `resultCount` results share it. */
  result: procedure({ effect: 'reads', input: z.object({ jobId: JobId }), output: z.object({ sums: z.array(Sum), resultCount: z.int() }) }),
  /** The same of several jobs; those without a cost are left out. */
  results: procedure({
    effect: 'reads',
    input: z.object({ jobIds: z.array(JobId).max(100) }),
    output: z.object({ results: z.array(z.object({ jobId: JobId, sums: z.array(Sum), resultCount: z.int() })) }),
  }),
  /**
   * What making these jobs again would cost by the present prices, whatever their earlier attempts cost: one amount for each that has a
   * price. `unpricedCount` are the others that are paid for; work of this machine and of the practice account is neither.
   */
  again: procedure({
    effect: 'reads',
    input: z.object({ jobIds: z.array(JobId).max(50_000) }),
    output: z.object({ amounts: z.array(Cost.pick({ currency: true, leastMicros: true, mostMicros: true })), unpricedCount: z.int() }),
  }),
  /** What a project and each of its lines have cost so far, including deleted lines and takes. */
  project: procedure({
    effect: 'reads',
    input: z.object({ projectId: ProjectId }),
    output: z.object({ sums: z.array(Sum), lines: z.array(Sum.extend({ lineId: LineId })) }),
  }),
  /** What was spent in a period; `until` is exclusive. */
  report: procedure({ effect: 'reads', input: Period, output: z.object({ report: Report }) }),
  /** The same period as a CSV file with one row for each job that has a price or used credits. */
  export: procedure({ effect: 'reads', input: Period, output: z.object({ text: z.string(), fileName: z.string() }) }),
}
