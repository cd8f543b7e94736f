/** Budgets and what counts against them: what was spent, may have been spent, or is under way in their day, month or project. */
import type { Budget, BudgetStanding } from '#contract/spend.ts'
import type { JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { SumRow } from './standing.ts'
import { z } from 'zod'
import { Currency as CurrencyShape, Micros } from '#contract/spend.ts'
import { Instant, ProjectId as ProjectIdShape } from '#contract/words.ts'
import { spanOf } from '#rules/spend/periods.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'
import { sumColumns } from './standing.ts'

export type Limits = Pick<Budget, 'softMicros' | 'hardMicros'>

export interface Budgets {
  /** All budgets as they are now; `without` leaves out what one job reserves itself. */
  standing: (tx?: Transaction, without?: JobId) => Promise<BudgetStanding[]>
  /** @throws Fault changed-meanwhile when the limits are not the expected ones */
  set: (budget: Budget, expected?: Limits) => Promise<void>
  agree: (budget: Pick<Budget, 'period' | 'projectId' | 'currency'>) => Promise<void>
}

/** An empty project is the day, `month` the month. */
export const budgetsTable = defineTable('budgets', z.object({
  project_id: ProjectIdShape.or(z.literal(['', 'month'])),
  currency: CurrencyShape,
  soft_micros: Micros.nullable(),
  hard_micros: Micros.nullable(),
  agreed_at: Instant.nullable(),
}))
type BudgetRow = ReturnType<typeof budgetsTable.parse>

export function createBudgets({ db, clock }: { db: Database, clock: Clock }): Budgets {
  async function takenBy(tx: Transaction, { currency }: BudgetRow, isMeant: Sql, without: JobId | null): Promise<SumRow | undefined> {
    return tx.get<SumRow>(sql`
      SELECT ${sumColumns} FROM costs JOIN jobs ON jobs.id = costs.job_id
      WHERE ${isMeant} AND costs.currency = ${currency} AND costs.job_id IS NOT ${without} GROUP BY costs.currency`)
  }

  return {
    async standing(tx = db, without) {
      const rows = await tx.all(sql`SELECT ${budgetsTable.columns} FROM budgets ORDER BY project_id, currency`)
      const starts = { day: spanOf('day', clock.now()).startsAt, month: spanOf('month', clock.now()).startsAt, all: 0 }
      const all: BudgetStanding[] = []
      // Not set aside: a limit that cannot be read must not let anything pass.
      for (const row of rows.map(budgetsTable.parse)) {
        const { period, projectId } = placeOf(row)
        const isMeant = period === 'all' ? sql`jobs.project_id = ${projectId}` : sql`costs.at >= ${starts[period]}`
        const sum = await takenBy(tx, row, isMeant, without ?? null)
        all.push({
          period,
          projectId,
          currency: row.currency,
          softMicros: row.soft_micros,
          hardMicros: row.hard_micros,
          spentMicros: sum?.spent ?? 0,
          possibleMicros: sum?.possible ?? 0,
          heldMicros: sum?.held ?? 0,
          isAgreed: row.agreed_at !== null && row.agreed_at >= starts[period],
        })
      }
      return all
    },
    set: ({ currency, softMicros, hardMicros, ...of }, expected) => db.transaction(async (tx) => {
      const place = keyOf(of)
      const now = await tx.get<Limits>(sql`
        SELECT soft_micros AS softMicros, hard_micros AS hardMicros FROM budgets
        WHERE project_id = ${place} AND currency = ${currency}`)
      requireAsExpected('limit', now ?? { softMicros: null, hardMicros: null }, expected)
      await tx.run(softMicros === null && hardMicros === null
        ? sql`DELETE FROM budgets WHERE project_id = ${place} AND currency = ${currency}`
        : sql`
          INSERT INTO budgets (project_id, currency, soft_micros, hard_micros) VALUES (${place}, ${currency}, ${softMicros},
            ${hardMicros})
          ON CONFLICT (project_id, currency) DO UPDATE SET hard_micros = excluded.hard_micros,
            agreed_at = CASE WHEN soft_micros IS excluded.soft_micros THEN agreed_at END, soft_micros = excluded.soft_micros`)
    }),
    async agree({ currency, ...of }) {
      await db.run(sql`UPDATE budgets SET agreed_at = ${clock.now()} WHERE project_id = ${keyOf(of)} AND currency = ${currency}`)
    },
  }
}

type Place = Pick<Budget, 'period' | 'projectId'>

function keyOf({ period, projectId }: Place): string {
  return period === 'month' ? 'month' : period === 'day' ? '' : projectId ?? ''
}

function placeOf({ project_id }: BudgetRow): Place {
  return project_id === '' || project_id === 'month'
    ? { period: project_id === '' ? 'day' : 'month', projectId: null }
    : { period: 'all', projectId: project_id }
}
