/** Which version of the program measured a file and made its poster: what an earlier one got wrong is made again. */
import type { Migration } from '../../migrate.ts'

export const factsVersion: Migration = {
  version: 20,
  name: 'facts version',
  statements: [
    `ALTER TABLE assets ADD COLUMN facts_version INTEGER NOT NULL DEFAULT 0`,
    `CREATE INDEX assets_by_facts ON assets (facts_version, created_at)`,
  ],
}
