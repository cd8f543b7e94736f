/** Sequences with their clips and journals, and what is delivered of them. */

export const sequencesTables: readonly string[] = [
  // `document` has no clips: they have rows of their own, so that an edit writes what it changed and every clip of a take is found.
  // A delivery keeps the row of a sequence that was deleted permanently (`purged_at`).
  `CREATE TABLE sequences (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects(id),
    document TEXT NOT NULL,
    revision INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL DEFAULT 0,
    edited_at INTEGER,
    trashed_at INTEGER,
    purged_at INTEGER
  ) STRICT`,
  `CREATE INDEX sequences_by_project ON sequences (project_id)`,
  `CREATE INDEX sequences_trashed ON sequences (project_id) WHERE trashed_at IS NOT NULL`,
  // `made_by` is the page that edited; null for what no page did.
  `CREATE TABLE sequence_journal (
    sequence_id TEXT NOT NULL REFERENCES sequences(id),
    revision INTEGER NOT NULL,
    label TEXT NOT NULL,
    patches TEXT NOT NULL,
    inverse TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    of_revision INTEGER,
    made_by TEXT,
    PRIMARY KEY (sequence_id, revision)
  ) STRICT`,
  // What a clip refers to has columns of its own, so that it is found without reading the JSON of all clips.
  `CREATE TABLE sequence_clips (
    sequence_id TEXT NOT NULL REFERENCES sequences(id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    track_id TEXT NOT NULL,
    take_id TEXT,
    line_id TEXT,
    lut_id TEXT,
    clip TEXT NOT NULL,
    PRIMARY KEY (sequence_id, id)
  ) STRICT`,
  `CREATE INDEX sequence_clips_by_take ON sequence_clips (take_id) WHERE take_id IS NOT NULL`,
  `CREATE INDEX sequence_clips_by_line ON sequence_clips (line_id) WHERE line_id IS NOT NULL`,
  `CREATE INDEX sequence_clips_by_lut ON sequence_clips (lut_id) WHERE lut_id IS NOT NULL`,
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
    created_at INTEGER NOT NULL,
    trashed_at INTEGER,
    log TEXT NOT NULL DEFAULT ''
  ) STRICT`,
  `CREATE INDEX deliveries_by_project ON deliveries (project_id, created_at)`,
  `CREATE INDEX deliveries_by_sequence ON deliveries (sequence_id)`,
  `CREATE INDEX deliveries_trashed ON deliveries (project_id) WHERE trashed_at IS NOT NULL`,
  `CREATE TABLE delivery_choices (
    project_id TEXT PRIMARY KEY NOT NULL REFERENCES projects(id),
    cover_take_id TEXT,
    choices TEXT NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX delivery_choices_by_cover ON delivery_choices (cover_take_id) WHERE cover_take_id IS NOT NULL`,
]
