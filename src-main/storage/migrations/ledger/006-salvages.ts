/** A ledger that was put together from a damaged one says so itself, until the person has seen it. */
import type { Migration } from '../../migrate.ts'

export const salvages: Migration = {
  version: 6,
  name: 'salvages',
  statements: [
    // `kept` is the name of the damaged file in the studio folder; null where there was none to keep.
    `CREATE TABLE salvages (
      at INTEGER PRIMARY KEY,
      trouble TEXT NOT NULL,
      said TEXT NOT NULL,
      kept TEXT,
      is_readable INTEGER NOT NULL,
      jobs INTEGER NOT NULL,
      holes INTEGER NOT NULL,
      lost INTEGER NOT NULL,
      lost_accounts INTEGER NOT NULL,
      held INTEGER NOT NULL,
      unsure INTEGER NOT NULL,
      followed INTEGER NOT NULL,
      seen_at INTEGER
    ) STRICT`,
  ],
}
