/** What a trash for every kind needs: deliveries and own models remember when they were thrown away. */
import type { Migration } from '../../migrate.ts'

export const trash: Migration = {
  version: 5,
  name: 'trash',
  statements: [
    `ALTER TABLE deliveries ADD COLUMN trashed_at INTEGER`,
    `ALTER TABLE models ADD COLUMN trashed_at INTEGER`,
  ],
}
