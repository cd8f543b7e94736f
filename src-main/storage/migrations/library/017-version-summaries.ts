/** What a list of earlier versions shows, and what they refer to, beside their contents: those of a long project are megabytes each. */
import type { Migration } from '../../migrate.ts'

const ids = (query: string): string => `(SELECT json_group_array(id) FROM (${query} ORDER BY id))`

/** Of what a version shows: the chosen takes of its lines, the pictures of its storyboard, and the takes in its clips. */
const shown = `
  SELECT line.value ->> 'chosenTakeId' AS id FROM json_each(content, '$.lines') AS line WHERE line.value ->> 'chosenTakeId' IS NOT NULL
  UNION SELECT part.value FROM json_each(content, '$.storyboard.pictures') AS picture,
    json_each(json_array(picture.value ->> 'stillTakeId', picture.value ->> 'shotTakeId')) AS part WHERE part.value IS NOT NULL
  UNION SELECT clip.value ->> 'takeId' FROM json_each(content, '$.sequences') AS sequence,
    json_each(CASE WHEN json_valid(sequence.value ->> 'document') THEN sequence.value ->> 'document' ELSE '{}' END, '$.tracks') AS track,
    json_each(track.value, '$.clips') AS clip WHERE length(clip.value ->> 'takeId') = 36`

const others = `
  SELECT value AS id FROM json_each(content, '$.bin') WHERE value IS NOT NULL
  UNION SELECT content ->> '$.storyboard.look.referenceTakeId' WHERE content ->> '$.storyboard.look.referenceTakeId' IS NOT NULL`

export const versionSummaries: Migration = {
  version: 17,
  name: 'version summaries',
  statements: [
    // Lists of ids, and the castings, are JSON.
    `CREATE TABLE snapshot_summaries (
      snapshot_id TEXT PRIMARY KEY REFERENCES snapshots(id) ON DELETE CASCADE,
      line_count INTEGER NOT NULL,
      made_count INTEGER NOT NULL,
      sequence_count INTEGER NOT NULL,
      take_ids TEXT NOT NULL,
      other_take_ids TEXT NOT NULL,
      castings TEXT NOT NULL
    ) STRICT`,
    // A version that cannot be read is not listed.
    `INSERT INTO snapshot_summaries (snapshot_id, line_count, made_count, sequence_count, take_ids, other_take_ids, castings)
      SELECT id, json_array_length(content, '$.lines'),
        (SELECT count(*) FROM json_each(content, '$.lines') WHERE value ->> 'chosenTakeId' IS NOT NULL),
        json_array_length(content, '$.sequences'), ${ids(shown)}, ${ids(others)}, content -> '$.castings'
      FROM snapshots
      WHERE json_valid(content) AND json_type(content, '$.lines') = 'array' AND json_type(content, '$.sequences') = 'array'
        AND json_type(content, '$.castings') = 'array'`,
    // All that is listed of a version itself, so that its content need not be passed over.
    `CREATE INDEX snapshots_listed ON snapshots (project_id, taken_at, id, picture_asset_id)`,
    `DROP INDEX snapshots_by_project`,
  ],
}
