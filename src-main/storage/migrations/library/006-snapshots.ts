/** Earlier versions of projects: what stood in each, as one text, with a hash that tells whether anything changed since. */
import type { Migration } from '../../migrate.ts'

export const snapshots: Migration = {
  version: 6,
  name: 'snapshots',
  statements: [
    `CREATE TABLE snapshots (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      taken_at INTEGER NOT NULL,
      content TEXT NOT NULL,
      hash TEXT NOT NULL,
      picture_asset_id TEXT
    ) STRICT`,
    `CREATE INDEX snapshots_by_project ON snapshots (project_id, taken_at)`,
  ],
}
