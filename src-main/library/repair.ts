/**
 * Statements that complete a recovered library: a lost row that others refer to is replaced by a placeholder, so that
 * those can be kept.
 */

/** The name of a placeholder, as the page displays it. */
const standIn = 'Recovered'

/** Run in order, before foreign keys are checked. */
export const repairStatements: readonly string[] = [
  // The file is stored under the asset's id; `check --repair` measures it and completes the row.
  `INSERT OR IGNORE INTO assets (id, mime, extension, size_bytes, is_missing, created_at)
    SELECT asset_id, 'application/octet-stream', 'bin', 0, 1, min(taken_at) FROM takes WHERE asset_id NOT IN (SELECT id FROM assets)
      GROUP BY asset_id`,
  `INSERT OR IGNORE INTO assets (id, mime, extension, size_bytes, is_missing, created_at)
    SELECT asset_id, 'application/octet-stream', 'bin', 0, 1, added_at FROM luts`,
  `INSERT OR IGNORE INTO projects (id, name, created_at, changed_at)
    SELECT id, '${standIn}', at, at FROM (
      SELECT project_id AS id, min(taken_at) AS at FROM takes WHERE project_id IS NOT NULL GROUP BY project_id
      UNION ALL SELECT project_id, min(changed_at) FROM lines GROUP BY project_id
      UNION ALL SELECT project_id, min(changed_at) FROM storyboard GROUP BY project_id
      UNION ALL SELECT project_id, min(changed_at) FROM sequences GROUP BY project_id
      UNION ALL SELECT project_id, min(created_at) FROM deliveries GROUP BY project_id
      UNION ALL SELECT project_id, min(created_at) FROM conversations WHERE project_id IS NOT NULL GROUP BY project_id
      UNION ALL SELECT project_id, min(added_at) FROM project_takes GROUP BY project_id)
    WHERE id NOT IN (SELECT id FROM projects)`,
  `INSERT OR IGNORE INTO conversations (id, title, created_at, changed_at)
    SELECT conversation_id, '${standIn}', min(created_at), max(created_at) FROM messages
      WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id`,
  `UPDATE messages SET parent_id = NULL WHERE parent_id NOT IN (SELECT id FROM messages)`,
  `UPDATE lines SET chosen_take_id = NULL WHERE chosen_take_id NOT IN (SELECT id FROM takes)`,
  // Of a take, not of another check.
  `UPDATE takes SET check_of = NULL WHERE check_of NOT IN (SELECT id FROM takes WHERE check_of IS NULL)`,
  `DELETE FROM project_takes WHERE take_id NOT IN (SELECT id FROM takes)`,
  `DELETE FROM take_tags WHERE take_id NOT IN (SELECT id FROM takes)`,
  `DELETE FROM collection_takes WHERE take_id NOT IN (SELECT id FROM takes)`,
  `INSERT OR IGNORE INTO collections (id, name, made_at)
    SELECT collection_id, '${standIn}', min(added_at) FROM collection_takes
      WHERE collection_id NOT IN (SELECT id FROM collections) GROUP BY collection_id`,
  `UPDATE storyboard SET still_take_id = NULL WHERE still_take_id NOT IN (SELECT id FROM takes)`,
  `UPDATE storyboard SET shot_take_id = NULL WHERE shot_take_id NOT IN (SELECT id FROM takes)`,
  `UPDATE storyboard_looks SET reference_take_id = NULL WHERE reference_take_id NOT IN (SELECT id FROM takes)`,
  `DELETE FROM storyboard_looks WHERE project_id NOT IN (SELECT id FROM projects)`,
  `DELETE FROM delivery_choices WHERE project_id NOT IN (SELECT id FROM projects)`,
  `DELETE FROM speaker_colours WHERE project_id NOT IN (SELECT id FROM projects)`,
  `DELETE FROM script_languages WHERE project_id NOT IN (SELECT id FROM projects)`,
  `DELETE FROM speaker_tones WHERE project_id NOT IN (SELECT id FROM projects)`,
  `DELETE FROM speaker_anchors WHERE project_id NOT IN (SELECT id FROM projects) OR take_id NOT IN (SELECT id FROM takes)`,
  `UPDATE castings SET voice_id = NULL WHERE voice_id NOT IN (SELECT id FROM voices)`,
  // Positions of lines have no gaps; with a gap, lines could not be moved.
  `UPDATE lines SET position = (SELECT count(*) FROM lines AS before WHERE before.project_id = lines.project_id
    AND before.removed_at IS NULL
      AND (before.position < lines.position OR (before.position = lines.position AND before.id < lines.id))) WHERE removed_at IS NULL`,
]
