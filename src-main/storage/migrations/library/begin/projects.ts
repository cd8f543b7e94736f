/** Projects with what they take from the library, script, castings, storyboard, versions and chats. */
import { trimmedText } from '../../../trimmed-text.ts'

export const projectsTables: readonly string[] = [
  // `folder` is empty where it is in none. The cover is no reference: one that is deleted permanently is none. `template_at` is since when a
  // project is kept as a template; null for one that a person works in.
  `CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    is_sample INTEGER NOT NULL DEFAULT 0,
    folder TEXT NOT NULL DEFAULT '',
    cover_take_id TEXT,
    archived_at INTEGER,
    template_at INTEGER,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    trashed_at INTEGER
  ) STRICT`,
  `CREATE INDEX projects_trashed ON projects (trashed_at) WHERE trashed_at IS NOT NULL`,
  `CREATE TABLE project_takes (
    project_id TEXT NOT NULL REFERENCES projects(id),
    take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, take_id)
  ) STRICT`,
  // Where a take is used is asked for every take that is shown in full.
  `CREATE INDEX project_takes_by_take ON project_takes (take_id)`,
  // `language` is null where a line follows its speaker and script.
  `CREATE TABLE lines (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects(id),
    position INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    direction TEXT NOT NULL DEFAULT '',
    pause_seconds REAL NOT NULL DEFAULT 0.35,
    role TEXT NOT NULL DEFAULT 'speech',
    is_locked INTEGER NOT NULL DEFAULT 0,
    is_muted INTEGER NOT NULL DEFAULT 0,
    language TEXT,
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
  // Without a project, an entry is of the whole studio.
  `CREATE TABLE pronunciations (
    id TEXT PRIMARY KEY,
    project_id TEXT REFERENCES projects(id),
    word TEXT NOT NULL,
    language TEXT NOT NULL,
    alias TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX pronunciations_by_project ON pronunciations (project_id)`,
  // `whose` is script or speaker; a script has no name.
  `CREATE TABLE script_languages (
    project_id TEXT NOT NULL REFERENCES projects(id),
    whose TEXT NOT NULL,
    speaker TEXT NOT NULL,
    language TEXT NOT NULL,
    PRIMARY KEY (project_id, whose, speaker)
  ) STRICT`,
  `CREATE TABLE castings (
    project_id TEXT NOT NULL REFERENCES projects(id),
    speaker TEXT NOT NULL,
    model_id TEXT NOT NULL,
    fields TEXT NOT NULL,
    voice_id TEXT REFERENCES voices(id),
    PRIMARY KEY (project_id, speaker)
  ) STRICT`,
  `CREATE INDEX castings_by_voice ON castings (voice_id) WHERE voice_id IS NOT NULL`,
  // The chain is JSON.
  `CREATE TABLE speaker_tones (
    project_id TEXT NOT NULL REFERENCES projects(id),
    speaker TEXT NOT NULL,
    chain TEXT NOT NULL,
    PRIMARY KEY (project_id, speaker)
  ) STRICT`,
  // A row of its own: a speaker may have an anchor without a chain of filters, and it is gone with its take.
  `CREATE TABLE speaker_anchors (
    project_id TEXT NOT NULL REFERENCES projects(id),
    speaker TEXT NOT NULL,
    take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
    PRIMARY KEY (project_id, speaker)
  ) STRICT`,
  `CREATE INDEX speaker_anchors_take ON speaker_anchors (take_id)`,
  `CREATE TABLE speaker_colours (
    project_id TEXT NOT NULL REFERENCES projects(id),
    speaker TEXT NOT NULL,
    colour TEXT NOT NULL,
    is_chosen INTEGER NOT NULL,
    PRIMARY KEY (project_id, speaker)
  ) STRICT`,
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
  // Without a project, it is of the whole studio.
  `CREATE TABLE shelf (
    id TEXT PRIMARY KEY,
    project_id TEXT REFERENCES projects(id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    words TEXT NOT NULL,
    take_ids TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX shelf_of_project ON shelf (project_id)`,
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
]
