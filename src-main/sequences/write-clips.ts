/** Writes the rows of a track's clips: only those of which more changed than where they start, which `start-rows.ts` writes. */
import type { Clip, Track } from '#contract/sequence-document.ts'
import type { ClipId, SequenceId, TrackId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { TrackChange } from './start-rows.ts'
import { isSameButStart } from '#rules/sequence/edit/differences.ts'
import { sql } from '../storage/sql.ts'

type Clips = Record<ClipId, Track['clips'][ClipId]>

/** Writes what differs between two states of a track. */
export async function writeClips(tx: Transaction, sequenceId: SequenceId, { before, after }: TrackChange): Promise<void> {
  if (before === after)
    return
  const [was, is]: Clips[] = [before?.clips ?? {}, after?.clips ?? {}]
  const trackId = after?.id ?? before?.id
  const gone = Object.keys(was ?? {}).filter(id => !Object.hasOwn(is ?? {}, id))
  // A clip that went to another track is written there; only the row of this track goes.
  if (gone.length > 0) {
    await tx.run(sql`DELETE FROM sequence_clips
      WHERE sequence_id = ${sequenceId} AND track_id = ${trackId ?? ''} AND id IN ${sql.list(gone)}`)
  }
  const changed = Object.values(is ?? {}).filter(clip => was?.[clip.id] !== clip)
  if (trackId === undefined || changed.length === 0)
    return
  const { known = [], others = [] } = Object.groupBy(changed, clip => howChanged(was?.[clip.id], clip))
  await insertClips(tx, { sequenceId, trackId }, others)
  // Of rows that were lost since they were read, there are fewer.
  if (await rewriteClips(tx, sequenceId, known) < known.length)
    await insertClips(tx, { sequenceId, trackId }, known)
}

function howChanged(before: Clip | undefined, after: Clip): 'moved' | 'known' | 'others' {
  if (before === undefined || !refersAlike(before, after))
    return 'others'
  return isSameButStart(before, after) ? 'moved' : 'known'
}

/** What a row has of a clip. */
function written({ start: _, ...clip }: Clip): Omit<Clip, 'start'> {
  return clip
}

async function insertClips(tx: Transaction, { sequenceId, trackId }: { sequenceId: SequenceId, trackId: TrackId }, clips: readonly Clip[]) {
  if (clips.length === 0)
    return
  await tx.run(sql`
    INSERT INTO sequence_clips (sequence_id, id, track_id, take_id, line_id, lut_id, clip)
      SELECT ${sequenceId}, value ->> 'id', ${trackId}, value ->> 'takeId', value ->> 'lineId', value ->> '$.grade.lut.id', value
      FROM ${sql.each(clips.map(written))} WHERE true
    ON CONFLICT (sequence_id, id) DO UPDATE SET track_id = excluded.track_id, take_id = excluded.take_id, line_id = excluded.line_id,
      lut_id = excluded.lut_id, clip = excluded.clip`)
}

/** Only the JSON of these rows, whose other columns stay as they are: no index is written. Answers how many. */
async function rewriteClips(tx: Transaction, sequenceId: SequenceId, clips: readonly Clip[]): Promise<number> {
  if (clips.length === 0)
    return 0
  const byId = JSON.stringify(Object.fromEntries(clips.map(clip => [clip.id, written(clip)])))
  const { changes } = await tx.run(sql`
    INSERT INTO sequence_clips (sequence_id, id, track_id, clip)
      SELECT stored.sequence_id, stored.id, stored.track_id, value
      FROM json_each(${byId}) CROSS JOIN sequence_clips AS stored ON stored.sequence_id = ${sequenceId} AND stored.id = key WHERE true
    ON CONFLICT (sequence_id, id) DO UPDATE SET clip = excluded.clip`)
  return changes
}

const takeOf = (clip: Clip) => 'takeId' in clip ? clip.takeId : null

const lutOf = (clip: Clip) => 'grade' in clip ? clip.grade?.lut?.id : undefined

/** Whether both have the same take, line and look-up table, which have columns of their own. */
function refersAlike(before: Clip, after: Clip): boolean {
  return takeOf(before) === takeOf(after) && before.lineId === after.lineId && lutOf(before) === lutOf(after)
}
