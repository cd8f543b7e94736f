/** Where takes are used: scripts, storyboards, timelines, voices, bins of other projects, earlier versions. */
import type { TakeUse } from '#contract/takes.ts'
import type { LineId, ProjectId, SequenceId, TakeId, VoiceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'
import { referencesToAsked } from './take-references.ts'

interface UseRow {
  take_id: TakeId
  kind: TakeUse['kind']
  name: string
  project_id: ProjectId | null
  place: string | null
  line_id: LineId | null
  sequence_id: SequenceId | null
  voice_id: VoiceId | null
  times: number
  is_trashed: number
}

/** Each place once, with how often it uses the take. Things in the trash count, lines and clips that were removed do not. */
export async function usesOfTakes(db: Pick<Transaction, 'all'>, takeIds: readonly TakeId[]): Promise<TakeUse[]> {
  const rows = await db.all<UseRow>(sql`
    WITH asked (id) AS MATERIALIZED ${sql.list(takeIds)},
    used AS (${referencesToAsked(({ use }) => use)})
    SELECT used.take_id, used.kind, used.name, used.project_id, projects.name AS place, used.line_id, used.sequence_id, used.voice_id,
      count(*) AS times, max(used.is_trashed, projects.trashed_at IS NOT NULL) AS is_trashed
    FROM used LEFT JOIN projects ON projects.id = used.project_id WHERE used.is_removed = 0
    GROUP BY used.take_id, used.kind, used.project_id, used.line_id, used.sequence_id, used.voice_id
    ORDER BY used.take_id, is_trashed, place, used.kind, used.name`)
  return rows.map(row => ({
    takeId: row.take_id,
    kind: row.kind,
    name: row.name.slice(0, 300),
    projectId: row.project_id,
    projectName: row.place ?? '',
    lineId: row.line_id,
    sequenceId: row.sequence_id,
    voiceId: row.voice_id,
    times: row.times,
    isTrashed: row.is_trashed === 1,
  }))
}
