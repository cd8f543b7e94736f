/** The storyboard: the pictures of a script, and what those of one project have in common. */
import type { Migration } from '../../migrate.ts'

export const storyboard: Migration = {
  version: 11,
  name: 'storyboard',
  statements: [
    // A picture outlives its lines: a removed one may be restored. `line_ids` is JSON.
    `CREATE TABLE storyboard (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id),
      line_ids TEXT NOT NULL,
      prompt TEXT NOT NULL DEFAULT '',
      motion_prompt TEXT NOT NULL DEFAULT '',
      still_take_id TEXT REFERENCES takes(id) ON DELETE SET NULL,
      still_is_given INTEGER NOT NULL DEFAULT 0,
      shot_take_id TEXT REFERENCES takes(id) ON DELETE SET NULL,
      shot_is_given INTEGER NOT NULL DEFAULT 0,
      changed_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX storyboard_by_project ON storyboard (project_id)`,
    `CREATE INDEX storyboard_by_still ON storyboard (still_take_id) WHERE still_take_id IS NOT NULL`,
    `CREATE INDEX storyboard_by_shot ON storyboard (shot_take_id) WHERE shot_take_id IS NOT NULL`,
    // Models with their values, and the last suggestion, are JSON.
    `CREATE TABLE storyboard_looks (
      project_id TEXT PRIMARY KEY REFERENCES projects(id),
      style TEXT NOT NULL DEFAULT '',
      reference_take_id TEXT REFERENCES takes(id) ON DELETE SET NULL,
      still TEXT NOT NULL,
      shot TEXT NOT NULL,
      suggestion TEXT
    ) STRICT`,
  ],
}
