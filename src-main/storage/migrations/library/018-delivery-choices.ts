/** What was chosen for the deliveries of a project belongs to the project. */
import type { Migration } from '../../migrate.ts'

export const deliveryChoices: Migration = {
  version: 18,
  name: 'delivery choices',
  statements: [
    `CREATE TABLE delivery_choices (
      project_id TEXT PRIMARY KEY NOT NULL REFERENCES projects(id),
      cover_take_id TEXT,
      choices TEXT NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX delivery_choices_by_cover ON delivery_choices (cover_take_id) WHERE cover_take_id IS NOT NULL`,
  ],
}
