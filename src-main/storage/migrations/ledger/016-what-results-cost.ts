/** The library is listed by what takes cost: three indexes have all of it, so that no plan and no answer is read. */
import type { Migration } from '../../migrate.ts'

export const whatResultsCost: Migration = {
  version: 16,
  name: 'what-results-cost',
  statements: [
    `CREATE INDEX costs_by_job ON costs (job_id, currency, micros, most_micros, is_held)`,
    `CREATE INDEX jobs_charged ON jobs (id, state, charged, take_ids)`,
    `CREATE INDEX jobs_joined ON jobs (id) WHERE kind = 'join'`,
  ],
}
