/** How a result arrived, where that is worth saying: cut off, or with wrong lengths in its header. */
import type { Migration } from '../../migrate.ts'

export const arrivals: Migration = {
  version: 8,
  name: 'arrivals',
  statements: [
    // JSON; null for a result that arrived whole and was kept unchanged.
    `ALTER TABLE takes ADD COLUMN arrival TEXT`,
    `CREATE INDEX takes_with_arrival ON takes (number) WHERE arrival IS NOT NULL`,
  ],
}
