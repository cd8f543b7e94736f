/** Corrections of transcripts that were taken back: kept beside the one that stands, so that taking back can be taken back. */
import type { Migration } from '../../migrate.ts'

export const setAsideCorrections: Migration = {
  version: 7,
  name: 'set-aside-corrections',
  statements: [
    // The highest place comes back first.
    `CREATE TABLE set_aside_corrections (
      take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      document TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      PRIMARY KEY (take_id, place)
    ) STRICT`,
  ],
}
