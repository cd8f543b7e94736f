/** The in and out point of a take, which a person sets in the source viewer. */
import type { Migration } from '../../migrate.ts'

export const takeMarks: Migration = {
  version: 28,
  name: 'take marks',
  statements: [
    // Null where neither is set.
    `ALTER TABLE takes ADD COLUMN marks TEXT`,
  ],
}
