/** In which language lines are spoken: as a line, its speaker or its script says. */
import type { Migration } from '../../migrate.ts'

export const languages: Migration = {
  version: 33,
  name: 'languages',
  statements: [
    // Null where a line follows its speaker and script.
    `ALTER TABLE lines ADD COLUMN language TEXT`,
    // `whose` is script or speaker; a script has no name.
    `CREATE TABLE script_languages (
      project_id TEXT NOT NULL REFERENCES projects(id),
      whose TEXT NOT NULL,
      speaker TEXT NOT NULL,
      language TEXT NOT NULL,
      PRIMARY KEY (project_id, whose, speaker)
    ) STRICT`,
  ],
}
