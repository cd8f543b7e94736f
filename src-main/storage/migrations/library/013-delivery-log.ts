/** A delivery keeps what its render ran and said. */
import type { Migration } from '../../migrate.ts'

export const deliveryLog: Migration = {
  version: 13,
  name: 'delivery log',
  statements: [`ALTER TABLE deliveries ADD COLUMN log TEXT NOT NULL DEFAULT ''`],
}
