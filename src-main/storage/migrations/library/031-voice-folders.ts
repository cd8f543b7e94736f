/** The folder in which a person keeps a voice of their own. */
import type { Migration } from '../../migrate.ts'

export const voiceFolders: Migration = {
  version: 31,
  name: 'voice folders',
  // Empty where it is in none.
  statements: [`ALTER TABLE voices ADD COLUMN folder TEXT NOT NULL DEFAULT ''`],
}
