/** The journal of the queue: the same table as in the library. No step of it belongs to a project. */
import type { Migration } from '../../migrate.ts'

export const journal: Migration = {
  version: 12,
  name: 'journal',
  statements: [
    `CREATE TABLE undo_steps (
      id TEXT PRIMARY KEY,
      project_id TEXT,
      author TEXT NOT NULL,
      name TEXT NOT NULL,
      name_of TEXT NOT NULL,
      room TEXT,
      joins TEXT,
      step_order REAL NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0,
      changes TEXT NOT NULL,
      size INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX undo_steps_by_project ON undo_steps (project_id, undone, step_order)`,
  ],
}
