/** The rows of the pronunciation dictionary. Those without a project are of the whole studio. */
import type { Pronunciation } from '#contract/script.ts'
import type { LineId, ProjectId, PronunciationId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Pronunciation as Shape } from '#contract/script.ts'
import { PronunciationId as IdShape, ProjectId as ProjectIdShape } from '#contract/words.ts'
import { saidOf } from '#rules/script/pronounce.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'

export const pronunciationsTable = defineTable('pronunciations', z.object({
  id: IdShape,
  project_id: ProjectIdShape.nullable(),
  word: Shape.shape.word,
  language: Shape.shape.language,
  alias: Shape.shape.alias,
}))

function entriesOf(rows: readonly object[]): Pronunciation[] {
  return pronunciationsTable.read(rows).map(({ project_id: projectId, ...entry }) => ({ ...entry, projectId }))
}

/** Those that count in a project, in the order of their words; without a project, those of the studio. */
export async function readPronunciations(db: Transaction, projectId: ProjectId | null): Promise<Pronunciation[]> {
  return entriesOf(await db.all(sql`
    SELECT ${pronunciationsTable.columns} FROM pronunciations WHERE project_id = ${projectId} OR project_id IS NULL ORDER BY word, id`))
}

export async function findPronunciations(db: Transaction, ids: readonly PronunciationId[]): Promise<Pronunciation[]> {
  return entriesOf(await db.all(sql`SELECT ${pronunciationsTable.columns} FROM pronunciations WHERE id IN ${sql.list(ids)}`))
}

export async function putPronunciations(tx: Transaction, entries: readonly Pronunciation[]): Promise<void> {
  for (const { id, projectId, word, language, alias } of entries) {
    const values = pronunciationsTable.values({ id, project_id: projectId, word, language, alias })
    await tx.run(sql`
      INSERT INTO pronunciations ${values}
      ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, word = excluded.word, language = excluded.language,
        alias = excluded.alias`)
  }
}

export async function deletePronunciations(tx: Transaction, ids: readonly PronunciationId[]): Promise<void> {
  await tx.run(sql`DELETE FROM pronunciations WHERE id IN ${sql.list(ids)}`)
}

/** Those of the project alone. */
export async function readOwnPronunciations(db: Transaction, projectId: ProjectId): Promise<Pronunciation[]> {
  return (await readPronunciations(db, projectId)).filter(entry => entry.projectId === projectId)
}

/** Replaces those of a project. An entry whose id is that of another one by now, such as one of the studio, gets a new id. */
export async function writePronunciations(
  tx: Transaction,
  projectId: ProjectId,
  entries: readonly Omit<Pronunciation, 'projectId'>[],
): Promise<void> {
  await purgePronunciations(tx, projectId)
  const taken = new Set((await findPronunciations(tx, entries.map(({ id }) => id))).map(({ id }) => id))
  const idOf = (id: PronunciationId): PronunciationId => taken.has(id) ? newId() : id
  await putPronunciations(tx, entries.map(entry => ({ ...entry, projectId, id: idOf(entry.id) })))
}

/** For a deleted project. */
export async function purgePronunciations(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM pronunciations WHERE project_id = ${projectId}`)
}

/** Lines that have words of these entries, whatever their language. */
export async function linesSaying(
  db: Transaction,
  entries: readonly Pick<Pronunciation, 'projectId' | 'word'>[],
): Promise<Map<ProjectId, LineId[]>> {
  const words = entries.map(({ word }) => ({ projectId: null, word, language: '', alias: word }))
  const isOfAll = entries.some(entry => entry.projectId === null)
  const projects = isOfAll
    ? (await db.all<{ id: ProjectId }>(sql`SELECT DISTINCT project_id AS id FROM lines`)).map(row => row.id)
    : [...new Set(entries.flatMap(entry => entry.projectId ?? []))]
  const found = new Map<ProjectId, LineId[]>()
  for (const projectId of projects) {
    const lines = await db.all<{ id: LineId, text: string }>(sql`
      SELECT id, text FROM lines WHERE project_id = ${projectId} AND removed_at IS NULL`)
    const ids = lines.filter(({ text }) => saidOf(text, words, null).places.length > 0).map(line => line.id)
    if (ids.length > 0)
      found.set(projectId, ids)
  }
  return found
}
