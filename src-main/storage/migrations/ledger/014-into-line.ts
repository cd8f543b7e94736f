/** The take that a line used when another one was asked for it: null once the new one is used, and where there was none. */
import type { Migration } from '../../migrate.ts'

export const intoLine: Migration = {
  version: 14,
  name: 'into-line',
  statements: [
    `ALTER TABLE jobs ADD COLUMN into_line TEXT`,
    `CREATE INDEX jobs_into_line ON jobs (id) WHERE into_line IS NOT NULL AND state = 'done'`,
  ],
}
