/** Which takes are tries of the same thing: they can be shown as one. */
import type { Migration } from '../../migrate.ts'

export const stacks: Migration = {
  version: 37,
  name: 'stacks',
  statements: [
    // Equal for takes of one stack, 0 for a take of none. NULL until it is computed: of older takes that is done after the studio has opened.
    `ALTER TABLE takes ADD COLUMN stack INTEGER`,
    `CREATE INDEX takes_by_stack ON takes (stack, number) WHERE stack > 0`,
    `CREATE INDEX takes_without_stack ON takes (number) WHERE stack IS NULL`,
  ],
}
