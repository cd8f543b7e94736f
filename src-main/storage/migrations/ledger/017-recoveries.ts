/** What was recovered from a damaged ledger is a recovery, as everywhere else. */
import type { Migration } from '../../migrate.ts'

export const recoveries: Migration = {
  version: 17,
  name: 'recoveries',
  statements: ['ALTER TABLE salvages RENAME TO recoveries'],
}
