/** How long work takes, learned from the last jobs of the same kind and model. */
import type { JobKind } from '#contract/jobs.ts'
import type { Database } from '../storage/database.ts'
import type { JobRow } from './rows.ts'
import { sql } from '../storage/sql.ts'

const remembered = 20

export interface Durations {
  expectedSeconds: (kind: JobKind, modelId: string | null) => number | null
  learn: (row: Pick<JobRow, 'kind' | 'model_id' | 'started_at' | 'committed_at' | 'ended_at'>) => void
}

export async function createDurations(db: Database): Promise<Durations> {
  const secondsByWork = new Map<string, number[]>()

  function learn(row: Pick<JobRow, 'kind' | 'model_id' | 'started_at' | 'committed_at' | 'ended_at'>): void {
    const from = row.committed_at ?? row.started_at
    if (from === null || row.ended_at === null || row.ended_at < from)
      return
    const work = workOf(row.kind, row.model_id)
    secondsByWork.set(work, [...secondsByWork.get(work) ?? [], (row.ended_at - from) / 1000].slice(-remembered))
  }

  const past = await db.all<JobRow>(sql`
    SELECT kind, model_id, started_at, committed_at, ended_at FROM jobs WHERE state = 'done' ORDER BY ended_at DESC LIMIT 500`)
  past.reverse().forEach(learn)

  return {
    learn,
    // The median, so that one job from before a long sleep does not spoil the guess.
    expectedSeconds(kind, modelId) {
      const seconds = [...secondsByWork.get(workOf(kind, modelId)) ?? []].sort((a, b) => a - b)
      return seconds[Math.floor(seconds.length / 2)] ?? null
    },
  }
}

function workOf(kind: string, modelId: string | null): string {
  return `${kind} ${modelId ?? ''}`
}
