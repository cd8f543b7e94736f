/** What is under way, and what a person may still have to decide about, is found without reading every job that ever was. */
import type { Migration } from '../../migrate.ts'

export const findOpenJobs: Migration = {
  version: 10,
  name: 'find-open-jobs',
  statements: [
    `CREATE INDEX jobs_waiting ON jobs (place, id) WHERE ended_at IS NULL`,
    // The list of the queue, in its order.
    `CREATE INDEX jobs_listed ON jobs (id) WHERE cleared_at IS NULL`,
    `CREATE INDEX jobs_standing ON jobs (state) WHERE cleared_at IS NULL AND state <> 'done'`,
    // The report counts what was sent in a period and has no price.
    `CREATE INDEX jobs_by_commit ON jobs (committed_at) WHERE committed_at IS NOT NULL`,
    // The last ones tell how long work takes.
    `CREATE INDEX jobs_done ON jobs (ended_at) WHERE state = 'done'`,
    `DROP INDEX jobs_ended`,
    `DROP INDEX jobs_open`,
    `DROP INDEX jobs_shown`,
  ],
}
