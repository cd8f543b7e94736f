/** What things cost: a currency for each account, prices, budgets, and what each job cost by the prices of its moment. */
import type { Migration } from '../../migrate.ts'

export const spend: Migration = {
  version: 5,
  name: 'spend',
  statements: [
    `ALTER TABLE accounts ADD COLUMN currency TEXT`,
    // Money is whole micros, millionths of the currency's unit. `rates` is JSON that the contract parses on the way out.
    `CREATE TABLE prices (
      account_id TEXT NOT NULL,
      model_id TEXT NOT NULL,
      rates TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, model_id)
    ) STRICT`,
    // An empty project is the day. `agreed_at` is when the person let the soft limit be passed.
    `CREATE TABLE budgets (
      project_id TEXT NOT NULL DEFAULT '',
      currency TEXT NOT NULL,
      soft_micros INTEGER,
      hard_micros INTEGER,
      agreed_at INTEGER,
      PRIMARY KEY (project_id, currency)
    ) STRICT`,
    // Whether it was spent is not written here: it follows from the job's state and charge. `micros` is what it cost by
    // what was made; `is_held` says that the budgets let it leave, `at` when.
    `CREATE TABLE costs (
      job_id TEXT PRIMARY KEY REFERENCES jobs(id),
      currency TEXT NOT NULL,
      rates TEXT NOT NULL,
      quantities TEXT NOT NULL,
      least_micros INTEGER NOT NULL,
      most_micros INTEGER NOT NULL,
      micros INTEGER,
      line_id TEXT,
      is_held INTEGER NOT NULL DEFAULT 0,
      is_let_through INTEGER NOT NULL DEFAULT 0,
      at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX costs_by_time ON costs (at)`,
    `CREATE INDEX costs_by_line ON costs (line_id) WHERE line_id IS NOT NULL`,
    `CREATE INDEX jobs_by_project ON jobs (project_id) WHERE project_id IS NOT NULL`,
  ],
}
