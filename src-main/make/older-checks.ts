/**
 * Finds the checks among the transcripts of earlier versions, which did not say which they were, and among those of their backups. A
 * request of listening back has an id that follows from the take that it heard: no transcript that a person asked for is taken for one.
 */
import type { JobId, TakeId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Library } from '../library/open-library.ts'
import type { Takes } from '../library/takes.ts'
import { sql } from '../storage/sql.ts'
import { requestIdOf } from './request-ids.ts'

interface Transcript { readonly id: TakeId, readonly job_id: JobId, readonly heard: TakeId }

/** Those of jobs, with each take of the sound that was sent. */
const transcripts = sql`
  SELECT made.id, made.job_id, heard.id AS heard
  FROM takes AS made CROSS JOIN takes AS source ON source.id = made.source_take_ids ->> '$[0]'
    CROSS JOIN takes AS heard ON heard.asset_id = source.asset_id
  WHERE made.kind = 'transcribe' AND made.check_of IS NULL AND made.job_id IS NOT NULL AND heard.check_of IS NULL`

/** Before anybody reads the library: nothing is announced. Answers how many were found. Never throws. */
export async function markOlderChecks({ library, ledger, takes, log }: {
  library: Pick<Library, 'all' | 'transaction' | 'damage'>
  ledger: Pick<Ledger, 'batchesOf'>
  takes: Pick<Takes, 'index'>
  log: Log
}): Promise<number> {
  if (library.damage() !== null)
    return 0
  try {
    const found = await library.all<Transcript>(transcripts)
    const jobs = new Map((await ledger.batchesOf([...new Set(found.map(each => each.job_id))])).map(job => [job.id, job]))
    const checks = found.filter((each) => {
      const job = jobs.get(each.job_id)
      return job?.batch_id && requestIdOf(job.batch_id, each.heard) === job.request_id
    })
    if (checks.length === 0)
      return 0
    await library.transaction(async (tx) => {
      // One whose take is in the trash went there with it, unless it was moved there by itself.
      await tx.run(sql`
        UPDATE takes SET check_of = checks.value ->> 'heard', trashed_at = coalesce(takes.trashed_at, heard.trashed_at)
        FROM ${sql.each(checks)} AS checks JOIN takes AS heard ON heard.id = checks.value ->> 'heard'
        WHERE takes.id = checks.value ->> 'id'`)
      await takes.index(tx, checks.map(each => each.id))
    })
    log.info('older-checks-found', { count: checks.length })
    return checks.length
  }
  catch (error) {
    log.warn('older-checks-not-found', { error })
    return 0
  }
}
