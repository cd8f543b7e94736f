/** The library's first tables: projects, assets, takes with their search, script, sequences, deliveries, settings. */
import type { Migration } from '../../migrate.ts'

export const begin: Migration = {
  version: 1,
  name: 'begin',
  statements: [
    `CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      is_sample INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      trashed_at INTEGER
    ) STRICT`,
    `CREATE TABLE assets (
      id TEXT PRIMARY KEY,
      mime TEXT NOT NULL,
      extension TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      duration_seconds REAL,
      width INTEGER,
      height INTEGER,
      frames_per_second REAL,
      sample_rate INTEGER,
      channels INTEGER,
      has_peaks INTEGER NOT NULL DEFAULT 0,
      has_poster INTEGER NOT NULL DEFAULT 0,
      is_missing INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    ) STRICT`,
    // `number` orders takes by filing and is the row id that search refers to.
    // (job_id, job_part) makes filing repeatable: a job that is run through again finds its take filed.
    `CREATE TABLE takes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      medium TEXT NOT NULL,
      title TEXT NOT NULL,
      text TEXT NOT NULL,
      model_id TEXT,
      voice TEXT,
      account_id TEXT,
      project_id TEXT REFERENCES projects(id),
      line_id TEXT,
      job_id TEXT,
      job_part INTEGER NOT NULL DEFAULT 0,
      made_from TEXT,
      source_take_ids TEXT NOT NULL DEFAULT '[]',
      request TEXT,
      asset_id TEXT NOT NULL REFERENCES assets(id),
      is_starred INTEGER NOT NULL DEFAULT 0,
      note TEXT NOT NULL DEFAULT '',
      file_name TEXT NOT NULL DEFAULT '',
      is_practice INTEGER NOT NULL DEFAULT 0,
      taken_at INTEGER NOT NULL,
      trashed_at INTEGER,
      UNIQUE (job_id, job_part)
    ) STRICT`,
    `CREATE INDEX takes_by_project ON takes (project_id, number)`,
    `CREATE INDEX takes_by_kind ON takes (kind, number)`,
    `CREATE INDEX takes_by_line ON takes (line_id, number) WHERE line_id IS NOT NULL`,
    `CREATE INDEX takes_by_asset ON takes (asset_id)`,
    `CREATE INDEX takes_by_voice ON takes (model_id, voice, number)`,
    `CREATE INDEX takes_starred ON takes (number) WHERE is_starred = 1`,
    `CREATE INDEX takes_trashed ON takes (number) WHERE trashed_at IS NOT NULL`,
    `CREATE VIRTUAL TABLE takes_search USING fts5(words, content='', contentless_delete=1)`,
    `CREATE TABLE lines (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id),
      position INTEGER NOT NULL,
      speaker TEXT NOT NULL,
      text TEXT NOT NULL,
      direction TEXT NOT NULL DEFAULT '',
      pause_seconds REAL NOT NULL DEFAULT 0.35,
      chosen_take_id TEXT REFERENCES takes(id) ON DELETE SET NULL,
      changed_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT`,
    `CREATE INDEX lines_by_project ON lines (project_id, position)`,
    `CREATE TABLE castings (
      project_id TEXT NOT NULL REFERENCES projects(id),
      speaker TEXT NOT NULL,
      model_id TEXT NOT NULL,
      fields TEXT NOT NULL,
      PRIMARY KEY (project_id, speaker)
    ) STRICT`,
    `CREATE TABLE sequences (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id),
      document TEXT NOT NULL,
      revision INTEGER NOT NULL,
      changed_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX sequences_by_project ON sequences (project_id)`,
    `CREATE TABLE sequence_journal (
      sequence_id TEXT NOT NULL REFERENCES sequences(id),
      revision INTEGER NOT NULL,
      label TEXT NOT NULL,
      patches TEXT NOT NULL,
      inverse TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      PRIMARY KEY (sequence_id, revision)
    ) STRICT`,
    `CREATE TABLE deliveries (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id),
      sequence_id TEXT NOT NULL REFERENCES sequences(id),
      job_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      preset_id TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      caption_mode TEXT NOT NULL,
      files TEXT NOT NULL DEFAULT '[]',
      duration_seconds REAL,
      loudness TEXT,
      folder TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX deliveries_by_project ON deliveries (project_id, created_at)`,
    `CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT`,
  ],
}
