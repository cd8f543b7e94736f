/**
 * Checks: transcripts that listening back made of a take. A check is a part of the take that was heard: it is in no list of takes unless it
 * is asked for, it is found in that take, and it goes to the trash and comes back with it.
 */
import type { CheckOfTake, Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { readJson } from '#rules/plain-data.ts'
import { sql } from '../storage/sql.ts'
import { readMany } from '../storage/unreadable-rows.ts'
import { selectTakes } from './take-rows.ts'
import { Correction } from './transcript-document.ts'

/** Whether a row of `takes` is a check that is in the trash because its take was moved there. */
export const wentAlong = sql`(takes.check_of IS NOT NULL AND EXISTS (
  SELECT 1 FROM takes AS heard WHERE heard.id = takes.check_of AND heard.trashed_at = takes.trashed_at))`

/** These numbers, in their order. A query would build a set of all checks, which takes longer than to find all takes. */
export async function withoutChecks(db: Pick<Transaction, 'get'>, numbers: number[]): Promise<number[]> {
  const row = await db.get<{ numbers: string }>(sql`SELECT json_group_array(number) AS numbers FROM takes WHERE check_of IS NOT NULL`)
  const checks = JSON.parse(row?.numbers ?? '[]') as number[] // json_group_array of integers
  if (checks.length === 0)
    return numbers
  const isCheck = new Uint8Array(checks.reduce((most, number) => Math.max(most, number), 0) + 1)
  for (const number of checks)
    isCheck[number] = 1
  return numbers.filter(number => isCheck[number] !== 1)
}

/** The checks that were moved to the trash with these takes. */
export async function checksAlong(db: Pick<Transaction, 'all'>, takeIds: readonly TakeId[]): Promise<TakeId[]> {
  const rows = await db.all<{ id: TakeId }>(sql`SELECT id FROM takes WHERE check_of IN ${sql.list(takeIds)} AND ${wentAlong}`)
  return rows.map(row => row.id)
}

/** Of these takes, those in the trash come back, with the checks that were moved there with them. Answers all that came back. */
export async function outOfTrash(tx: Transaction, takeIds: readonly TakeId[]): Promise<TakeId[]> {
  const along = await checksAlong(tx, takeIds)
  const rows = await tx.all<{ id: TakeId }>(sql`
    UPDATE takes SET trashed_at = NULL WHERE id IN ${sql.list([...takeIds, ...along])} AND trashed_at IS NOT NULL RETURNING id`)
  return rows.map(row => row.id)
}

/** The takes that these are checks of, each once. */
export async function heardBy(db: Pick<Transaction, 'all'>, takeIds: readonly TakeId[]): Promise<TakeId[]> {
  const rows = await db.all<{ check_of: TakeId }>(sql`
    SELECT DISTINCT check_of FROM takes WHERE id IN ${sql.list(takeIds)} AND check_of IS NOT NULL`)
  return rows.map(row => row.check_of)
}

/** All takes but the checks, outside the trash and in it. */
export async function countTakesShown(db: Pick<Transaction, 'get'>): Promise<{ total: number, trashed: number }> {
  const row = await db.get<{ total: number, trashed: number, checks: number, trashed_checks: number }>(sql`
    SELECT (SELECT count(*) FROM takes) AS total, (SELECT count(*) FROM takes WHERE trashed_at IS NOT NULL) AS trashed,
      count(*) AS checks, count(trashed_at) AS trashed_checks FROM takes WHERE check_of IS NOT NULL`)
  const { total: all = 0, trashed = 0, checks = 0, trashed_checks: trashedChecks = 0 } = row ?? {}
  return { total: all - trashed - (checks - trashedChecks), trashed: trashed - trashedChecks }
}

/** Of this take, the newest first, with the words of a correction; without those that a person has moved to the trash alone. */
export async function checksOfTake(
  db: Pick<Transaction, 'all'>,
  takeId: TakeId,
  { read, most }: { readonly read: (row: object) => Take, readonly most: number },
): Promise<CheckOfTake[]> {
  const rows = await db.all<{ number: number, corrected: string | null }>(sql`
    SELECT takes.number, transcripts.document AS corrected FROM takes LEFT JOIN transcripts ON transcripts.take_id = takes.id
    WHERE takes.check_of = ${takeId} AND (takes.trashed_at IS NULL OR ${wentAlong}) ORDER BY takes.number DESC LIMIT ${most}`)
  const corrected = new Map(rows.map(row => [row.number, row.corrected === null ? undefined : readJson(Correction, row.corrected)]))
  const takes = await readMany(await db.all(sql`
    ${selectTakes} WHERE takes.number IN ${sql.list(rows.map(row => row.number))} ORDER BY takes.number DESC`), read)
  return takes.map(take => ({ take, text: corrected.get(take.number)?.text ?? take.text }))
}
