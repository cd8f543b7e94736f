/** The queue gets an order of its own and pauses that survive a restart; jobs say how large they are, so that time left can be learned. */
import type { Migration } from '../../migrate.ts'

export const orderAndPauses: Migration = {
  version: 4,
  name: 'order-and-pauses',
  statements: [
    `ALTER TABLE jobs ADD COLUMN place REAL NOT NULL DEFAULT 0`,
    // Rows are only ever added, so their numbers are the order in which they were asked for.
    `UPDATE jobs SET place = rowid`,
    `CREATE INDEX jobs_by_place ON jobs (place)`,
    `ALTER TABLE jobs ADD COLUMN paused_at INTEGER`,
    `ALTER TABLE jobs ADD COLUMN size REAL`,
    `CREATE TABLE queue (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), paused_at INTEGER) STRICT`,
    `INSERT INTO queue (only_row, paused_at) VALUES (1, NULL)`,
  ],
}
