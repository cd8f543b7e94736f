/** A change that a page asks for again, because its answer was lost, is known by its id; edits of a sequence are known by their page. */
import type { Migration } from '../../migrate.ts'

export const doneChanges: Migration = {
  version: 15,
  name: 'done changes',
  statements: [
    `CREATE TABLE done_changes (id TEXT PRIMARY KEY, done_at INTEGER NOT NULL) STRICT`,
    `CREATE INDEX done_changes_by_time ON done_changes (done_at)`,
    // Which page made it; null for what no page made.
    `ALTER TABLE sequence_journal ADD COLUMN made_by TEXT`,
  ],
}
