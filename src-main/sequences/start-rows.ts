/** Where clips start, one row for each track: a ripple that moves thousands of clips writes these, and no row of a clip. */
import type { Clip, Track } from '#contract/sequence-document.ts'
import type { ClipId, SequenceId, TrackId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { SequenceId as ASequenceId, TrackId as ATrackId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'

/** By the ids of the clips. One check for all: the document that they become part of is checked as a whole. */
const Starts = z.custom<Readonly<Record<string, unknown>>>(value => typeof value === 'object' && value !== null && !Array.isArray(value))

export const startsTable = defineTable('sequence_starts', z.object({ sequence_id: ASequenceId, track_id: ATrackId, starts: json(Starts) }))

/** @throws UnreadableRowError */
export async function readStarts(db: Pick<Transaction, 'all'>, sequenceId: SequenceId): Promise<Map<TrackId, z.output<typeof Starts>>> {
  const rows = await db.all(sql`SELECT ${startsTable.columns} FROM sequence_starts WHERE sequence_id = ${sequenceId}`)
  return new Map(rows.map(startsTable.parse).map(({ track_id, starts }) => [track_id, starts]))
}

/** Two states of a track; none where it is not there, or where nothing of it is written yet. */
export interface TrackChange { readonly before: Track | undefined, readonly after: Track | undefined }

/** Writes the tracks in which a clip came, went or moved, all in one statement. A track without clips has no row. */
export async function writeStarts(tx: Pick<Transaction, 'run'>, sequenceId: SequenceId, tracks: readonly TrackChange[]): Promise<void> {
  const emptied = tracks.flatMap(({ before, after }) => before && hasClips(before) && !(after && hasClips(after)) ? [before.id] : [])
  if (emptied.length > 0)
    await tx.run(sql`DELETE FROM sequence_starts WHERE sequence_id = ${sequenceId} AND track_id IN ${sql.list(emptied)}`)
  const changed = tracks.flatMap(({ before, after }) => after && hasClips(after) && !startAlike(before, after) ? [after] : [])
  if (changed.length === 0)
    return
  const rows = changed.map(track => sql`(${sequenceId}, ${track.id}, ${textOf(track)})`)
  await tx.run(sql`
    INSERT INTO sequence_starts (sequence_id, track_id, starts) VALUES ${sql.join(rows)}
    ON CONFLICT (sequence_id, track_id) DO UPDATE SET starts = excluded.starts`)
}

export function hasClips({ clips }: Track): boolean {
  return Object.keys(clips).length > 0
}

function startAlike(before: Track | undefined, after: Track): boolean {
  if (!before || before.clips === after.clips)
    return before !== undefined
  const [was, is]: Readonly<Record<ClipId, Clip>>[] = [before.clips, after.clips]
  for (const id in is) {
    if (was?.[id as ClipId]?.start !== is[id as ClipId]?.start) // the ids of the record
      return false
  }
  return Object.keys(before.clips).length === Object.keys(after.clips).length
}

/** The JSON by hand: to make an object of it first takes several times as long. Ids need no escapes. */
function textOf({ clips }: Track): string {
  return `{${Object.values<Clip>(clips).map(({ id, start }) => `"${id}":${start}`).join(',')}}`
}
