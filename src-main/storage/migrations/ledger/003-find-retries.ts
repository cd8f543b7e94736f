/** Lets the tries of a job be found: what waits for it also waits for whatever tried it again. */
import type { Migration } from '../../migrate.ts'

export const findRetries: Migration = {
  version: 3,
  name: 'find-retries',
  statements: [`CREATE INDEX jobs_by_retry_of ON jobs (retry_of) WHERE retry_of IS NOT NULL`],
}
