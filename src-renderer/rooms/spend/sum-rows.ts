/** The rows of the tables of what was spent: in money or in the service's credits, by project, model and account. Pure. */
import type { CreditSum, Report, Sum } from '#contract/spend.ts'
import type { AccountId, ModelId, ProjectId } from '#contract/words.ts'

export interface SumRow {
  readonly key: string
  readonly label: string
  /** A currency; empty for credits. Amounts of different units are never compared. */
  readonly unit: string
  readonly spent: number
  readonly possible: number
  readonly isExact: boolean
  readonly jobCount: number
  readonly show: (amount: number) => string
}

interface Names {
  readonly projectOf: (projectId: ProjectId | null) => string
  readonly modelOf: (modelId: ModelId) => string
  readonly accountOf: (accountId: AccountId) => string
}

interface Shows { readonly money: (micros: number, currency: string) => string, readonly credits: (credits: number) => string }

type Key = 'projects' | 'models' | 'accounts'

/** Tables with rows: where both are known, those in money come first. */
export function sumTables(report: Report, names: Names, shows: Shows): { by: Key, unit: 'money' | 'credits', rows: SumRow[] }[] {
  const money = (sum: Sum, key: string, label: string): SumRow => ({
    key,
    label,
    unit: sum.currency,
    spent: sum.spentMicros,
    possible: sum.possibleMicros,
    isExact: sum.isExact,
    jobCount: sum.jobCount,
    show: micros => shows.money(micros, sum.currency),
  })
  const credit = (sum: CreditSum, key: string, label: string): SumRow =>
    ({ key, label, unit: '', spent: sum.credits, possible: 0, isExact: true, jobCount: sum.jobCount, show: shows.credits })
  const used = report.credits
  return [
    { by: 'projects', unit: 'money', rows: report.projects.map(row => money(row, row.projectId ?? '', names.projectOf(row.projectId))) },
    { by: 'models', unit: 'money', rows: report.models.map(row => money(row, row.modelId, names.modelOf(row.modelId))) },
    { by: 'accounts', unit: 'money', rows: report.accounts.map(row => money(row, row.accountId, names.accountOf(row.accountId))) },
    { by: 'projects', unit: 'credits', rows: used.projects.map(row => credit(row, row.projectId ?? '', names.projectOf(row.projectId))) },
    { by: 'models', unit: 'credits', rows: used.models.map(row => credit(row, row.modelId, names.modelOf(row.modelId))) },
    { by: 'accounts', unit: 'credits', rows: used.accounts.map(row => credit(row, row.accountId, names.accountOf(row.accountId))) },
  ].filter((table): table is { by: Key, unit: 'money' | 'credits', rows: SumRow[] } => table.rows.length > 0)
}
