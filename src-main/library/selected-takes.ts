/** What a list has to know of takes that it has only the numbers of: their ids, and what all of them are together. */
import type { TakeId } from '#contract/words.ts'
import type { Database } from '../storage/database.ts'
import { readRuns } from '#rules/search/runs.ts'
import { sql } from '../storage/sql.ts'

export interface TakesWeight { readonly count: number, readonly sizeBytes: number, readonly starred: number }

/** In the order of the numbers; without those that are gone. */
export async function idsOfNumbers(db: Pick<Database, 'all'>, numbers: readonly number[]): Promise<TakeId[]> {
  const rows = await db.all<{ id: TakeId }>(sql`
    SELECT takes.id FROM ${sql.each(numbers)} AS asked CROSS JOIN takes ON takes.number = asked.value ORDER BY asked.key`)
  return rows.map(row => row.id)
}

/** Of the takes with these numbers, as runs: files that several of them share count once for each. */
export async function weightOfTakes(db: Pick<Database, 'get'>, runs: string): Promise<TakesWeight> {
  const row = await db.get<TakesWeight>(sql`
    SELECT count(*) AS count, coalesce(sum(assets.size_bytes), 0) AS sizeBytes, coalesce(sum(takes.is_starred), 0) AS starred
    FROM ${sql.each(readRuns(runs))} AS asked CROSS JOIN takes ON takes.number = asked.value JOIN assets ON assets.id = takes.asset_id`)
  return row ?? { count: 0, sizeBytes: 0, starred: 0 }
}
