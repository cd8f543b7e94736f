/** Look-up tables of colours: each is a file of the library, with what a person calls it. */
import type { Migration } from '../../migrate.ts'

export const luts: Migration = {
  version: 30,
  name: 'luts',
  statements: [
    `CREATE TABLE luts (
      asset_id TEXT PRIMARY KEY REFERENCES assets(id),
      name TEXT NOT NULL,
      dimensions INTEGER NOT NULL,
      size INTEGER NOT NULL,
      is_listed INTEGER NOT NULL,
      added_at INTEGER NOT NULL
    ) STRICT`,
    // Who removes one is told where it is used. A damaged clip must neither prevent the index nor be kept from being written.
    `CREATE INDEX sequence_clips_by_lut ON sequence_clips (CASE WHEN json_valid(clip) THEN clip ELSE '{}' END ->> '$.grade.lut.id')
      WHERE CASE WHEN json_valid(clip) THEN clip ELSE '{}' END ->> '$.grade.lut.id' IS NOT NULL`,
  ],
}
