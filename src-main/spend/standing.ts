/**
 * Whether a cost was spent follows from its job's state and charge in the same file, so that the two can never disagree:
 * there is no second record to bring up to date, and nothing for a crash to tear apart.
 */
import type { Currency } from '#contract/spend.ts'
import { sql } from '../storage/sql.ts'

/**
 * Of `costs JOIN jobs`: planned, held, spent, possible or free. A charge on record of an earlier try says nothing of the
 * try under way.
 */
export const standing = sql`CASE
  WHEN jobs.state IN ('queued', 'blocked') THEN 'planned'
  WHEN jobs.state IN ('preparing', 'sending', 'committed') THEN CASE costs.is_held WHEN 1 THEN 'held' ELSE 'planned' END
  WHEN jobs.charged = 'yes' THEN 'spent'
  WHEN jobs.charged = 'no' THEN 'free'
  ELSE 'possible' END`

/** The columns of a sum over `costs JOIN jobs`, in one currency. Of what is not known exactly the most is counted. */
export const sumColumns = sql`
  costs.currency AS currency,
  coalesce(sum(CASE ${standing} WHEN 'spent' THEN coalesce(costs.micros, costs.most_micros) END), 0) AS spent,
  coalesce(sum(CASE ${standing} WHEN 'possible' THEN coalesce(costs.micros, costs.most_micros) END), 0) AS possible,
  coalesce(sum(CASE ${standing} WHEN 'held' THEN costs.most_micros END), 0) AS held,
  coalesce(sum(CASE ${standing} WHEN 'spent' THEN costs.micros IS NULL AND costs.least_micros <> costs.most_micros END), 0) AS unsettled,
  coalesce(sum(${standing} IN ('spent', 'possible')), 0) AS job_count`

export interface SumRow { currency: Currency, spent: number, possible: number, held: number, unsettled: number, job_count: number }
