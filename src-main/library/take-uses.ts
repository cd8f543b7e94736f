/** Where takes are used: scripts, storyboards, timelines, voices, bins of other projects, earlier versions. */
import type { TakeUse } from '#contract/takes.ts'
import type { LineId, ProjectId, SequenceId, TakeId, VoiceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { sql } from '../storage/sql.ts'

/** Of a sequence whose document was written by an earlier version; in the words of the index of those. */
export const hasClipsInside = sql`instr(sequences.document, '"takeId"') > 0`

/** A query for `take_id`, `sequence_id`, `project_id` and `name` of each clip in a project, or of each that plays or shows these takes. */
export function takesInSequences(of: { readonly projectId: ProjectId } | { readonly takeIds: readonly TakeId[] }): Sql {
  const which = 'projectId' in of
    ? sql`sequences.project_id = ${of.projectId}`
    : sql`clip.value ->> 'takeId' IN (SELECT value FROM json_each(${JSON.stringify(of.takeIds)}))`
  const whichClip = 'projectId' in of
    ? which
    : sql`sequence_clips.take_id IN (SELECT value FROM json_each(${JSON.stringify(of.takeIds)}))`
  const document = sql.json(sql`sequences.document`)
  // Documents of earlier versions have their clips inside.
  return sql`
    SELECT clip.value ->> 'takeId' AS take_id, sequences.id AS sequence_id, sequences.project_id AS project_id,
      ${document} ->> '$.name' AS name
    FROM sequences, json_each(${document}, '$.tracks') AS track, json_each(track.value, '$.clips') AS clip
    WHERE ${hasClipsInside} AND ${which} AND clip.value ->> 'takeId' IS NOT NULL
    UNION ALL SELECT sequence_clips.take_id, sequences.id, sequences.project_id, ${document} ->> '$.name'
    FROM sequence_clips JOIN sequences ON sequences.id = sequence_clips.sequence_id
    WHERE ${whichClip} AND sequence_clips.take_id IS NOT NULL`
}

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
    WITH asked (id) AS MATERIALIZED (SELECT value FROM json_each(${JSON.stringify(takeIds)})),
    used (take_id, kind, name, project_id, line_id, sequence_id, voice_id, is_trashed) AS (
      SELECT chosen_take_id, 'script', text, project_id, id, NULL, NULL, 0 FROM lines
        WHERE chosen_take_id IN (SELECT id FROM asked) AND removed_at IS NULL
      UNION ALL SELECT still_take_id, 'storyboard', prompt, project_id, NULL, NULL, NULL, 0 FROM storyboard
        WHERE still_take_id IN (SELECT id FROM asked)
      UNION ALL SELECT shot_take_id, 'storyboard', prompt, project_id, NULL, NULL, NULL, 0 FROM storyboard
        WHERE shot_take_id IN (SELECT id FROM asked)
      UNION ALL SELECT reference_take_id, 'storyboard', style, project_id, NULL, NULL, NULL, 0 FROM storyboard_looks
        WHERE reference_take_id IN (SELECT id FROM asked)
      UNION ALL SELECT take_id, 'timeline', name, project_id, NULL, sequence_id, NULL, 0
        FROM (${takesInSequences({ takeIds })})
      UNION ALL SELECT clip_take_id, 'voice', name, NULL, NULL, NULL, id, trashed_at IS NOT NULL FROM voices
        WHERE clip_take_id IN (SELECT id FROM asked)
      UNION ALL SELECT take_id, 'bin', '', project_id, NULL, NULL, NULL, 0 FROM project_takes WHERE take_id IN (SELECT id FROM asked)
      UNION ALL SELECT asked.id, 'version', '', snapshots.project_id, NULL, NULL, NULL, 0
        FROM snapshot_summaries JOIN snapshots ON snapshots.id = snapshot_id, asked
        WHERE instr(take_ids, asked.id) > 0 OR instr(other_take_ids, asked.id) > 0
    )
    SELECT used.take_id, used.kind, used.name, used.project_id, projects.name AS place, used.line_id, used.sequence_id, used.voice_id,
      count(*) AS times, max(used.is_trashed, projects.trashed_at IS NOT NULL) AS is_trashed
    FROM used LEFT JOIN projects ON projects.id = used.project_id
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
