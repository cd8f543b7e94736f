/** What a person notes of their own voices: language, tags and notes. */
import type { Migration } from '../../migrate.ts'

export const aboutVoices: Migration = {
  version: 24,
  name: 'about voices',
  statements: [
    `ALTER TABLE voices ADD COLUMN language TEXT NOT NULL DEFAULT ''`,
    // A JSON list of texts.
    `ALTER TABLE voices ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'`,
    `ALTER TABLE voices ADD COLUMN notes TEXT NOT NULL DEFAULT ''`,
  ],
}
