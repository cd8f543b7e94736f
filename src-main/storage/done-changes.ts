/** The ids of changes that were made. An id is written in the transaction of its change: what was sent twice is made once, over any kill. */
import type { Sql } from './sql.ts'
import { askedChange, withoutChange } from '../base/asked-change.ts'
import { sql } from './sql.ts'

interface Writes { readonly run: (query: Sql) => Promise<unknown> }
interface Reads { readonly get: (query: Sql) => Promise<object | undefined> }

/** A page lists what it kept longer than this instead of sending it: its id may be forgotten here. */
const keptForMs = 400 * 86_400_000

export async function markChange(tx: Writes, changeId: string, nowMs: number): Promise<void> {
  await tx.run(sql`INSERT INTO done_changes (id, done_at) VALUES (${changeId}, ${nowMs})`)
}

export async function isChangeDone(db: Reads, changeId: string): Promise<boolean> {
  return await db.get(sql`SELECT 1 AS done FROM done_changes WHERE id = ${changeId}`) !== undefined
}

/**
 * Undoes in `work` what the change of this call has written so far, and forgets its id in the same transaction: the page asks for it again
 * when there is room.
 */
export async function takeBackChange<Tx extends Writes>(
  db: { readonly transaction: (work: (tx: Tx) => Promise<void>) => Promise<void> },
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const change = askedChange()
  await withoutChange(() => db.transaction(async (tx) => {
    await work(tx)
    if (change)
      await tx.run(sql`DELETE FROM done_changes WHERE id = ${change.id}`)
  }))
  if (change)
    change.isMarked = false
}

export async function forgetOldChanges(db: Writes, nowMs: number): Promise<void> {
  await db.run(sql`DELETE FROM done_changes WHERE done_at < ${nowMs - keptForMs}`)
}
