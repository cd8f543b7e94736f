/** Accounts may stream speech from another address than their base URL. */
import type { Migration } from '../../migrate.ts'

export const socketUrl: Migration = {
  version: 2,
  name: 'socket-url',
  statements: [`ALTER TABLE accounts ADD COLUMN socket_url TEXT`],
}
