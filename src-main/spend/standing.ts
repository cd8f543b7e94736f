/**
 * Whether a cost was spent is derived from its job's state and charge in the same file. There is no second record, so the
 * two cannot disagree, not even after a crash.
 */
import type { Currency } from '#contract/spend.ts'
import { leavingStates, notBegunStates } from '#rules/jobs/state-groups.ts'
import { sql } from '../storage/sql.ts'

/**
 * For `costs JOIN jobs`: planned, held, spent, possible or free. While the job is under way the recorded charge is that of an
 * earlier attempt and does not count.
 */
export const standing = sql`CASE
  WHEN jobs.state IN (${sql.join(notBegunStates)}) THEN 'planned'
  WHEN jobs.state IN (${sql.join(leavingStates)}) THEN CASE costs.is_held WHEN 1 THEN 'held' ELSE 'planned' END
  WHEN jobs.charged = 'yes' THEN 'spent'
  WHEN jobs.charged = 'no' THEN 'free'
  ELSE 'possible' END`

/** The columns of a sum over `costs JOIN jobs`, in one currency. Where the amount is not exact, the most counts. */
export const sumColumns = sql`
  costs.currency AS currency,
  coalesce(sum(CASE ${standing} WHEN 'spent' THEN coalesce(costs.micros, costs.most_micros) END), 0) AS spent,
  coalesce(sum(CASE ${standing} WHEN 'possible' THEN coalesce(costs.micros, costs.most_micros) END), 0) AS possible,
  coalesce(sum(CASE ${standing} WHEN 'held' THEN costs.most_micros END), 0) AS held,
  coalesce(sum(CASE ${standing} WHEN 'spent' THEN costs.micros IS NULL AND costs.least_micros <> costs.most_micros END), 0) AS unsettled,
  coalesce(sum(${standing} IN ('spent', 'possible')), 0) AS job_count`

export interface SumRow { currency: Currency, spent: number, possible: number, held: number, unsettled: number, job_count: number }
