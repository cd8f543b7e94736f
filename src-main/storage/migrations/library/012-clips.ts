/** Clips have rows of their own, so that an edit writes what it changed and every clip of a take is found; journals know undo and redo. */
import type { Migration } from '../../migrate.ts'

export const clips: Migration = {
  version: 12,
  name: 'clips',
  statements: [
    // Documents written before have their clips inside; they are read as they are, and their clips become rows with the next edit.
    `CREATE TABLE sequence_clips (
      sequence_id TEXT NOT NULL REFERENCES sequences(id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      track_id TEXT NOT NULL,
      take_id TEXT,
      line_id TEXT,
      clip TEXT NOT NULL,
      PRIMARY KEY (sequence_id, id)
    ) STRICT`,
    `CREATE INDEX sequence_clips_by_take ON sequence_clips (take_id) WHERE take_id IS NOT NULL`,
    `ALTER TABLE sequences ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0`,
    `ALTER TABLE sequences ADD COLUMN edited_at INTEGER`,
    `ALTER TABLE sequences ADD COLUMN trashed_at INTEGER`,
    // A delivery keeps the row of a sequence that was deleted permanently.
    `ALTER TABLE sequences ADD COLUMN purged_at INTEGER`,
    `UPDATE sequences SET created_at = coalesce((SELECT min(made_at) FROM sequence_journal WHERE sequence_id = sequences.id), changed_at)`,
    // What earlier versions journalled was laid out, never edited, and is in another form: undo does not reach it.
    `ALTER TABLE sequence_journal ADD COLUMN kind TEXT NOT NULL DEFAULT 'older'`,
    `ALTER TABLE sequence_journal ADD COLUMN of_revision INTEGER`,
  ],
}
