/** Learns how long work takes from the last jobs of the same kind and model, and from their size where it is known. */
import type { JobKind } from '#contract/jobs.ts'
import type { Database } from '../storage/database.ts'
import type { Past } from './estimate-duration.ts'
import type { JobRow } from './rows.ts'
import { sql } from '../storage/sql.ts'
import { expectSeconds } from './estimate-duration.ts'

const remembered = 30

type Finished = Pick<JobRow, 'kind' | 'model_id' | 'size' | 'started_at' | 'committed_at' | 'ended_at'>

export interface Durations {
  expectedSeconds: (kind: JobKind, modelId: string | null, size: number | null) => number | null
  learn: (row: Finished) => void
}

export async function createDurations(db: Database): Promise<Durations> {
  const pastByWork = new Map<string, Past[]>()

  function learn(row: Finished): void {
    const from = row.committed_at ?? row.started_at
    if (from === null || row.ended_at === null || row.ended_at < from)
      return
    const work = workOf(row.kind, row.model_id)
    pastByWork.set(work, [...pastByWork.get(work) ?? [], { size: row.size, seconds: (row.ended_at - from) / 1000 }].slice(-remembered))
  }

  // A result that the person attached tells nothing about how long the service takes.
  const past = await db.all<Finished>(sql`
    SELECT kind, model_id, size, started_at, committed_at, ended_at FROM jobs
    WHERE state = 'done' AND NOT EXISTS (SELECT 1 FROM job_moves WHERE job_moves.job_id = jobs.id AND event = 'attach')
    ORDER BY ended_at DESC LIMIT 500`)
  past.reverse().forEach(learn)

  return {
    learn,
    expectedSeconds: (kind, modelId, size) => expectSeconds(pastByWork.get(workOf(kind, modelId)) ?? [], size),
  }
}

function workOf(kind: string, modelId: string | null): string {
  return `${kind} ${modelId ?? ''}`
}
