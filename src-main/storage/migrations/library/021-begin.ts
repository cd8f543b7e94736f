/** The library's tables: projects, assets, takes with their search, script, storyboard, sequences, deliveries, chats, voices, settings. */
import type { Migration } from '../../migrate.ts'
import { trimmedText } from '../../trimmed-text.ts'

export const begin: Migration = {
  version: 21,
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
    `CREATE INDEX projects_trashed ON projects (trashed_at) WHERE trashed_at IS NOT NULL`,
    // `facts_version` is the version of the program that measured the file and made its poster; `heard` is JSON of the sound track and
    // the side that somebody chose, null where nobody did.
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
      created_at INTEGER NOT NULL,
      sounds TEXT,
      facts_version INTEGER NOT NULL DEFAULT 0,
      heard TEXT
    ) STRICT`,
    `CREATE INDEX assets_by_facts ON assets (facts_version, created_at)`,
    // `number` orders takes by filing and is the row id that search refers to.
    // (job_id, job_part) makes filing repeatable: a job that is run through again finds its take filed. `arrival` is JSON;
    // null for a result that arrived whole and was kept unchanged.
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
      arrival TEXT,
      UNIQUE (job_id, job_part)
    ) STRICT`,
    `CREATE INDEX takes_by_project ON takes (project_id, number)`,
    `CREATE INDEX takes_by_kind ON takes (kind, number)`,
    `CREATE INDEX takes_by_line ON takes (line_id, number) WHERE line_id IS NOT NULL`,
    `CREATE INDEX takes_by_asset ON takes (asset_id)`,
    `CREATE INDEX takes_by_voice ON takes (model_id, voice, number)`,
    `CREATE INDEX takes_starred ON takes (number) WHERE is_starred = 1`,
    `CREATE INDEX takes_trashed ON takes (number) WHERE trashed_at IS NOT NULL`,
    `CREATE INDEX takes_with_arrival ON takes (number) WHERE arrival IS NOT NULL`,
    `CREATE INDEX takes_by_request ON takes (made_from) WHERE made_from IS NOT NULL`,
    // What a project's card counts.
    `CREATE INDEX takes_kept_by_project ON takes (project_id) WHERE trashed_at IS NULL`,
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
    `CREATE INDEX lines_by_chosen_take ON lines (chosen_take_id) WHERE chosen_take_id IS NOT NULL`,
    // A filed take is offered to every line that says the same.
    `CREATE INDEX lines_by_words ON lines (${trimmedText}) WHERE removed_at IS NULL`,
    `CREATE INDEX lines_removed ON lines (project_id) WHERE removed_at IS NOT NULL`,
    `CREATE INDEX lines_kept ON lines (project_id, position) WHERE removed_at IS NULL`,
    `CREATE INDEX lines_not_chosen ON lines (project_id) WHERE removed_at IS NULL AND chosen_take_id IS NULL`,
    `CREATE TABLE castings (
      project_id TEXT NOT NULL REFERENCES projects(id),
      speaker TEXT NOT NULL,
      model_id TEXT NOT NULL,
      fields TEXT NOT NULL,
      voice_id TEXT REFERENCES voices(id),
      PRIMARY KEY (project_id, speaker)
    ) STRICT`,
    `CREATE INDEX castings_by_voice ON castings (voice_id) WHERE voice_id IS NOT NULL`,
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
    // No query needs it since clips are rows of their own.
    `CREATE INDEX sequences_with_clips_inside ON sequences (project_id) WHERE instr(document, '"takeId"') > 0`,
    `CREATE INDEX sequences_trashed ON sequences (project_id) WHERE trashed_at IS NOT NULL`,
    // `made_by` is the page that edited; null for what no page did.
    `CREATE TABLE sequence_journal (
      sequence_id TEXT NOT NULL REFERENCES sequences(id),
      revision INTEGER NOT NULL,
      label TEXT NOT NULL,
      patches TEXT NOT NULL,
      inverse TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      kind TEXT NOT NULL DEFAULT 'older',
      of_revision INTEGER,
      made_by TEXT,
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
      created_at INTEGER NOT NULL,
      trashed_at INTEGER,
      log TEXT NOT NULL DEFAULT ''
    ) STRICT`,
    `CREATE INDEX deliveries_by_project ON deliveries (project_id, created_at)`,
    `CREATE INDEX deliveries_by_sequence ON deliveries (sequence_id)`,
    `CREATE INDEX deliveries_trashed ON deliveries (project_id) WHERE trashed_at IS NOT NULL`,
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
    `CREATE TABLE conversations (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      project_id TEXT REFERENCES projects(id),
      system TEXT NOT NULL DEFAULT '',
      open_message_id TEXT,
      created_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      trashed_at INTEGER
    ) STRICT`,
    `CREATE INDEX conversations_by_project ON conversations (project_id) WHERE project_id IS NOT NULL`,
    `CREATE INDEX conversations_trashed ON conversations (trashed_at) WHERE trashed_at IS NOT NULL`,
    // An answer is filed under its job; (job_id) makes filing repeatable.
    `CREATE TABLE messages (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations(id),
      parent_id TEXT REFERENCES messages(id),
      role TEXT NOT NULL,
      parts TEXT NOT NULL,
      reasoning TEXT NOT NULL DEFAULT '',
      state TEXT NOT NULL,
      model_id TEXT,
      job_id TEXT UNIQUE,
      usage TEXT,
      finish_reason TEXT,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX messages_by_conversation ON messages (conversation_id, created_at)`,
    // Before a row is deleted, SQLite looks for those that refer to it.
    `CREATE INDEX messages_by_parent ON messages (parent_id) WHERE parent_id IS NOT NULL`,
    // Chats that refer to files, and answers that are arriving.
    `CREATE INDEX messages_with_files ON messages (conversation_id) WHERE instr(parts, '"assetId"') > 0`,
    `CREATE INDEX messages_arriving ON messages (state) WHERE state = 'arriving'`,
    // The service's own answer is the take's asset; this is only what a person made of it.
    `CREATE TABLE transcripts (
      take_id TEXT PRIMARY KEY REFERENCES takes(id) ON DELETE CASCADE,
      document TEXT NOT NULL,
      changed_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE TABLE voices (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      clip_take_id TEXT NOT NULL REFERENCES takes(id),
      consent TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      trashed_at INTEGER
    ) STRICT`,
    `CREATE INDEX voices_by_clip ON voices (clip_take_id)`,
    `CREATE INDEX voices_trashed ON voices (trashed_at) WHERE trashed_at IS NOT NULL`,
    `CREATE TABLE registrations (
      voice_id TEXT NOT NULL REFERENCES voices(id),
      model_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      registered_as TEXT NOT NULL,
      job_id TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      is_refused INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (voice_id, model_id, account_id)
    ) STRICT`,
    `CREATE VIRTUAL TABLE takes_search USING fts5(words, content='', contentless_delete=1, tokenize='ascii')`,
    `CREATE TABLE snapshots (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      taken_at INTEGER NOT NULL,
      content TEXT NOT NULL,
      hash TEXT NOT NULL,
      picture_asset_id TEXT
    ) STRICT`,
    `CREATE INDEX snapshots_by_picture ON snapshots (picture_asset_id) WHERE picture_asset_id IS NOT NULL`,
    // All that is listed of a version itself, so that its content need not be passed over.
    `CREATE INDEX snapshots_listed ON snapshots (project_id, taken_at, id, picture_asset_id)`,
    // The highest place comes back first.
    `CREATE TABLE set_aside_corrections (
      take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      document TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      PRIMARY KEY (take_id, place)
    ) STRICT`,
    `CREATE TABLE project_takes (
      project_id TEXT NOT NULL REFERENCES projects(id),
      take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (project_id, take_id)
    ) STRICT`,
    // Where a take is used is asked for every take that is shown in full.
    `CREATE INDEX project_takes_by_take ON project_takes (take_id)`,
    // A picture outlives its lines: a removed one may be restored. `line_ids` is JSON.
    `CREATE TABLE storyboard (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id),
      line_ids TEXT NOT NULL,
      prompt TEXT NOT NULL DEFAULT '',
      motion_prompt TEXT NOT NULL DEFAULT '',
      still_take_id TEXT REFERENCES takes(id) ON DELETE SET NULL,
      still_is_given INTEGER NOT NULL DEFAULT 0,
      shot_take_id TEXT REFERENCES takes(id) ON DELETE SET NULL,
      shot_is_given INTEGER NOT NULL DEFAULT 0,
      changed_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX storyboard_by_project ON storyboard (project_id)`,
    `CREATE INDEX storyboard_by_still ON storyboard (still_take_id) WHERE still_take_id IS NOT NULL`,
    `CREATE INDEX storyboard_by_shot ON storyboard (shot_take_id) WHERE shot_take_id IS NOT NULL`,
    // Models with their values, and the last suggestion, are JSON.
    `CREATE TABLE storyboard_looks (
      project_id TEXT PRIMARY KEY REFERENCES projects(id),
      style TEXT NOT NULL DEFAULT '',
      reference_take_id TEXT REFERENCES takes(id) ON DELETE SET NULL,
      still TEXT NOT NULL,
      shot TEXT NOT NULL,
      suggestion TEXT
    ) STRICT`,
    `CREATE INDEX storyboard_looks_by_reference ON storyboard_looks (reference_take_id) WHERE reference_take_id IS NOT NULL`,
    `CREATE TABLE sequence_clips (
      sequence_id TEXT NOT NULL REFERENCES sequences(id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      track_id TEXT NOT NULL,
      take_id TEXT,
      line_id TEXT,
      clip TEXT NOT NULL,
      PRIMARY KEY (sequence_id, id)
    ) STRICT`,
    `CREATE INDEX sequence_clips_by_take ON sequence_clips (take_id) WHERE take_id IS NOT NULL`,
    `CREATE INDEX sequence_clips_by_line ON sequence_clips (line_id) WHERE line_id IS NOT NULL`,
    `CREATE TABLE speaker_colours (
      project_id TEXT NOT NULL REFERENCES projects(id),
      speaker TEXT NOT NULL,
      colour TEXT NOT NULL,
      is_chosen INTEGER NOT NULL,
      PRIMARY KEY (project_id, speaker)
    ) STRICT`,
    // A change that a page asks for again, because its answer was lost, is known by its id.
    `CREATE TABLE done_changes (id TEXT PRIMARY KEY, done_at INTEGER NOT NULL) STRICT`,
    `CREATE INDEX done_changes_by_time ON done_changes (done_at)`,
    // Lists of ids, and the castings, are JSON.
    `CREATE TABLE snapshot_summaries (
      snapshot_id TEXT PRIMARY KEY REFERENCES snapshots(id) ON DELETE CASCADE,
      line_count INTEGER NOT NULL,
      made_count INTEGER NOT NULL,
      sequence_count INTEGER NOT NULL,
      take_ids TEXT NOT NULL,
      other_take_ids TEXT NOT NULL,
      castings TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE delivery_choices (
      project_id TEXT PRIMARY KEY NOT NULL REFERENCES projects(id),
      cover_take_id TEXT,
      choices TEXT NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX delivery_choices_by_cover ON delivery_choices (cover_take_id) WHERE cover_take_id IS NOT NULL`,
  ],
}
