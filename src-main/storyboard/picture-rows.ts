/** The rows of the storyboard: pictures as they were chosen, and the look of each project. */
import type { PictureEdit, StoryboardLook } from '#contract/storyboard.ts'
import type { LineId, PictureId, ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { PictureMaker, Suggestion, WhenShort } from '#contract/storyboard.ts'
import { Instant, LineId as LineIdShape, PictureId as PictureIdShape, ProjectId as ProjectIdShape, TakeId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag, json } from '../storage/table.ts'
import { readOne } from '../storage/unreadable-rows.ts'

export const picturesTable = defineTable('storyboard', z.object({
  id: PictureIdShape,
  project_id: ProjectIdShape,
  line_ids: json(z.array(LineIdShape).min(1)),
  prompt: z.string(),
  motion_prompt: z.string(),
  still_take_id: TakeId.nullable(),
  /** A person chose it although it was not made for this: it never becomes stale. */
  still_is_given: Flag,
  shot_take_id: TakeId.nullable(),
  shot_is_given: Flag,
  /** The id by which words of wildcards are drawn, in a copy that of the first picture; null is its own. */
  draw_from: z.string().nullable(),
  changed_at: Instant,
}))
export type PictureRow = ReturnType<typeof picturesTable.parse>

export const looksTable = defineTable('storyboard_looks', z.object({
  project_id: ProjectIdShape,
  style: z.string(),
  reference_take_id: TakeId.nullable(),
  still: json(PictureMaker),
  /** With what is seen when a shot is short, usually and at single pictures. */
  shot: json(PictureMaker.extend({ whenShort: WhenShort, whenShortOf: z.record(PictureIdShape, WhenShort) })),
  suggestion: json(Suggestion).nullable(),
}))

/** In the order in which they were planned. */
export async function readPictureRows(db: Transaction, projectId: ProjectId): Promise<PictureRow[]> {
  const rows = await db.all(sql`SELECT ${picturesTable.columns} FROM storyboard WHERE project_id = ${projectId} ORDER BY id`)
  return picturesTable.read(rows)
}

export async function insertPicture(
  tx: Transaction,
  { id, projectId, lineIds, changedAt }: { id: PictureId, projectId: ProjectId, lineIds: readonly LineId[], changedAt: number },
): Promise<void> {
  const values = picturesTable.values({ id, project_id: projectId, line_ids: JSON.stringify(lineIds), changed_at: changedAt })
  await tx.run(sql`INSERT INTO storyboard ${values}`)
}

/** A take that is chosen here counts as given until `settleGiven` has looked at it. */
export async function changePicture(tx: Transaction, id: PictureId, edit: Omit<PictureEdit, 'lineId'>, changedAt: number): Promise<void> {
  await tx.run(sql`
    UPDATE storyboard SET ${picturesTable.changes({
      ...(edit.prompt !== undefined && { prompt: edit.prompt }),
      ...(edit.motionPrompt !== undefined && { motion_prompt: edit.motionPrompt }),
      ...(edit.lineIds !== undefined && { line_ids: JSON.stringify(edit.lineIds) }),
      ...(edit.stillTakeId !== undefined && { still_take_id: edit.stillTakeId, still_is_given: edit.stillTakeId === null ? 0 : 1 }),
      ...(edit.shotTakeId !== undefined && { shot_take_id: edit.shotTakeId, shot_is_given: edit.shotTakeId === null ? 0 : 1 }),
      changed_at: changedAt,
    })} WHERE id = ${id}`)
}

/** Uses takes that were made for the picture, or by the very request that it asks for. */
export async function chooseMade(tx: Pick<Transaction, 'run'>, id: PictureId, part: 'still' | 'shot', takeId: TakeId): Promise<void> {
  const [take, isGiven] = [sql.identifier(`${part}_take_id`), sql.identifier(`${part}_is_given`)]
  await tx.run(sql`UPDATE storyboard SET ${take} = ${takeId}, ${isGiven} = 0 WHERE id = ${id}`)
}

/** Projects of pictures that have one of these takes, and of looks that refer to one. */
export async function projectsWith(db: Transaction, takeIds: readonly TakeId[]): Promise<ProjectId[]> {
  const ids = sql.list(takeIds)
  const rows = await db.all<{ id: ProjectId }>(sql`
    SELECT project_id AS id FROM storyboard WHERE still_take_id IN ${ids}
    UNION SELECT project_id FROM storyboard WHERE shot_take_id IN ${ids}
    UNION SELECT project_id FROM storyboard_looks WHERE reference_take_id IN ${ids}`)
  return rows.map(row => row.id)
}

const plainMaker: PictureMaker = { modelId: null, fields: {} }
/** In the shape of a film; models that are not asked for a size leave it out. */
const filmMaker: PictureMaker = { modelId: null, fields: { width: 1280, height: 720 } }

/**
 * A project without one has the look of a new storyboard; where pictures came before looks were kept, it asks for no size. `former`:
 * columns as they were.
 */
export async function readLook(
  db: Transaction,
  projectId: ProjectId,
  former: Readonly<Record<string, unknown>> = {},
): Promise<StoryboardLook> {
  const found = await db.get(sql`SELECT ${looksTable.columns} FROM storyboard_looks WHERE project_id = ${projectId}`)
  const row = readOne(found && { ...found, ...former }, looksTable.parse)
  const isOlder = !row && await db.get(sql`SELECT 1 FROM storyboard WHERE project_id = ${projectId} LIMIT 1`) !== undefined
  return {
    id: projectId,
    style: row?.style ?? '',
    referenceTakeId: row?.reference_take_id ?? null,
    still: row?.still ?? (isOlder ? plainMaker : filmMaker),
    shot: row ? { modelId: row.shot.modelId, fields: row.shot.fields } : plainMaker,
    whenShort: row?.shot.whenShort ?? 'hold',
    whenShortOf: row?.shot.whenShortOf ?? {},
    suggestion: row?.suggestion ?? null,
  }
}

export async function writeLook(tx: Pick<Transaction, 'run'>, look: StoryboardLook): Promise<void> {
  const values = looksTable.values({
    project_id: look.id,
    style: look.style,
    reference_take_id: look.referenceTakeId,
    still: JSON.stringify(look.still),
    shot: JSON.stringify({ ...look.shot, whenShort: look.whenShort, whenShortOf: look.whenShortOf }),
    suggestion: look.suggestion && JSON.stringify(look.suggestion),
  })
  await tx.run(sql`
    INSERT INTO storyboard_looks ${values}
    ON CONFLICT (project_id) DO UPDATE SET style = excluded.style, reference_take_id = excluded.reference_take_id,
      still = excluded.still, shot = excluded.shot, suggestion = excluded.suggestion`)
}
