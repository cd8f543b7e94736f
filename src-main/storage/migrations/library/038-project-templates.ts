/** Which projects are kept as templates: others begin with what is in them. */
import type { Migration } from '../../migrate.ts'

export const projectTemplates: Migration = {
  version: 38,
  name: 'project templates',
  statements: [
    // Since when; NULL for a project that a person works in.
    `ALTER TABLE projects ADD COLUMN template_at INTEGER`,
  ],
}
