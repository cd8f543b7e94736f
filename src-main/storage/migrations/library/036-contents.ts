/** Which files have the same content although their bytes differ: one of them left with settings in it, and came back. */
import type { Migration } from '../../migrate.ts'

export const contents: Migration = {
  version: 36,
  name: 'contents',
  statements: [
    // The hash of the file without the settings that were written into it; NULL for one without settings.
    `ALTER TABLE assets ADD COLUMN content_id TEXT`,
    `CREATE INDEX assets_of_content ON assets (content_id, id) WHERE content_id IS NOT NULL`,
    // How many takes outside of the trash a file has follows from the index alone.
    `DROP INDEX takes_by_asset`,
    `CREATE INDEX takes_by_asset ON takes (asset_id, trashed_at)`,
  ],
}
