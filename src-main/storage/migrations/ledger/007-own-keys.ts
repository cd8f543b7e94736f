/** A restored studio has entries of its own in the keychain, and may read those of the studio it was made of until it has them. */
import type { Migration } from '../../migrate.ts'

export const ownKeys: Migration = {
  version: 7,
  name: 'own-keys',
  statements: [
    // Null is the usual name, made of the account's id.
    `ALTER TABLE accounts ADD COLUMN key_name TEXT`,
    `ALTER TABLE accounts ADD COLUMN borrowed_keys TEXT NOT NULL DEFAULT '[]'`,
  ],
}
