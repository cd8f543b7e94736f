/** Refuses an edit that would put a sequence into itself, however many others are between. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { nestedIds } from '#rules/sequence/nested/nested-clips.ts'
import { sql } from '../storage/sql.ts'

const ofClip = sql`${sql.json(sql`clip`)} ->> '$.nested.sequenceId'`

/** As stored, also of a sequence that cannot be read or is in the trash: both can come back. */
export async function storedNestedIds(db: Pick<Transaction, 'all'>, sequenceId: SequenceId): Promise<SequenceId[]> {
  const rows = await db.all<{ id: SequenceId }>(sql`
    SELECT DISTINCT ${ofClip} AS id FROM sequence_clips WHERE sequence_id = ${sequenceId} AND instr(clip, '"nested"') > 0
      AND ${ofClip} IS NOT NULL`)
  return rows.map(({ id }) => id)
}

/** @throws Fault edit-refused */
export async function requireNoCircle(db: Pick<Transaction, 'all'>, before: Sequence, after: Sequence): Promise<void> {
  const known = new Set(nestedIds(before))
  const wanted = nestedIds(after).filter(id => !known.has(id))
  const seen = new Set<SequenceId>()
  for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
    if (id === after.id)
      throw new Fault('edit-refused', { because: 'in-itself', clipIds: [] })
    if (!seen.has(id))
      wanted.push(...await storedNestedIds(db, id))
    seen.add(id)
  }
}
