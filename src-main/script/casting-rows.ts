/** The rows of castings: which model and voice speaks for whom. */
import type { ProjectCastings } from '#contract/script.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Casting } from '#contract/script.ts'
import { ModelId, ProjectId, VoiceId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'

export const castingsTable = defineTable('castings', z.object({
  project_id: ProjectId,
  speaker: Casting.shape.speaker,
  model_id: ModelId,
  voice_id: VoiceId.nullable(),
  fields: json(Casting.shape.fields),
}))

/** In the order of the speakers' names. */
export async function readCastings(db: Transaction, projectId: ProjectId): Promise<Casting[]> {
  const rows = await db.all(sql`SELECT ${castingsTable.columns} FROM castings WHERE project_id = ${projectId} ORDER BY speaker`)
  return castingsTable.read(rows).map(row => ({
    speaker: row.speaker,
    modelId: row.model_id,
    voiceId: row.voice_id,
    fields: row.fields,
  }))
}

/** Casts a speaker, or changes the casting. */
export async function putCasting(tx: Transaction, projectId: ProjectId, { speaker, modelId, voiceId, fields }: Casting): Promise<void> {
  const values = castingsTable.values({
    project_id: projectId,
    speaker,
    model_id: modelId,
    voice_id: voiceId,
    fields: JSON.stringify(fields),
  })
  await tx.run(sql`
    INSERT INTO castings ${values}
    ON CONFLICT (project_id, speaker) DO UPDATE SET model_id = excluded.model_id, voice_id = excluded.voice_id, fields = excluded.fields`)
}

/** Its speaker is cast no more. */
export async function deleteCasting(tx: Transaction, projectId: ProjectId, speaker: Casting['speaker']): Promise<void> {
  await tx.run(sql`DELETE FROM castings WHERE project_id = ${projectId} AND speaker = ${speaker}`)
}

export async function readProjectCastings(db: Transaction, projectId: ProjectId): Promise<ProjectCastings> {
  return { id: projectId, castings: await readCastings(db, projectId) }
}

/** Who is cast with a voice, in all projects. */
export async function readCastAs(db: Transaction, voiceId: VoiceId): Promise<{ projectId: ProjectId, speaker: string }[]> {
  return db.all(sql`SELECT project_id AS projectId, speaker FROM castings WHERE voice_id = ${voiceId} ORDER BY project_id, speaker`)
}

/** Who is cast with one of these models, in all projects. */
export async function readCastWith(db: Transaction, modelIds: readonly ModelId[]): Promise<{ projectId: ProjectId, speaker: string }[]> {
  return db.all(sql`
    SELECT project_id AS projectId, speaker FROM castings WHERE model_id IN ${sql.list(modelIds)} ORDER BY project_id, speaker`)
}

/** For a voice that is deleted: its speakers keep their model and lose the voice. */
export async function uncastVoice(tx: Transaction, projectId: ProjectId, voiceId: VoiceId): Promise<void> {
  await tx.run(sql`UPDATE castings SET voice_id = NULL WHERE project_id = ${projectId} AND voice_id = ${voiceId}`)
}
