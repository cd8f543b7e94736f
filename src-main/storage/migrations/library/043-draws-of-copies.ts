/** A picture keeps by which id its words were drawn: in a copy it got another id, drew other words, and was bought again. */
import type { Migration } from '../../migrate.ts'

export const drawsOfCopies: Migration = {
  version: 43,
  name: 'draws of copies',
  statements: [
    // Null: its own id.
    `ALTER TABLE storyboard ADD COLUMN draw_from TEXT`,
    // Copies of before have the takes of the pictures that they were copied from.
    `UPDATE storyboard SET draw_from = (
      SELECT substr(made_from, 9) FROM takes
      WHERE made_from LIKE 'picture:%'
        AND ((id = still_take_id AND still_is_given = 0) OR (id = shot_take_id AND shot_is_given = 0 AND still_take_id IS NULL)))
      WHERE still_take_id IS NOT NULL OR shot_take_id IS NOT NULL`,
  ],
}
