/** The look-up table of a clip gets a column: an index over the JSON of clips was worked out anew for every clip that a ripple moves. */
import type { Migration } from '../../migrate.ts'

export const clipLuts: Migration = {
  version: 41,
  name: 'clip-luts',
  statements: [
    `DROP INDEX sequence_clips_by_lut`,
    `ALTER TABLE sequence_clips ADD COLUMN lut_id TEXT`,
    // A clip that is not JSON uses none.
    `UPDATE sequence_clips SET lut_id = CASE WHEN json_valid(clip) THEN clip ELSE '{}' END ->> '$.grade.lut.id'
      WHERE instr(clip, '"lut"') > 0`,
    `CREATE INDEX sequence_clips_by_lut ON sequence_clips (lut_id) WHERE lut_id IS NOT NULL`,
  ],
}
