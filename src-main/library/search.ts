/** Searches takes: any text is a valid query; results are newest first, one page at a time. */
import type { z } from 'zod'
import type { contract } from '#contract/index.ts'
import type { Take } from '#contract/takes.ts'
import type { Database } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { matchQuery } from '../storage/search-text.ts'
import { sql } from '../storage/sql.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { numbersOfProject } from './project-takes.ts'
import { selectTakes, takeOf } from './take-rows.ts'

/** The input of `takes.search`. */
export type TakeQuery = z.infer<NonNullable<(typeof contract.takes.search)['~orpc']['inputSchema']>>

/**
 * One page of takes. The cursor is the filing number of the last one on the page, so pages never shift when a take arrives.
 * Ordering by filing rather than by rank keeps a common word in 100,000 takes under a millisecond.
 */
export async function searchTakes(
  db: Database,
  query: TakeQuery,
  read: (row: object) => Take = takeOf,
): Promise<{ takes: Take[], nextCursor: string | null }> {
  const text = query.text.trim()
  const match = text === '' ? null : matchQuery(text)
  if (text !== '' && match === null)
    return { takes: [], nextCursor: null }
  const wheres = [
    query.inTrash ? sql`takes.trashed_at IS NOT NULL` : sql`takes.trashed_at IS NULL`,
    ...(match === null ? [] : [sql`takes.number IN (SELECT rowid FROM takes_search WHERE takes_search MATCH ${match})`]),
    ...anyOf(sql`takes.kind`, query.kinds),
    ...anyOf(sql`takes.medium`, query.media),
    ...anyOf(sql`takes.model_id`, query.modelIds),
    ...(query.projectId === null
      ? []
      : [query.onlyMadeThere ? sql`takes.project_id = ${query.projectId}` : sql`takes.number IN (${numbersOfProject(query.projectId)})`]),
    ...(query.lineId === null ? [] : [sql`takes.line_id = ${query.lineId}`]),
    ...(query.onlyStarred ? [sql`takes.is_starred = 1`] : []),
    ...(query.onlyIncomplete ? [sql`takes.arrival IS NOT NULL AND takes.arrival ->> '$.incomplete' IS NOT NULL`] : []),
    ...(query.cursor === null ? [] : [sql`takes.number < ${Number.parseInt(query.cursor, 10) || 0}`]),
  ]
  const rows = await db.all<{ number: number }>(sql`
    ${selectTakes} WHERE ${sql.join(wheres, sql` AND `)} ORDER BY takes.number DESC LIMIT ${query.limit + 1}`)
  const page = rows.slice(0, query.limit)
  return {
    takes: readEach(page, read),
    nextCursor: rows.length > query.limit ? String(page.at(-1)?.number) : null,
  }
}

function anyOf(column: Sql, values: readonly string[]): Sql[] {
  // One value has an index that is in the order of the page.
  const [first] = values
  if (first === undefined)
    return []
  return [values.length === 1 ? sql`${column} = ${first}` : sql`${column} IN ${sql.list(values)}`]
}
