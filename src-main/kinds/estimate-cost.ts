/** The quantities that prices are multiplied with: what a job's plan asks for, and what its results contain. */
import type { Usage } from '#contract/conversations.ts'
import type { JobKind } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, JobId } from '#contract/words.ts'
import type { ValuesOfModel } from '#rules/models/sent-values.ts'
import type { Amount } from '#rules/spend/money.ts'
import type { Quantities } from '#rules/spend/quantities.ts'
import type { Log } from '../base/log.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { Assets } from '../library/assets.ts'
import type { Models } from '../library/models.ts'
import type { CostInput } from '../spend/costs.ts'
import type { Spend } from '../spend/spend.ts'
import { z } from 'zod'
import { Fields } from '#contract/models.ts'
import { isNotBegun } from '#rules/jobs/state-groups.ts'
import { unknownModel } from '#rules/models/sent-values.ts'
import { exactly, quantitiesOf, quantitiesOfChat, quantitiesOfRegistration } from '#rules/spend/quantities.ts'

const Parts = z.array(z.tuple([z.string(), z.unknown()]))
/** The parts of a plan that cost money. */
const PlannedFields = z.object({
  sent: z.object({ fields: Fields }),
  request: z.object({ files: z.record(z.string(), z.unknown()), parts: Parts.catch([]) }),
})
const Said = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]),
})
const PlannedChat = z.object({ request: z.object({ parts: Parts }) })

/** What a plan does not say itself. */
export interface CostPorts {
  readonly assets: Pick<Assets, 'get'>
  readonly models: Pick<Models, 'all'>
}

/** Null for work that is not paid for, and for a plan that cannot be read: such a job ends before it is sent. */
export async function costInputOf(row: JobRow, ports: CostPorts): Promise<CostInput | null> {
  if (row.account_id === null || row.model_id === null)
    return null
  const quantities = await quantitiesAsked(row, ports)
  return quantities && { jobId: row.id, accountId: row.account_id, modelId: row.model_id, projectId: row.project_id, quantities }
}

async function quantitiesAsked(row: JobRow, { assets, models }: CostPorts): Promise<Quantities | null> {
  const model = models.all().find(each => each.id === row.model_id) ?? unknownModel
  switch (row.kind) {
    case 'speech':
    case 'image':
    case 'edit':
    case 'video':
    case 'transcribe': {
      const plan = PlannedFields.safeParse(JSON.parse(row.plan)).data
      return plan
        ? quantitiesOf(
            row.kind,
            asPlanned(model, plan),
            plan.sent.fields,
            row.kind === 'transcribe' ? await secondsOf(Object.keys(plan.request.files), assets) : null,
          )
        : null
    }
    case 'chat': {
      const plan = PlannedChat.safeParse(JSON.parse(row.plan)).data
      return plan ? quantitiesSaid(Object.fromEntries(plan.request.parts), model) : null
    }
    case 'upload':
      return quantitiesOfRegistration
    case 'join':
    case 'render':
      return null
    default:
      return row.kind satisfies never
  }
}

/** With the fixed values that the request has: those of the model may be others by now. */
function asPlanned({ fields }: ValuesOfModel, { sent, request }: z.output<typeof PlannedFields>): ValuesOfModel {
  const fixed = request.parts.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !(name in sent.fields) ? [[name, value]] : [])
  return { fields, fixed: Object.fromEntries(fixed) }
}

async function secondsOf(assetIds: readonly string[], assets: CostPorts['assets']): Promise<number | null> {
  // The ids are keys of the plan, which was made from assets.
  const lengths = await Promise.all(assetIds.map(async id => (await assets.get(id as AssetId))?.durationSeconds ?? null))
  return lengths.length === 0 || lengths.includes(null) ? null : lengths.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0)
}

function quantitiesSaid({ messages, ...parameters }: Record<string, unknown>, { fields }: ValuesOfModel): Quantities {
  const said = z.array(Said).catch([]).parse(messages)
  const pieces = said.flatMap(({ content }) => typeof content === 'string' ? [{ type: 'text', text: content }] : content)
  return quantitiesOfChat({
    texts: pieces.flatMap(piece => piece.text ?? []),
    pictureCount: pieces.filter(piece => piece.type !== 'text').length,
    messageCount: said.length,
  }, Fields.catch({}).parse(parameters), { fields, fixed: {} })
}

/** The quantities that the results show; the others stay as they were requested. `resultCount` includes results that are no takes. */
export function quantitiesMade(kind: JobKind, takes: readonly Pick<Take, 'asset'>[], resultCount: number): Quantities {
  const lengths = takes.map(take => take.asset.durationSeconds)
  if (kind === 'image' || kind === 'edit')
    return { images: exactly(resultCount) }
  if ((kind !== 'speech' && kind !== 'video') || takes.length === 0 || lengths.includes(null))
    return {}
  return { resultMs: exactly(Math.round(lengths.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0) * 1000)) }
}

/** The tokens that a chat used, as the service reports them. */
export function quantitiesUsed(usage: Usage | null): Quantities {
  return usage === null
    ? {}
    : {
        ...(usage.promptTokens !== null && { tokensIn: exactly(usage.promptTokens) }),
        ...(usage.completionTokens !== null && { tokensOut: exactly(usage.completionTokens) }),
      }
}

export interface CostEstimator {
  /** Estimates the cost of each job that comes into the queue, and publishes the budgets again whenever a job moves. */
  follow: (signal: AbortSignal) => Promise<void>
  /** Estimates all waiting jobs again, after prices have changed. */
  again: () => Promise<void>
  /** What sending these jobs' requests another time would cost by the present prices. */
  ofMakingAgain: (jobIds: readonly JobId[]) => Promise<{ amounts: Amount[], unpricedCount: number }>
}

export function createCostEstimator(ports: {
  ledger: Pick<Ledger, 'changes' | 'open' | 'row' | 'rows'>
  spend: Pick<Spend, 'plan' | 'guess' | 'noteMoved'>
  log: Log
} & CostPorts): CostEstimator {
  const { ledger, spend, log } = ports
  const states = new Map<string, string>()

  async function estimateCost(row: JobRow): Promise<void> {
    const input = await costInputOf(row, ports)
    if (input)
      await spend.plan(input)
  }

  return {
    async follow(signal) {
      for await (const { isWhole, changed, removed } of ledger.changes(signal)) {
        const moved = changed.filter(job => states.get(job.id) !== job.state)
        const arrived = moved.filter(job => !states.has(job.id) && isNotBegun(job.state))
        for (const job of moved)
          states.set(job.id, job.state)
        for (const id of removed)
          states.delete(id)
        // Also jobs of the last run: prices may have been entered since.
        for (const job of arrived)
          await ledger.row(job.id).then(estimateCost).catch(error => log.error('cost-estimate-failed', { jobId: job.id, error }))
        if (moved.length > 0 && !isWhole)
          spend.noteMoved()
      }
    },
    async again() {
      for (const row of await ledger.open()) {
        if (isNotBegun(row.state))
          await estimateCost(row)
      }
    },
    async ofMakingAgain(jobIds) {
      const inputs: CostInput[] = []
      for (const row of await ledger.rows(jobIds)) {
        const input = await costInputOf(row, ports)
        if (input)
          inputs.push(input)
      }
      return spend.guess(inputs)
    },
  }
}
