/**
 * A picture keeps by which id its words were drawn: in a copy it got another id, drew other words, and was bought again. A registration
 * keeps the ids that the service gave the voice before: takes were found by the name of their voice, which two voices may have.
 */
import type { Migration } from '../../migrate.ts'

/** What a damaged request says is nothing. */
const sentVoice = `CASE WHEN json_valid(takes.request) THEN takes.request ->> '$.fields.voice_id' END`

export const drawsAndFormerIds: Migration = {
  version: 43,
  name: 'draws and former ids',
  statements: [
    // Null: its own id.
    `ALTER TABLE storyboard ADD COLUMN draw_from TEXT`,
    // Copies of before have the takes of the pictures that they were copied from.
    `UPDATE storyboard SET draw_from = (
      SELECT substr(made_from, 9) FROM takes
      WHERE made_from LIKE 'picture:%'
        AND ((id = still_take_id AND still_is_given = 0) OR (id = shot_take_id AND shot_is_given = 0 AND still_take_id IS NULL)))
      WHERE still_take_id IS NOT NULL OR shot_take_id IS NOT NULL`,
    `CREATE INDEX takes_by_sent_voice ON takes (
      model_id, CASE WHEN json_valid(request) THEN request ->> '$.fields.voice_id' END, number) WHERE voice IS NOT NULL`,
    `ALTER TABLE registrations ADD COLUMN former_ids TEXT NOT NULL DEFAULT '[]'`,
    // Ids of before that no voice has any more are of the one voice with the name of their takes.
    `UPDATE registrations SET former_ids = (
      SELECT json_group_array(DISTINCT ${sentVoice}) FROM takes
        JOIN voices ON voices.id = registrations.voice_id
      WHERE takes.model_id = registrations.model_id AND takes.voice = voices.name
        AND (takes.account_id IS NULL OR takes.account_id = registrations.account_id)
        AND ${sentVoice} NOT IN (SELECT registered_as FROM registrations AS others WHERE others.model_id = registrations.model_id))
      WHERE 1 = (SELECT count(*) FROM voices AS same JOIN voices AS own ON own.name = same.name WHERE own.id = registrations.voice_id)`,
  ],
}
