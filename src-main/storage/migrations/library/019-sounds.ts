/** A file with several sounds says which there are, so that one can be chosen. */
import type { Migration } from '../../migrate.ts'

export const sounds: Migration = {
  version: 19,
  name: 'sounds',
  statements: [`ALTER TABLE assets ADD COLUMN sounds TEXT`],
}
