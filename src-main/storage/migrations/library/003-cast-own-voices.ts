/** What casting a voice of one's own needs: which voice it is. */
import type { Migration } from '../../migrate.ts'

export const castOwnVoices: Migration = {
  version: 3,
  name: 'cast-own-voices',
  statements: [
    `ALTER TABLE castings ADD COLUMN voice_id TEXT REFERENCES voices(id)`,
  ],
}
