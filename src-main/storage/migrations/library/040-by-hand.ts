/** The order by hand of each collection. */
import type { Migration } from '../../migrate.ts'

export const byHand: Migration = {
  version: 40,
  name: 'by-hand',
  statements: [
    // See `library/places.ts`. Empty where undo has brought back a row of a step that is older than this: such a row gets a place at once.
    `ALTER TABLE collection_takes ADD COLUMN place TEXT NOT NULL DEFAULT ''`,
    // In the order in which the takes were added.
    `UPDATE collection_takes SET place = printf('%08x', 2147483648 + added.nth)
      FROM (SELECT rowid AS id, row_number() OVER (PARTITION BY collection_id ORDER BY added_at, rowid) AS nth FROM collection_takes) AS added
      WHERE collection_takes.rowid = added.id`,
    `CREATE INDEX collection_takes_by_place ON collection_takes (collection_id, place, take_id)`,
  ],
}
