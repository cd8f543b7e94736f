/** What belongs to the studio as a whole: settings, own models, steps of undo, and changes that were asked for twice. */

export const studioTables: readonly string[] = [
  `CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE models (
    id TEXT PRIMARY KEY,
    model TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    trashed_at INTEGER
  ) STRICT`,
  `CREATE TABLE hidden_models (id TEXT PRIMARY KEY) STRICT`,
  // project_id refers to nothing: a step may be about a project that is deleted for good.
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
  // A change that a page asks for again, because its answer was lost, is known by its id.
  `CREATE TABLE done_changes (id TEXT PRIMARY KEY, done_at INTEGER NOT NULL) STRICT`,
  `CREATE INDEX done_changes_by_time ON done_changes (done_at)`,
]
