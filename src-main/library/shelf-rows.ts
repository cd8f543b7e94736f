/** The rows of the prompt shelf. Those without a project are of the whole studio. */
import type { NewShelfEntry } from '#contract/shelf.ts'
import type { ProjectId, ShelfEntryId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { z } from 'zod'
import { NewShelfEntry as Shape } from '#contract/shelf.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'

export const shelfTable = defineTable('shelf', z.object({
  id: Shape.shape.id,
  project_id: Shape.shape.projectId,
  kind: Shape.shape.kind,
  name: Shape.shape.name,
  text: Shape.shape.text,
  words: json(Shape.shape.words),
  take_ids: json(Shape.shape.takeIds),
}))

async function readWhere(db: Transaction, where: Sql): Promise<NewShelfEntry[]> {
  const rows = await db.all(sql`SELECT ${shelfTable.columns} FROM shelf WHERE ${where} ORDER BY name, id`)
  return shelfTable.read(rows).map(({ project_id: projectId, take_ids: takeIds, ...entry }) => ({ ...entry, projectId, takeIds }))
}

export async function readShelf(db: Transaction): Promise<NewShelfEntry[]> {
  return readWhere(db, sql`1`)
}

/** Those that count in a project; without one, those of the studio. */
export async function readShelfOf(db: Transaction, projectId: ProjectId | null): Promise<NewShelfEntry[]> {
  return readWhere(db, sql`(project_id = ${projectId} OR project_id IS NULL)`)
}

export async function findShelfEntries(db: Transaction, ids: readonly ShelfEntryId[]): Promise<NewShelfEntry[]> {
  return readWhere(db, sql`id IN ${sql.list(ids)}`)
}

export async function putShelfEntries(tx: Transaction, entries: readonly NewShelfEntry[]): Promise<void> {
  for (const { projectId, words, takeIds, ...entry } of entries) {
    const values = shelfTable.values({
      ...entry,
      project_id: projectId,
      words: JSON.stringify(words),
      take_ids: JSON.stringify(takeIds),
    })
    await tx.run(sql`
      INSERT INTO shelf ${values}
      ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, kind = excluded.kind, name = excluded.name, text = excluded.text,
        words = excluded.words, take_ids = excluded.take_ids`)
  }
}

export async function deleteShelfEntries(tx: Transaction, ids: readonly ShelfEntryId[]): Promise<void> {
  await tx.run(sql`DELETE FROM shelf WHERE id IN ${sql.list(ids)}`)
}

/** What a version keeps: the entries of the project, not those of the studio. Versions without entries, from before there was a shelf, leave it as it is. */
export const ShelfVersion = z.object({ shelf: z.array(Shape.omit({ projectId: true })).optional() })
export type ShelfVersion = z.infer<typeof ShelfVersion>

/** The list is left out where it is empty, so that a version without a shelf is the same as before there were shelves. */
export async function readShelfVersion(db: Transaction, projectId: ProjectId): Promise<ShelfVersion> {
  const own = await readWhere(db, sql`project_id = ${projectId}`)
  return own.length === 0 ? {} : { shelf: own.map(({ projectId: _, ...entry }) => entry) }
}

/** Replaces those of a project. An entry whose id is that of another one by now gets a new id. */
export async function writeShelfVersion(tx: Transaction, { shelf }: ShelfVersion, into: ProjectId): Promise<void> {
  if (!shelf)
    return
  await purgeShelf(tx, into)
  const taken = new Set((await findShelfEntries(tx, shelf.map(({ id }) => id))).map(({ id }) => id))
  await putShelfEntries(tx, shelf.map(entry => ({ ...entry, projectId: into, id: taken.has(entry.id) ? newId<ShelfEntryId>() : entry.id })))
}

/** For a deleted project. */
export async function purgeShelf(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM shelf WHERE project_id = ${projectId}`)
}
