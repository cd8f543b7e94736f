/** What was spent, summed from the ledger by day, project, account, model, line and result, in money and in credits, and as a CSV file. */
import type { CreditReport, CreditSum, Report, Sum } from '#contract/spend.ts'
import type { AccountId, JobId, LineId, ModelId, ProjectId } from '#contract/words.ts'
import type { Database } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { SumRow } from './standing.ts'
import { paidKinds } from '#rules/jobs/kind-groups.ts'
import { decimalOf } from '#rules/spend/money.ts'
import { sql } from '../storage/sql.ts'
import { standing, sumColumns } from './standing.ts'

export interface Reports {
  report: (period: { from: number, until: number }) => Promise<Report>
  /** Rows by when they were sent, oldest first. */
  exportFile: (period: { from: number, until: number }) => Promise<{ text: string, fileName: string }>
  project: (projectId: ProjectId) => Promise<{ sums: Sum[], lines: (Sum & { lineId: LineId })[] }>
  result: (jobId: JobId) => Promise<{ sums: Sum[], resultCount: number }>
}

const wasPaid = sql`${standing} IN ('spent', 'possible')`

const exportHead = [
  ...['time', 'kind', 'title', 'model', 'account', 'project', 'charged'],
  ...['currency', 'amount', 'at least', 'line', 'job', 'credits'],
]

const byDay = (a: { readonly day: string }, b: { readonly day: string }): number => a.day < b.day ? -1 : a.day > b.day ? 1 : 0

export function createReports({ db, nameOfProject }: {
  db: Database
  nameOfProject: (projectId: ProjectId) => Promise<string | null>
}): Reports {
  /** Sums by one more column, the largest first. */
  async function sumsBy<Key extends string | null>(key: Sql, isMeant: Sql): Promise<(Sum & { key: Key })[]> {
    const rows = await db.all<SumRow & { key: Key }>(sql`
      SELECT ${key} AS key, ${sumColumns} FROM costs JOIN jobs ON jobs.id = costs.job_id
      WHERE ${isMeant} AND ${wasPaid} GROUP BY 1, costs.currency ORDER BY costs.currency, spent DESC, possible DESC`)
    return rows.map(row => ({ key: row.key, ...sumOf(row) }))
  }
  const sumsOf = async (isMeant: Sql): Promise<Sum[]> => (await sumsBy(sql`NULL`, isMeant)).map(({ key: _, ...sum }) => sum)

  /** Credits by one more column, the largest first; those of the practice account count as little as its prices. */
  async function creditsBy<Key extends string | null>(key: Sql, { from, until }: Period): Promise<(CreditSum & { key: Key })[]> {
    return db.all<CreditSum & { key: Key }>(sql`
      SELECT ${key} AS key, round(sum(credits.credits), 6) AS credits, count(*) AS jobCount
      FROM credits JOIN jobs ON jobs.id = credits.job_id JOIN accounts ON accounts.id = credits.account_id
      WHERE accounts.is_practice = 0 AND credits.at >= ${from} AND credits.at < ${until} GROUP BY 1 ORDER BY 2 DESC`)
  }

  async function creditReport(period: Period): Promise<CreditReport> {
    const [sum] = await creditsBy<null>(sql`NULL`, period)
    const days = await creditsBy<string>(sql`date(credits.at / 1000, 'unixepoch', 'localtime')`, period)
    const projects = await creditsBy<ProjectId | null>(sql`jobs.project_id`, period)
    const accounts = await creditsBy<AccountId>(sql`credits.account_id`, period)
    const models = await creditsBy<ModelId>(sql`jobs.model_id`, period)
    return {
      sum: sum ? { credits: sum.credits, jobCount: sum.jobCount } : null,
      days: days.map(({ key, ...rest }) => ({ ...rest, day: key })).toSorted(byDay),
      projects: projects.map(({ key, ...rest }) => ({ ...rest, projectId: key })),
      accounts: accounts.map(({ key, ...rest }) => ({ ...rest, accountId: key })),
      models: models.map(({ key, ...rest }) => ({ ...rest, modelId: key })),
    }
  }

  return {
    async report({ from, until }) {
      const isMeant = sql`costs.at >= ${from} AND costs.at < ${until}`
      const days = await sumsBy<string>(sql`date(costs.at / 1000, 'unixepoch', 'localtime')`, isMeant)
      const projects = await sumsBy<ProjectId | null>(sql`jobs.project_id`, isMeant)
      const accounts = await sumsBy<AccountId>(sql`jobs.account_id`, isMeant)
      const models = await sumsBy<ModelId>(sql`jobs.model_id`, isMeant)
      const unpriced = await db.get<{ count: number }>(sql`
        SELECT count(*) AS count FROM jobs JOIN accounts ON accounts.id = jobs.account_id
        WHERE accounts.is_practice = 0 AND jobs.kind IN (${sql.join(paidKinds)}) AND jobs.charged IN ('yes', 'unknown')
          AND jobs.committed_at >= ${from} AND jobs.committed_at < ${until}
          AND NOT EXISTS (SELECT 1 FROM costs WHERE costs.job_id = jobs.id)`)
      return {
        sums: await sumsOf(isMeant),
        days: days.map(({ key, ...sum }) => ({ ...sum, day: key })).toSorted(byDay),
        projects: projects.map(({ key, ...sum }) => ({ ...sum, projectId: key })),
        accounts: accounts.map(({ key, ...sum }) => ({ ...sum, accountId: key })),
        models: models.map(({ key, ...sum }) => ({ ...sum, modelId: key })),
        unpricedCount: unpriced?.count ?? 0,
        credits: await creditReport({ from, until }),
      }
    },
    async exportFile({ from, until }) {
      const rows = await db.all<ExportRow>(sql`
        SELECT strftime('%Y-%m-%d %H:%M:%S', coalesce(costs.at, credits.at) / 1000, 'unixepoch', 'localtime') AS at, jobs.id, jobs.kind,
          jobs.title, jobs.model_id, accounts.name AS account, jobs.project_id, coalesce(costs.line_id, jobs.line_id) AS line_id,
          jobs.charged, costs.currency, costs.micros, costs.least_micros, costs.most_micros, credits.credits
        FROM jobs JOIN accounts ON accounts.id = jobs.account_id LEFT JOIN costs ON costs.job_id = jobs.id AND ${wasPaid}
          LEFT JOIN credits ON credits.job_id = jobs.id AND accounts.is_practice = 0
        WHERE jobs.id IN (
          SELECT job_id FROM costs WHERE at >= ${from} AND at < ${until}
          UNION SELECT job_id FROM credits WHERE at >= ${from} AND at < ${until}
        ) AND coalesce(costs.at, credits.at) >= ${from} AND coalesce(costs.at, credits.at) < ${until}
        ORDER BY coalesce(costs.at, credits.at), jobs.id`)
      const names = new Map<ProjectId, string>()
      for (const projectId of new Set(rows.flatMap(row => row.project_id ?? [])))
        names.set(projectId, await nameOfProject(projectId) ?? projectId)
      const lines = rows.map(row => [
        row.at,
        row.kind,
        row.title,
        row.model_id,
        row.account,
        row.project_id && names.get(row.project_id),
        row.charged === 'yes' ? 'yes' : 'unknown',
        row.currency,
        row.most_micros === null ? '' : decimalOf(row.micros ?? row.most_micros),
        row.micros === null && row.least_micros !== null && row.least_micros !== row.most_micros ? decimalOf(row.least_micros) : '',
        row.line_id,
        row.id,
        row.credits === null ? '' : String(row.credits),
      ])
      const text = [exportHead, ...lines].map(line => line.map(cell => csvCell(cell ?? '')).join(',')).join('\r\n')
      return { text: `${text}\r\n`, fileName: `spend-${from === 0 ? 'until' : `${isoDay(from)}-to`}-${isoDay(until - 1)}.csv` }
    },
    async project(projectId) {
      const isMeant = sql`jobs.project_id = ${projectId}`
      const lines = await sumsBy<LineId>(sql`costs.line_id`, sql`${isMeant} AND costs.line_id IS NOT NULL`)
      return { sums: await sumsOf(isMeant), lines: lines.map(({ key, ...sum }) => ({ ...sum, lineId: key })) }
    },
    async result(jobId) {
      const sums = await sumsOf(sql`jobs.id IN (
        WITH RECURSIVE made (id) AS (
          SELECT ${jobId}
          UNION SELECT part.value FROM made JOIN jobs AS whole ON whole.id = made.id
            AND whole.kind = 'join', json_each(whole.plan, '$.partJobIds') AS part
          UNION SELECT again.id FROM made JOIN jobs AS again ON again.retry_of = made.id AND made.id <> ${jobId}
        )
        SELECT id FROM made)`)
      const job = await db.get<{ count: number }>(sql`SELECT json_array_length(take_ids) AS count FROM jobs WHERE id = ${jobId}`)
      return { sums, resultCount: Math.max(1, job?.count ?? 1) }
    },
  }
}

interface Period { readonly from: number, readonly until: number }

interface ExportRow {
  at: string
  id: JobId
  kind: string
  title: string
  model_id: ModelId | null
  account: string
  project_id: ProjectId | null
  line_id: LineId | null
  charged: string | null
  /** Null without a price. */
  currency: string | null
  micros: number | null
  least_micros: number | null
  most_micros: number | null
  credits: number | null
}

/** Quoted where necessary; a text that a spreadsheet would take for a formula gets an apostrophe. */
export function csvCell(value: string): string {
  const shown = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

function isoDay(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-')
}

function sumOf(row: SumRow): Sum {
  return {
    currency: row.currency,
    spentMicros: row.spent,
    isExact: row.unsettled === 0,
    possibleMicros: row.possible,
    jobCount: row.job_count,
  }
}
