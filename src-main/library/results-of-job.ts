/** Finds what the library already has of a job, whatever the ledger says: an existing result was paid for and is not made again. */
import type { JobId, TakeId } from '#contract/words.ts'
import type { Database } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

/** The job's takes; empty for a chat answer or a registered voice, which are not takes. Null when the library has nothing of the job. */
export async function resultsOf(library: Pick<Database, 'all' | 'get'>, jobId: JobId): Promise<TakeId[] | null> {
  const takes = await library.all<{ id: TakeId }>(sql`SELECT id FROM takes WHERE job_id = ${jobId} AND arrival ->> '$.incomplete' IS NULL ORDER BY job_part`)
  if (takes.length > 0)
    return takes.map(row => row.id)
  const other = await library.get(sql`
    SELECT job_id FROM messages WHERE job_id = ${jobId} AND state = 'whole' UNION ALL SELECT job_id FROM registrations
      WHERE job_id = ${jobId} LIMIT 1`)
  return other ? [] : null
}
