/** The starts of all clips of a track are one short row: a ripple moves thousands of clips, and wrote all of their rows again. */
import type { Migration } from '../../migrate.ts'

export const startsOfTracks: Migration = {
  version: 42,
  name: 'starts of tracks',
  statements: [
    `CREATE TABLE sequence_starts (
      sequence_id TEXT NOT NULL REFERENCES sequences(id) ON DELETE CASCADE,
      track_id TEXT NOT NULL,
      starts TEXT NOT NULL,
      PRIMARY KEY (sequence_id, track_id)
    ) STRICT`,
    // What these rows say of a start themselves is not read any more. A row that is damaged, or of no sequence, is left for its reader.
    `INSERT INTO sequence_starts (sequence_id, track_id, starts)
      SELECT sequence_id, track_id, json_group_object(id, clip -> '$.start') FROM sequence_clips
      WHERE json_valid(clip) AND sequence_id IN (SELECT id FROM sequences) GROUP BY sequence_id, track_id`,
    // A step is listed without what it changed, which is long: behind it in its row, the other columns were as slow to read.
    `CREATE INDEX sequence_journal_steps ON sequence_journal (sequence_id, revision, label, kind, of_revision, made_at)`,
  ],
}
