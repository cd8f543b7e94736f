/** What requests cost in the service's own credits, where it tells the balance of the account. */
import type { Migration } from '../../migrate.ts'

export const credits: Migration = {
  version: 11,
  name: 'credits',
  statements: [
    `CREATE TABLE credits (
      job_id TEXT PRIMARY KEY REFERENCES jobs(id),
      account_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      credits REAL NOT NULL
    ) STRICT`,
    `CREATE INDEX credits_by_time ON credits (at)`,
  ],
}
