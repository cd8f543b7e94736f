/** Anchors: the take that the others of a speaker are compared with, where a person has chosen one. Each is gone with its take. */
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { SpeakerTone } from '#contract/tone.ts'
import { ProjectId as ProjectIdShape, TakeId as TakeIdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'
import { isSpeaking } from './speaker-colours.ts'

export const anchorsTable = defineTable('speaker_anchors', z.object({
  project_id: ProjectIdShape,
  speaker: SpeakerTone.shape.speaker,
  take_id: TakeIdShape,
}))

/** By the names of the speakers. */
export async function readAnchors(db: Transaction, projectId: ProjectId): Promise<Map<string, TakeId>> {
  const rows = await db.all(sql`SELECT ${anchorsTable.columns} FROM speaker_anchors WHERE project_id = ${projectId} ORDER BY speaker`)
  return new Map(anchorsTable.read(rows).map(row => [row.speaker, row.take_id]))
}

/** Projects whose speakers are compared with one of these takes. */
export async function projectsAnchoredTo(db: Transaction, takeIds: readonly TakeId[]): Promise<ProjectId[]> {
  const rows = await db.all<{ id: ProjectId }>(sql`
    SELECT DISTINCT project_id AS id FROM speaker_anchors WHERE take_id IN ${sql.list(takeIds)}`)
  return rows.map(row => row.id)
}

/** Null takes it away. */
export async function putAnchor(tx: Transaction, projectId: ProjectId, speaker: string, takeId: TakeId | null): Promise<void> {
  if (takeId === null) {
    await tx.run(sql`DELETE FROM speaker_anchors WHERE project_id = ${projectId} AND speaker = ${speaker}`)
    return
  }
  await tx.run(sql`
    INSERT INTO speaker_anchors ${anchorsTable.values({ project_id: projectId, speaker, take_id: takeId })}
    ON CONFLICT (project_id, speaker) DO UPDATE SET take_id = excluded.take_id`)
}

/** As with a chain of filters: it follows the new name of a speaker who has no line by the old one any more, unless that has one. */
export async function renameAnchor(tx: Transaction, projectId: ProjectId, { from, to }: { from: string, to: string }): Promise<void> {
  const anchors = await readAnchors(tx, projectId)
  const own = anchors.get(from)
  if (own === undefined || anchors.has(to) || await isSpeaking(tx, projectId, from))
    return
  await putAnchor(tx, projectId, to, own)
  await putAnchor(tx, projectId, from, null)
}

/** Replaces those of a project, from a version: a take that was deleted since is no anchor. */
export async function writeAnchors(
  tx: Transaction,
  projectId: ProjectId,
  anchors: readonly { readonly speaker: string, readonly takeId: string }[],
): Promise<void> {
  await purgeAnchors(tx, projectId)
  for (const { speaker, takeId } of anchors) {
    await tx.run(sql`
      INSERT INTO speaker_anchors (project_id, speaker, take_id)
      SELECT ${projectId}, ${speaker}, id FROM takes WHERE id = ${takeId}`)
  }
}

/** Of a project that is deleted. */
export async function purgeAnchors(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM speaker_anchors WHERE project_id = ${projectId}`)
}
