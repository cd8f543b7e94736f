/** After a restore nothing is sent to an account's address until the person has confirmed it. */
import type { Migration } from '../../migrate.ts'

export const confirmedHosts: Migration = {
  version: 8,
  name: 'confirmed-hosts',
  statements: [
    `ALTER TABLE accounts ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 1`,
    // Only a restored studio has entries of its own in the keychain. An empty address was lost, and is typed in again.
    `UPDATE accounts SET is_confirmed = 0 WHERE key_name IS NOT NULL AND is_practice = 0 AND base_url <> ''`,
  ],
}
