/** Takes are found by what they were made from, also those that were made without a line, so that nothing is bought twice. */
import type { Migration } from '../../migrate.ts'

export const findByRequest: Migration = {
  version: 9,
  name: 'find-by-request',
  statements: [
    // The same form as `script/stale.ts` writes for a line without a direction.
    `UPDATE takes SET made_from = json_array(trim(text), '', model_id, json_remove(request -> '$.fields', '$.text', '$.stream'))
      WHERE made_from IS NULL AND kind = 'speech' AND line_id IS NULL AND model_id IS NOT NULL
        AND CASE WHEN json_valid(request) THEN request ->> '$.fields.text' = text END`,
    `CREATE INDEX takes_by_request ON takes (made_from) WHERE made_from IS NOT NULL`,
  ],
}
