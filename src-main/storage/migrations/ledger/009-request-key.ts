/** Jobs know by a short key what they ask for, so that nothing is queued twice, and which call they were queued by. */
import type { Migration } from '../../migrate.ts'

export const requestKey: Migration = {
  version: 9,
  name: 'request-key',
  statements: [
    `ALTER TABLE jobs ADD COLUMN request_key TEXT`,
    // The call that queued them together; null for a job that was asked for alone.
    `ALTER TABLE jobs ADD COLUMN batch_id TEXT`,
    `CREATE INDEX jobs_by_batch ON jobs (batch_id) WHERE batch_id IS NOT NULL`,
    `CREATE INDEX jobs_by_request_key ON jobs (request_key) WHERE request_key IS NOT NULL`,
  ],
}
