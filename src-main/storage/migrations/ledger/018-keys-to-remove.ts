/**
 * An entry of the keychain that is not wanted any more is known until the keychain has removed it: it may be locked or gone, and an account
 * that is removed keeps its key until what is paid for has arrived.
 */
import type { Migration } from '../../migrate.ts'

export const keysToRemove: Migration = {
  version: 18,
  name: 'keys-to-remove',
  statements: ['ALTER TABLE accounts ADD COLUMN key_pending_removal INTEGER NOT NULL DEFAULT 0'],
}
