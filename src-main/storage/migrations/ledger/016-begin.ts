/** The ledger's tables: accounts, jobs with their moves, prices, budgets, costs, recoveries. */
import type { Migration } from '../../migrate.ts'

export const begin: Migration = {
  version: 16,
  name: 'begin',
  statements: [
    // `key_name` null is the usual name, made of the account's id. Only a restored studio has entries of its own in the keychain.
    // An empty address was lost, and is typed in again.
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      base_url TEXT NOT NULL,
      is_practice INTEGER NOT NULL DEFAULT 0,
      last4 TEXT,
      last_success_at INTEGER,
      credits_remaining REAL,
      created_at INTEGER NOT NULL,
      removed_at INTEGER,
      socket_url TEXT,
      currency TEXT,
      key_name TEXT,
      borrowed_keys TEXT NOT NULL DEFAULT '[]',
      is_confirmed INTEGER NOT NULL DEFAULT 1
    ) STRICT`,
    // `plan` is the frozen intention that the kind's schema parses on the way out; `boot_id` is the lease:
    // a row in a working state whose boot is not this one belongs to a studio that is gone.
    // `batch_id` is the call that queued them together; null for a job that was asked for alone.
    // `into_clip` is JSON of the clip that waits for the take, null once the take is there. `into_line` is the take that the line used when
    // another one was asked for, null once the new one is used, and where there was none. `also_lines` is JSON of other lines that the take
    // is for, with the take that each used then; null for none and once they use it.
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
      place REAL NOT NULL DEFAULT 0,
      paused_at INTEGER,
      size REAL,
      request_key TEXT,
      batch_id TEXT,
      into_clip TEXT,
      into_line TEXT,
      also_lines TEXT,
      UNIQUE (request_id, request_part)
    ) STRICT`,
    `CREATE INDEX jobs_by_retry_of ON jobs (retry_of) WHERE retry_of IS NOT NULL`,
    `CREATE INDEX jobs_by_place ON jobs (place)`,
    `CREATE INDEX jobs_by_project ON jobs (project_id) WHERE project_id IS NOT NULL`,
    `CREATE INDEX jobs_by_batch ON jobs (batch_id) WHERE batch_id IS NOT NULL`,
    `CREATE INDEX jobs_by_request_key ON jobs (request_key) WHERE request_key IS NOT NULL`,
    // The list of the queue, in its order.
    `CREATE INDEX jobs_waiting ON jobs (place, id) WHERE ended_at IS NULL`,
    `CREATE INDEX jobs_listed ON jobs (id) WHERE cleared_at IS NULL`,
    `CREATE INDEX jobs_standing ON jobs (state) WHERE cleared_at IS NULL AND state <> 'done'`,
    // The report counts what was sent in a period and has no price.
    `CREATE INDEX jobs_by_commit ON jobs (committed_at) WHERE committed_at IS NOT NULL`,
    // The last ones tell how long work takes.
    `CREATE INDEX jobs_done ON jobs (ended_at) WHERE state = 'done'`,
    `CREATE INDEX jobs_into_clip ON jobs (id) WHERE into_clip IS NOT NULL AND state = 'done'`,
    `CREATE INDEX jobs_into_line ON jobs (id) WHERE into_line IS NOT NULL AND state = 'done'`,
    // The library is listed by what takes cost: these and `costs_by_job` have all of it, so that no plan and no answer is read.
    `CREATE INDEX jobs_charged ON jobs (id, state, charged, take_ids)`,
    `CREATE INDEX jobs_joined ON jobs (id) WHERE kind = 'join'`,
    // Rows are only ever added, so their numbers are the order in which they were asked for.
    `CREATE TABLE job_moves (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      job_id TEXT NOT NULL REFERENCES jobs(id),
      from_state TEXT NOT NULL,
      event TEXT NOT NULL,
      to_state TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX job_moves_by_job ON job_moves (job_id, number)`,
    `CREATE TABLE queue (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), paused_at INTEGER) STRICT`,
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
    `CREATE INDEX costs_by_job ON costs (job_id, currency, micros, most_micros, is_held)`,
    // `kept` is the name of the damaged file in the studio folder; null where there was none to keep.
    `CREATE TABLE salvages (
      at INTEGER PRIMARY KEY,
      trouble TEXT NOT NULL,
      said TEXT NOT NULL,
      kept TEXT,
      is_readable INTEGER NOT NULL,
      jobs INTEGER NOT NULL,
      holes INTEGER NOT NULL,
      lost INTEGER NOT NULL,
      lost_accounts INTEGER NOT NULL,
      held INTEGER NOT NULL,
      unsure INTEGER NOT NULL,
      followed INTEGER NOT NULL,
      seen_at INTEGER
    ) STRICT`,
    `CREATE TABLE credits (
      job_id TEXT PRIMARY KEY REFERENCES jobs(id),
      account_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      credits REAL NOT NULL
    ) STRICT`,
    `CREATE INDEX credits_by_time ON credits (at)`,
    // The journal of the queue: the same table as in the library. No step of it belongs to a project.
    `CREATE TABLE undo_steps (
      id TEXT PRIMARY KEY,
      project_id TEXT,
      author TEXT NOT NULL,
      name TEXT NOT NULL,
      name_of TEXT NOT NULL,
      room TEXT,
      joins TEXT,
      step_order REAL NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0,
      changes TEXT NOT NULL,
      size INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX undo_steps_by_project ON undo_steps (project_id, undone, step_order)`,
    `INSERT INTO queue (only_row, paused_at) VALUES (1, NULL)`,
  ],
}
