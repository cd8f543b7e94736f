/**
 * Every place that refers to a take, once: the details of a take, the trash and the bins of projects all read this table. A test compares
 * it with the tables of the library, so that a new place cannot be forgotten.
 */
import type { TakeUse } from '#contract/takes.ts'
import type { TrashUse } from '#contract/trash.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Sql } from '../storage/sql.ts'
import { sql } from '../storage/sql.ts'

/** Restricts a query, given its columns for the take and the project. */
type Which = (take: Sql, project: Sql) => Sql

interface TakeReference {
  /** The column that has the id, as `table.column`. */
  readonly column: string
  /** How the details of a take list it; null where they leave it out. */
  readonly use: TakeUse['kind'] | null
  /** How the trash lists it before the take is deleted permanently; null where it does not keep a take. */
  readonly kept: TrashUse['kind'] | null
  /** The take is part of that project. */
  readonly isOfProject: boolean
  /**
   * `take_id`, `name`, `project_id`, `line_id`, `sequence_id`, `voice_id`, `by_take_id`, `is_trashed` and `is_removed`: removed is what is
   * not in the script or timeline any more, but can be put back.
   */
  readonly rows: (which: Which) => Sql
}

const document = sql.json(sql`sequences.document`)
const none = sql`NULL`
export const takeReferences: readonly TakeReference[] = [
  {
    column: 'lines.chosen_take_id',
    use: 'script',
    kept: 'script',
    isOfProject: true,
    rows: which => sql`
      SELECT lines.chosen_take_id AS take_id, lines.text AS name, lines.project_id AS project_id, lines.id AS line_id,
        NULL AS sequence_id, NULL AS voice_id, NULL AS by_take_id, lines.removed_at IS NOT NULL AS is_trashed,
        lines.removed_at IS NOT NULL AS is_removed
      FROM lines WHERE ${which(sql`lines.chosen_take_id`, sql`lines.project_id`)}`,
  },
  {
    column: 'storyboard.still_take_id',
    use: 'storyboard',
    kept: 'script',
    isOfProject: true,
    rows: which => sql`
      SELECT storyboard.still_take_id AS take_id, storyboard.prompt AS name, storyboard.project_id AS project_id,
        NULL AS line_id, NULL AS sequence_id, NULL AS voice_id, NULL AS by_take_id, 0 AS is_trashed,
        0 AS is_removed
      FROM storyboard WHERE ${which(sql`storyboard.still_take_id`, sql`storyboard.project_id`)}`,
  },
  {
    column: 'storyboard.shot_take_id',
    use: 'storyboard',
    kept: 'script',
    isOfProject: true,
    rows: which => sql`
      SELECT storyboard.shot_take_id AS take_id, storyboard.prompt AS name, storyboard.project_id AS project_id,
        NULL AS line_id, NULL AS sequence_id, NULL AS voice_id, NULL AS by_take_id, 0 AS is_trashed,
        0 AS is_removed
      FROM storyboard WHERE ${which(sql`storyboard.shot_take_id`, sql`storyboard.project_id`)}`,
  },
  {
    column: 'storyboard_looks.reference_take_id',
    use: 'storyboard',
    kept: 'script',
    isOfProject: true,
    rows: which => sql`
      SELECT storyboard_looks.reference_take_id AS take_id, storyboard_looks.style AS name,
        storyboard_looks.project_id AS project_id, NULL AS line_id, NULL AS sequence_id, NULL AS voice_id,
        NULL AS by_take_id, 0 AS is_trashed, 0 AS is_removed
      FROM storyboard_looks WHERE ${which(sql`storyboard_looks.reference_take_id`, sql`storyboard_looks.project_id`)}`,
  },
  {
    column: 'sequence_clips.take_id',
    use: 'timeline',
    kept: 'timeline',
    isOfProject: true,
    rows: which => sql`
      SELECT sequence_clips.take_id AS take_id, ${document} ->> '$.name' AS name, sequences.project_id AS project_id,
        NULL AS line_id, sequences.id AS sequence_id, NULL AS voice_id, NULL AS by_take_id,
        sequences.trashed_at IS NOT NULL AS is_trashed, 0 AS is_removed
      FROM sequence_clips JOIN sequences ON sequences.id = sequence_clips.sequence_id
      WHERE ${which(sql`sequence_clips.take_id`, sql`sequences.project_id`)}`,
  },
  {
    column: 'project_takes.take_id',
    use: 'bin',
    kept: 'bin',
    isOfProject: true,
    rows: which => sql`
      SELECT project_takes.take_id AS take_id, '' AS name, project_takes.project_id AS project_id, NULL AS line_id,
        NULL AS sequence_id, NULL AS voice_id, NULL AS by_take_id, 0 AS is_trashed, 0 AS is_removed
      FROM project_takes WHERE ${which(sql`project_takes.take_id`, sql`project_takes.project_id`)}`,
  },
  {
    // Without its cover, a project is delivered all the same.
    column: 'delivery_choices.cover_take_id',
    use: null,
    kept: null,
    isOfProject: true,
    rows: which => sql`
      SELECT delivery_choices.cover_take_id AS take_id, '' AS name, delivery_choices.project_id AS project_id, NULL AS line_id,
        NULL AS sequence_id, NULL AS voice_id, NULL AS by_take_id, 0 AS is_trashed, 0 AS is_removed
      FROM delivery_choices WHERE ${which(sql`delivery_choices.cover_take_id`, sql`delivery_choices.project_id`)}`,
  },
  {
    // The trash asks for these by themselves: a clip is kept for as long as its voice.
    column: 'voices.clip_take_id',
    use: 'voice',
    kept: null,
    isOfProject: false,
    rows: which => sql`
      SELECT voices.clip_take_id AS take_id, voices.name AS name, NULL AS project_id, NULL AS line_id,
        NULL AS sequence_id, voices.id AS voice_id, NULL AS by_take_id,
        voices.trashed_at IS NOT NULL AS is_trashed, 0 AS is_removed
      FROM voices WHERE ${which(sql`voices.clip_take_id`, none)}`,
  },
  {
    column: 'snapshot_summaries.take_ids',
    use: 'version',
    kept: 'version',
    isOfProject: false,
    rows: which => sql`
      SELECT shown.value AS take_id, '' AS name, snapshots.project_id AS project_id, NULL AS line_id,
        NULL AS sequence_id, NULL AS voice_id, NULL AS by_take_id, 0 AS is_trashed, 0 AS is_removed
      FROM snapshot_summaries JOIN snapshots ON snapshots.id = snapshot_summaries.snapshot_id,
        json_each(${sql.json(sql`snapshot_summaries.take_ids`)}) AS shown
      WHERE ${which(sql`shown.value`, sql`snapshots.project_id`)}`,
  },
  {
    // A bin, a look or an anchor is restored without a take that was deleted.
    column: 'snapshot_summaries.other_take_ids',
    use: 'version',
    kept: null,
    isOfProject: false,
    rows: which => sql`
      SELECT other.value AS take_id, '' AS name, snapshots.project_id AS project_id, NULL AS line_id,
        NULL AS sequence_id, NULL AS voice_id, NULL AS by_take_id, 0 AS is_trashed, 0 AS is_removed
      FROM snapshot_summaries JOIN snapshots ON snapshots.id = snapshot_summaries.snapshot_id,
        json_each(${sql.json(sql`snapshot_summaries.other_take_ids`)}) AS other
      WHERE instr(snapshot_summaries.take_ids, other.value) = 0 AND ${which(sql`other.value`, sql`snapshots.project_id`)}`,
  },
  {
    column: 'snapshots.picture_asset_id',
    use: null,
    kept: 'version',
    isOfProject: false,
    rows: which => sql`
      SELECT takes.id AS take_id, '' AS name, snapshots.project_id AS project_id, NULL AS line_id, NULL AS sequence_id,
        NULL AS voice_id, NULL AS by_take_id, 0 AS is_trashed, 0 AS is_removed
      FROM snapshots JOIN takes ON takes.asset_id = snapshots.picture_asset_id WHERE ${which(sql`takes.id`, sql`snapshots.project_id`)}`,
  },
  {
    // A transcript plays the sound it was heard in, and an edited picture is compared with what it was made from. A check goes with
    // its take.
    column: 'takes.source_take_ids',
    use: null,
    kept: 'source',
    isOfProject: false,
    rows: which => sql`
      SELECT source.value AS take_id, takes.title AS name, NULL AS project_id, NULL AS line_id, NULL AS sequence_id,
        NULL AS voice_id, takes.id AS by_take_id, takes.trashed_at IS NOT NULL AS is_trashed, 0 AS is_removed
      FROM takes, json_each(takes.source_take_ids) AS source
      WHERE takes.kind IN ('transcribe', 'edit') AND takes.check_of IS NULL AND ${which(sql`source.value`, none)}`,
  },
]

/** The rows of references to these takes, each with its `kind`. */
export function referencesTo(kindOf: (reference: TakeReference) => string | null, which: (take: Sql) => Sql): Sql {
  const parts = takeReferences.flatMap((reference) => {
    const kind = kindOf(reference)
    return kind === null ? [] : [sql`SELECT *, ${kind} AS kind FROM (${reference.rows(which)})`]
  })
  return sql.join(parts, sql` UNION ALL `)
}

/** The same, of the takes of a common table expression `asked (id)`. */
export function referencesToAsked(kindOf: (reference: TakeReference) => string | null): Sql {
  return referencesTo(kindOf, take => sql`${take} IN (SELECT id FROM asked)`)
}

/** Whether a take is in the trash: looked up for each reference, however many takes are there. */
export function isInTrash(take: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM takes AS trashed WHERE trashed.id = ${take} AND trashed.trashed_at IS NOT NULL)`
}

/** Scripts, storyboards, timelines and voices use a take; a bin or an earlier version only keeps it. */
const uses = takeReferences.filter(({ use }) => use !== null && use !== 'bin' && use !== 'version')

/** A query for the ids of all takes that are used. */
export const usedTakes = sql.join(uses.map(({ rows }) =>
  sql`SELECT take_id FROM (${rows(take => sql`${take} IS NOT NULL`)}) WHERE is_removed = 0`), sql` UNION ALL `)

/** Whether a row of `takes` is used. */
export const isUsed = sql`(${sql.join(uses.map(({ rows }) =>
  sql`EXISTS (SELECT 1 FROM (${rows(take => sql`${take} = takes.id`)}) WHERE is_removed = 0)`), sql` OR `)})`

/** A query for the ids of takes that a project uses or had added. */
export function takesOfProject(projectId: ProjectId): Sql {
  const parts = takeReferences.filter(reference => reference.isOfProject).map(({ rows }) =>
    sql`SELECT take_id FROM (${rows((take, project) => sql`${project} = ${projectId} AND ${take} IS NOT NULL`)}) WHERE is_removed = 0`)
  return sql.join(parts, sql` UNION `)
}

/** A query for the `take_id` and `project_id` of all takes that projects use or had added. */
export const takesOfProjects = sql.join(takeReferences.filter(reference => reference.isOfProject).map(({ rows }) =>
  sql`SELECT take_id, project_id FROM (${rows((take, project) => sql`${take} IS NOT NULL AND ${project} IS NOT NULL`)}) WHERE is_removed = 0`), sql` UNION `)
