/** Takes that a user put into a project besides those that were made there. */
import type { Migration } from '../../migrate.ts'

export const projectTakes: Migration = {
  version: 10,
  name: 'project-takes',
  statements: [
    `CREATE TABLE project_takes (
      project_id TEXT NOT NULL REFERENCES projects(id),
      take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (project_id, take_id)
    ) STRICT`,
    `CREATE INDEX project_takes_by_take ON project_takes (take_id)`,
    // Where a take is used is asked for every take that is shown in full.
    `CREATE INDEX lines_by_chosen_take ON lines (chosen_take_id) WHERE chosen_take_id IS NOT NULL`,
  ],
}
