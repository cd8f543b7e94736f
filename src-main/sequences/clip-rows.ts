/** Reads the rows of clips by their lines, without opening a sequence. */
import type { ClipId, LineId, SequenceId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

/** The clips of these lines that play a take, by sequence; also of those in the trash. */
export async function clipsOfLines(db: Transaction, lineIds: readonly LineId[]): Promise<{ sequenceId: SequenceId, clipIds: ClipId[] }[]> {
  const rows = await db.all<{ sequence_id: SequenceId, id: ClipId }>(sql`
    SELECT sequence_id, id FROM sequence_clips
    WHERE line_id IN ${sql.list(lineIds)} AND take_id IS NOT NULL ORDER BY sequence_id, id`)
  return [...Map.groupBy(rows, row => row.sequence_id)].map(([sequenceId, clips]) => ({ sequenceId, clipIds: clips.map(clip => clip.id) }))
}

/** What the sounds of lines play, where they follow their lines. */
export async function takesOfLines(db: Transaction): Promise<{ lineId: LineId, takeId: TakeId }[]> {
  const clip = sql.json(sql`clip`)
  return db.all(sql`
    SELECT DISTINCT line_id AS lineId, take_id AS takeId FROM sequence_clips
    WHERE line_id IS NOT NULL AND take_id IS NOT NULL AND ${clip} ->> '$.keepsTake' IS NULL AND ${clip} ->> '$.points' IS NOT NULL`)
}

/** What the pictures of lines show, where they follow the storyboard. */
export async function takesOfPictures(db: Transaction): Promise<{ id: ClipId, lineId: LineId, takeId: TakeId }[]> {
  const clip = sql.json(sql`clip`)
  return db.all(sql`
    SELECT DISTINCT id, line_id AS lineId, take_id AS takeId FROM sequence_clips
    WHERE line_id IS NOT NULL AND take_id IS NOT NULL AND ${clip} ->> '$.keepsTake' IS NULL AND ${clip} ->> '$.look' IS NOT NULL`)
}

/** Sequences with clips of these lines, captions among them; also those in the trash. */
export async function sequencesOfLines(db: Transaction, lineIds: readonly LineId[]): Promise<SequenceId[]> {
  const rows = await db.all<{ id: SequenceId }>(sql`
    SELECT DISTINCT sequence_id AS id FROM sequence_clips
    WHERE line_id IN ${sql.list(lineIds)} ORDER BY sequence_id`)
  return rows.map(row => row.id)
}
