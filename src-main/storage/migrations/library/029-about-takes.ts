/** What a person calls a take: a name in place of its first words, and tags. */
import type { Migration } from '../../migrate.ts'

export const aboutTakes: Migration = {
  version: 29,
  name: 'about takes',
  statements: [
    // Empty where it has none. `title` stays what follows from the request or the file.
    `ALTER TABLE takes ADD COLUMN name TEXT NOT NULL DEFAULT ''`,
    // The rows of a take are in the order in which its tags were added.
    `CREATE TABLE take_tags (
      take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
      tag TEXT NOT NULL,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (take_id, tag)
    ) STRICT`,
    `CREATE INDEX take_tags_by_tag ON take_tags (tag, take_id)`,
    // All voices that takes have, and the takes of one, whichever model made them.
    `CREATE INDEX takes_by_spoken_voice ON takes (voice, number) WHERE voice IS NOT NULL`,
    `CREATE INDEX takes_by_model ON takes (model_id, number) WHERE model_id IS NOT NULL`,
    `CREATE INDEX takes_by_time ON takes (taken_at, number)`,
    `CREATE INDEX takes_of_practice ON takes (number) WHERE is_practice = 1`,
    `CREATE INDEX assets_by_length ON assets (duration_seconds) WHERE duration_seconds IS NOT NULL`,
    `CREATE INDEX assets_missing ON assets (id) WHERE is_missing = 1`,
  ],
}
