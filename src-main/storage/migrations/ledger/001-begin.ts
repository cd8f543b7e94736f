/** The ledger's first tables: accounts without their keys, jobs, and every move a job made. */
import type { Migration } from '../../migrate.ts'

export const begin: Migration = {
  version: 1,
  name: 'begin',
  statements: [
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      base_url TEXT NOT NULL,
      is_practice INTEGER NOT NULL DEFAULT 0,
      last4 TEXT,
      last_success_at INTEGER,
      credits_remaining REAL,
      created_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT`,
    // `plan` is the frozen intention that the kind's schema parses on the way out; `boot_id` is the lease:
    // a row in a working state whose boot is not this one belongs to a studio that is gone.
    `CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      request_id TEXT NOT NULL,
      request_part INTEGER NOT NULL DEFAULT 0,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      blocked_by TEXT,
      title TEXT NOT NULL,
      model_id TEXT,
      account_id TEXT,
      project_id TEXT,
      line_id TEXT,
      delivery_id TEXT,
      plan TEXT NOT NULL,
      task_id TEXT,
      service_state TEXT,
      charged TEXT,
      failure TEXT,
      answer TEXT,
      take_ids TEXT NOT NULL DEFAULT '[]',
      progress REAL,
      is_live INTEGER NOT NULL DEFAULT 0,
      retry_of TEXT,
      boot_id TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      wakes_at INTEGER,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      committed_at INTEGER,
      ended_at INTEGER,
      cleared_at INTEGER,
      UNIQUE (request_id, request_part)
    ) STRICT`,
    `CREATE INDEX jobs_shown ON jobs (created_at) WHERE cleared_at IS NULL`,
    `CREATE INDEX jobs_open ON jobs (created_at) WHERE ended_at IS NULL`,
    `CREATE INDEX jobs_ended ON jobs (kind, model_id, ended_at) WHERE state = 'done'`,
    `CREATE TABLE job_moves (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      job_id TEXT NOT NULL REFERENCES jobs(id),
      from_state TEXT NOT NULL,
      event TEXT NOT NULL,
      to_state TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX job_moves_by_job ON job_moves (job_id, number)`,
  ],
}
