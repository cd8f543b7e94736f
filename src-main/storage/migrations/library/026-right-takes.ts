/** Takes that a person has heard and called right, whatever a transcript says. */
import type { Migration } from '../../migrate.ts'

export const rightTakes: Migration = {
  version: 26,
  name: 'right takes',
  statements: [
    // `findings` is what had been found then: anything else is told again.
    `CREATE TABLE right_takes (
      take_id TEXT PRIMARY KEY REFERENCES takes(id) ON DELETE CASCADE,
      findings TEXT NOT NULL
    ) STRICT`,
  ],
}
