/** All jobs by what one of their results cost, the dearest first: what `Reports.result` says of each, for all of them at once. */
import type { Database } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'
import { standing } from './standing.ts'

interface Dearest {
  /** The ids as a JSON array; those of two currencies are in it twice. The same `version` says that they are as before. */
  readonly now: () => Promise<{ version: number, jobIds: string }>
}

/**
 * Where results share a request, each cost its part. A join cost what its parts did, and what trying those again did. Without a rate
 * between currencies, that of most results comes first.
 */
const amount = sql`coalesce(costs.micros, costs.most_micros)`
const wasPaid = sql`${standing} IN ('spent', 'possible')`
const paid = sql`costs INDEXED BY costs_by_job CROSS JOIN jobs INDEXED BY jobs_charged ON jobs.id = costs.job_id`
const allDearest = sql`
  WITH RECURSIVE made (root, id) AS (
    SELECT id, id FROM jobs INDEXED BY jobs_joined WHERE kind = 'join'
    UNION SELECT made.root, part.value FROM made CROSS JOIN jobs AS whole ON whole.id = made.id AND whole.kind = 'join',
      json_each(whole.plan, '$.partJobIds') AS part
    UNION SELECT made.root, again.id FROM made CROSS JOIN jobs AS again ON again.retry_of = made.id AND made.id <> made.root
  ),
  currencies (currency, count) AS MATERIALIZED (SELECT currency, count(*) FROM costs INDEXED BY costs_by_job GROUP BY currency),
  each_result (id, currency, micros) AS (
    SELECT costs.job_id, costs.currency, ${amount} * 1.0 / max(1, json_array_length(jobs.take_ids)) FROM ${paid} WHERE ${wasPaid}
    UNION ALL SELECT made.root, costs.currency, sum(${amount}) * 1.0 / max(1, json_array_length(whole.take_ids))
      FROM made CROSS JOIN ${paid} AND jobs.id = made.id CROSS JOIN jobs AS whole ON whole.id = made.root
      WHERE ${wasPaid} GROUP BY made.root, costs.currency
  )
  SELECT json_group_array(id) AS jobIds FROM (
    SELECT each_result.id FROM each_result CROSS JOIN currencies ON currencies.currency = each_result.currency
    ORDER BY currencies.count DESC, each_result.currency, each_result.micros DESC)`

export function createDearest(db: Pick<Database, 'get'>): Dearest {
  let last: { readonly version: number, readonly jobIds: Promise<string> } | null = null

  return {
    async now() {
      // Before what it is compared with: what is written meanwhile is read again the next time.
      const version = (await db.get<{ data_version: number }>(sql`PRAGMA data_version`))?.data_version ?? 0
      if (last?.version !== version) {
        const jobIds = db.get<{ jobIds: string }>(allDearest).then(row => row?.jobIds ?? '[]')
        const mine = last = { version, jobIds }
        jobIds.catch(() => {
          if (last === mine)
            last = null
        })
      }
      return { version, jobIds: await last.jobIds }
    },
  }
}
