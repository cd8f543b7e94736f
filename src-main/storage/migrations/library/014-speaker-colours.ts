/** A speaker of a project keeps a colour. */
import type { Migration } from '../../migrate.ts'

export const speakerColours: Migration = {
  version: 14,
  name: 'speaker colours',
  statements: [
    `CREATE TABLE speaker_colours (
      project_id TEXT NOT NULL REFERENCES projects(id),
      speaker TEXT NOT NULL,
      colour TEXT NOT NULL,
      is_chosen INTEGER NOT NULL,
      PRIMARY KEY (project_id, speaker)
    ) STRICT`,
  ],
}
