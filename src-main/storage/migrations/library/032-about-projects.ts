/** In which folder a project is kept, since when it is in the archive, and the take that a person chose as its cover. */
import type { Migration } from '../../migrate.ts'

export const aboutProjects: Migration = {
  version: 32,
  name: 'about projects',
  statements: [
    // Empty where it is in none.
    `ALTER TABLE projects ADD COLUMN folder TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE projects ADD COLUMN archived_at INTEGER`,
    // Without a reference: a cover that is deleted permanently is none.
    `ALTER TABLE projects ADD COLUMN cover_take_id TEXT`,
  ],
}
