/** Collections of takes, and searches that a person saved. */
import type { Migration } from '../../migrate.ts'

export const collections: Migration = {
  version: 34,
  name: 'collections',
  statements: [
    // A removed one keeps its takes, so that undo is one row, however many they are.
    `CREATE TABLE collections (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT`,
    `CREATE TABLE collection_takes (
      collection_id TEXT NOT NULL REFERENCES collections(id),
      take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (collection_id, take_id)
    ) STRICT`,
    `CREATE INDEX collection_takes_by_take ON collection_takes (take_id, collection_id)`,
    // `sort` is by what, and `is_ascending` which way.
    `CREATE TABLE saved_searches (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      sort TEXT NOT NULL,
      is_ascending INTEGER NOT NULL,
      saved_at INTEGER NOT NULL
    ) STRICT`,
  ],
}
