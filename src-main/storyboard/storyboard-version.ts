/** What a snapshot keeps of a project's storyboard; reads, restores and deletes it. */
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { LineId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { jsonText } from '../storage/table.ts'

/** What is restored becomes rows again. */
const id = z.string().refine(each => LineId.safeParse(each).success, 'is not an id')

const Board = z.object({
  pictures: z.array(z.object({
    id,
    /** As in the row. */
    lineIds: jsonText(z.array(LineId)),
    prompt: z.string(),
    motionPrompt: z.string(),
    stillTakeId: id.nullable(),
    isStillGiven: z.int(),
    shotTakeId: id.nullable(),
    isShotGiven: z.int(),
    /** By which words of wildcards are drawn: an id that stays in a copy and in a bundle, so it is not written as ids are. */
    drawFrom: z.string().regex(/^[0-9a-f_]{36}$/).optional(),
  })),
  /** Models with their values are JSON, as in the row. */
  look: z.object({
    style: z.string(),
    referenceTakeId: id.nullable(),
    still: jsonText(z.looseObject({})),
    shot: jsonText(z.looseObject({})),
  }).nullable(),
})

/** The JSON in the database. Versions from before there were storyboards have none, and neither have projects without one. */
export const StoryboardVersion = z.object({ storyboard: Board.optional() })
export type StoryboardVersion = z.infer<typeof StoryboardVersion>

export async function readStoryboardVersion(db: Transaction, projectId: ProjectId): Promise<StoryboardVersion> {
  const pictures = await db.all<z.infer<typeof Board>['pictures'][number]>(sql`
    SELECT id, line_ids AS lineIds, prompt, motion_prompt AS motionPrompt, still_take_id AS stillTakeId, still_is_given AS isStillGiven,
      shot_take_id AS shotTakeId, shot_is_given AS isShotGiven,
      replace(coalesce(draw_from, id), '-', '_') AS drawFrom
    FROM storyboard WHERE project_id = ${projectId} ORDER BY id`)
  const look = await db.get<NonNullable<z.infer<typeof Board>['look']>>(sql`
    SELECT style, reference_take_id AS referenceTakeId, still, shot FROM storyboard_looks WHERE project_id = ${projectId}`)
  return pictures.length === 0 && !look ? {} : { storyboard: { pictures, look: look ?? null } }
}

/** The takes that its pictures show, each once. */
export function takesInStoryboard({ storyboard }: StoryboardVersion): string[] {
  return [...new Set((storyboard?.pictures ?? []).flatMap(picture => [picture.stillTakeId ?? [], picture.shotTakeId ?? []].flat()))]
}

/**
 * Replaces a project's storyboard; a version without one leaves it as it is. Takes that were deleted since are omitted. `newIds` maps
 * pictures and lines to their ids in a copy. Words of wildcards are drawn as before.
 */
export async function writeStoryboardVersion(
  tx: Transaction,
  { storyboard }: StoryboardVersion,
  { into, newIds, changedAt }: { into: ProjectId, newIds: ReadonlyMap<string, string>, changedAt: number },
): Promise<void> {
  if (!storyboard)
    return
  const idOf = (id: string): string => newIds.get(id) ?? id
  const draws = await tx.all<{ id: string, draw_from: string | null }>(sql`SELECT id, draw_from FROM storyboard WHERE project_id = ${into}`)
  const drawsHere = new Map(draws.map(row => [row.id, row.draw_from]))
  await tx.run(sql`DELETE FROM storyboard WHERE project_id = ${into}`)
  for (const picture of storyboard.pictures) {
    const lineIds = z.array(z.string()).parse(JSON.parse(picture.lineIds)).map(idOf)
    // Older versions do not say it.
    const drawFrom = picture.drawFrom?.replaceAll('_', '-') ?? drawsHere.get(picture.id) ?? picture.id
    await tx.run(sql`
      INSERT INTO storyboard (id, project_id, line_ids, prompt, motion_prompt, still_take_id, still_is_given, shot_take_id, shot_is_given,
        draw_from, changed_at)
      VALUES (${idOf(picture.id)}, ${into}, ${JSON.stringify(lineIds)}, ${picture.prompt}, ${picture.motionPrompt},
        (SELECT id FROM takes WHERE id = ${picture.stillTakeId}), ${picture.isStillGiven},
        (SELECT id FROM takes WHERE id = ${picture.shotTakeId}), ${picture.isShotGiven}, ${drawFrom}, ${changedAt})`)
  }
  const { look } = storyboard
  if (look) {
    await tx.run(sql`
      INSERT INTO storyboard_looks (project_id, style, reference_take_id, still, shot)
      VALUES (${into}, ${look.style}, (SELECT id FROM takes WHERE id = ${look.referenceTakeId}), ${look.still},
        ${withNewIds(look.shot, idOf)})
      ON CONFLICT (project_id) DO UPDATE SET style = excluded.style, reference_take_id = excluded.reference_take_id,
        still = excluded.still, shot = excluded.shot`)
  }
}

/** Something else may be chosen for single pictures, which are named there. */
function withNewIds(shot: string, idOf: (id: string) => string): string {
  const { whenShortOf, ...others } = z.looseObject({ whenShortOf: z.record(z.string(), z.unknown()) }).parse(JSON.parse(shot))
  const named = Object.entries(whenShortOf).map(([id, chosen]) => [idOf(id), chosen])
  return JSON.stringify({ ...others, whenShortOf: Object.fromEntries(named) })
}

/** For a deleted project. */
export async function purgeStoryboard(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM storyboard_looks WHERE project_id = ${projectId}`)
  await tx.run(sql`DELETE FROM storyboard WHERE project_id = ${projectId}`)
}
