/** The clip of a sequence that waits for the take of a job: JSON, null once the take is there. */
import type { Migration } from '../../migrate.ts'

export const intoClip: Migration = {
  version: 13,
  name: 'into-clip',
  statements: [
    `ALTER TABLE jobs ADD COLUMN into_clip TEXT`,
    `CREATE INDEX jobs_into_clip ON jobs (id) WHERE into_clip IS NOT NULL AND state = 'done'`,
  ],
}
