/** The chain of filters through which each speaker of a project is heard. */
import type { Migration } from '../../migrate.ts'

export const speakerTones: Migration = {
  version: 25,
  name: 'speaker tones',
  statements: [
    // The chain is JSON.
    `CREATE TABLE speaker_tones (
      project_id TEXT NOT NULL REFERENCES projects(id),
      speaker TEXT NOT NULL,
      chain TEXT NOT NULL,
      PRIMARY KEY (project_id, speaker)
    ) STRICT`,
  ],
}
