/** The prompt shelf: what prompts name with `@name`. */
import type { Migration } from '../../migrate.ts'

export const shelf: Migration = {
  version: 35,
  name: 'shelf',
  statements: [
    // Without a project, it is of the whole studio.
    `CREATE TABLE shelf (
      id TEXT PRIMARY KEY,
      project_id TEXT REFERENCES projects(id),
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      words TEXT NOT NULL,
      take_ids TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX shelf_of_project ON shelf (project_id)`,
  ],
}
