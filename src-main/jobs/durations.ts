/**
 * Learns how long work takes from the last jobs of the same kind and model, and from their size where it is known; of renders also from
 *  their captions and preset.
 */
import type { JobId } from '#contract/words.ts'
import type { Database } from '../storage/database.ts'
import type { Past, PastRender } from './estimate-duration.ts'
import type { JobRow } from './rows.ts'
import { z } from 'zod'
import { sql } from '../storage/sql.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { expectRenderSeconds, expectSeconds } from './estimate-duration.ts'
import { jobsTable } from './rows.ts'

const remembered = 30
/** Plans of renders are long, and asked about several times a second while they run. */
const mostTraits = 200

/** Of a job that is to be estimated. */
export type Timed = Pick<JobRow, 'id' | 'kind' | 'model_id' | 'size' | 'plan'>
const finishedTable = jobsTable.part('id', 'kind', 'model_id', 'size', 'plan', 'started_at', 'committed_at', 'ended_at')
type Finished = ReturnType<typeof finishedTable.parse>
type Traits = Pick<PastRender, 'isBurned' | 'preset'>

const PlanTraits = z.object({ captionMode: z.string(), delivery: z.object({ presetId: z.string() }) })

export interface Durations {
  /** Seconds that this work is expected to take; null until known. */
  expectedSeconds: (row: Timed) => number | null
  learn: (row: Finished) => void
}

export async function createDurations(db: Database): Promise<Durations> {
  const pastByWork = new Map<string, Past[]>()
  let pastRenders: PastRender[] = []
  const traitsById = new Map<JobId, Traits>()

  function traitsOf({ id, plan }: Pick<Timed, 'id' | 'plan'>): Traits {
    const known = traitsById.get(id)
    if (known)
      return known
    const traits = readTraits(plan)
    if (traitsById.size >= mostTraits)
      traitsById.clear()
    traitsById.set(id, traits)
    return traits
  }

  function learn(row: Finished): void {
    const from = row.committed_at ?? row.started_at
    if (from === null || row.ended_at === null || row.ended_at < from)
      return
    const seconds = (row.ended_at - from) / 1000
    if (row.kind === 'render' && row.size !== null && row.size > 0)
      pastRenders = [...pastRenders, { size: row.size, seconds, ...traitsOf(row) }].slice(-remembered)
    const work = workOf(row)
    pastByWork.set(work, [...pastByWork.get(work) ?? [], { size: row.size, seconds }].slice(-remembered))
  }

  // A result that the user attached tells nothing about how long the service takes.
  const past = readEach(await db.all(sql`
    SELECT id, kind, model_id, size, started_at, committed_at, ended_at, CASE WHEN kind = 'render' AND json_valid(plan)
      THEN json_object('captionMode', plan ->> '$.captionMode', 'delivery', json_object('presetId', plan ->> '$.delivery.presetId'))
      ELSE '' END AS plan
    FROM jobs
    WHERE state = 'done' AND NOT EXISTS (SELECT 1 FROM job_moves WHERE job_moves.job_id = jobs.id AND event = 'attach')
    ORDER BY ended_at DESC LIMIT 500`), finishedTable.parse)
  past.reverse().forEach(learn)

  return {
    learn,
    expectedSeconds: row => (row.kind === 'render' && row.size !== null && row.size > 0
      ? expectRenderSeconds(pastRenders, { size: row.size, ...traitsOf(row) })
      : null) ?? expectSeconds(pastByWork.get(workOf(row)) ?? [], row.size),
  }
}

/** A plan that cannot be read is like none. */
function readTraits(plan: string): Traits {
  try {
    const { captionMode, delivery } = PlanTraits.parse(JSON.parse(plan))
    return { isBurned: captionMode === 'burned', preset: delivery.presetId }
  }
  catch {
    return { isBurned: false, preset: '' }
  }
}

function workOf({ kind, model_id: modelId }: Pick<JobRow, 'kind' | 'model_id'>): string {
  return `${kind} ${modelId ?? ''}`
}
