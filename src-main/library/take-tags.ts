/** The tags of takes: words of the user's own by which takes are found. */
import type { TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Instant, TakeId as TakeIdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'

export const takeTagsTable = defineTable('take_tags', z.object({ take_id: TakeIdShape, tag: z.string(), added_at: Instant }))

/**
 * Those of the takes that exist get the tags. Returns those that had not all of them before. No two tags of a take have the same moment:
 * their order follows from it, also after undo has written some of them again.
 */
export async function addTags(tx: Transaction, takeIds: readonly TakeId[], tags: readonly string[], addedAt: number): Promise<TakeId[]> {
  const rows = await tx.all<{ take_id: TakeId }>(sql`
    INSERT INTO take_tags (take_id, tag, added_at)
    SELECT takes.id, tags.value, tags.key
      + max(${addedAt}, coalesce((SELECT max(before.added_at) + 1 FROM take_tags AS before WHERE before.take_id = takes.id), 0))
    FROM takes JOIN ${sql.each(tags)} AS tags WHERE takes.id IN ${sql.list(takeIds)}
    ON CONFLICT DO NOTHING RETURNING take_id`)
  return [...new Set(rows.map(row => row.take_id))]
}

/** Returns the takes that had one of them. */
export async function removeTags(tx: Transaction, takeIds: readonly TakeId[], tags: readonly string[]): Promise<TakeId[]> {
  const rows = await tx.all<{ take_id: TakeId }>(sql`
    DELETE FROM take_tags WHERE take_id IN ${sql.list(takeIds)} AND tag IN ${sql.list(tags)} RETURNING take_id`)
  return [...new Set(rows.map(row => row.take_id))]
}

/** All tags, one step through the index for each, however many takes have it. */
export async function allTags(db: Pick<Transaction, 'all'>): Promise<string[]> {
  const rows = await db.all<{ tag: string }>(sql`
    WITH RECURSIVE each_tag (tag) AS (
      SELECT min(tag) FROM take_tags
      UNION ALL SELECT (SELECT min(take_tags.tag) FROM take_tags WHERE take_tags.tag > each_tag.tag) FROM each_tag WHERE tag IS NOT NULL)
    SELECT tag FROM each_tag WHERE tag IS NOT NULL`)
  return rows.map(row => row.tag)
}
