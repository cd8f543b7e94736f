/** Files, takes with their search and tags, collections, checks, transcripts, voices. */

export const takesTables: readonly string[] = [
  // `facts_version` is the version of the program that measured the file and made its poster; `heard` is JSON of the sound track and
  // the side that somebody chose, null where nobody did. `content_id` is the hash of the file without the settings that were written into
  // it: files of the same content have the same one. Null for a file without settings.
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
    heard TEXT,
    content_id TEXT
  ) STRICT`,
  `CREATE INDEX assets_by_facts ON assets (facts_version, created_at)`,
  `CREATE INDEX assets_by_length ON assets (duration_seconds) WHERE duration_seconds IS NOT NULL`,
  `CREATE INDEX assets_missing ON assets (id) WHERE is_missing = 1`,
  `CREATE INDEX assets_of_content ON assets (content_id, id) WHERE content_id IS NOT NULL`,
  `CREATE TABLE luts (
    asset_id TEXT PRIMARY KEY REFERENCES assets(id),
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    size INTEGER NOT NULL,
    is_listed INTEGER NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT`,
  // `number` orders takes by filing and is the row id that search refers to.
  // (job_id, job_part) makes filing repeatable: a job that is run through again finds its take filed. `arrival` is JSON;
  // null for a result that arrived whole and was kept unchanged.
  // `title` follows from the request or the file; `name` is what a person calls it, empty where it has none. `marks` is JSON of the in and
  // out point; null where neither is set. `stack` is equal for takes of one stack, 0 for a take of none, and null until it is computed.
  // `check_of` is the take that a check has heard; null for all that are no check. Once it is deleted, a check that was kept is a take of
  // its own.
  `CREATE TABLE takes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    medium TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
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
    marks TEXT,
    stack INTEGER,
    check_of TEXT REFERENCES takes(id) ON DELETE SET NULL,
    UNIQUE (job_id, job_part)
  ) STRICT`,
  `CREATE INDEX takes_by_project ON takes (project_id, number)`,
  `CREATE INDEX takes_by_kind ON takes (kind, number)`,
  `CREATE INDEX takes_by_line ON takes (line_id, number) WHERE line_id IS NOT NULL`,
  // How many takes outside of the trash a file has follows from the index alone.
  `CREATE INDEX takes_by_asset ON takes (asset_id, trashed_at)`,
  `CREATE INDEX takes_by_voice ON takes (model_id, voice, number)`,
  `CREATE INDEX takes_starred ON takes (number) WHERE is_starred = 1`,
  `CREATE INDEX takes_trashed ON takes (number) WHERE trashed_at IS NOT NULL`,
  `CREATE INDEX takes_with_arrival ON takes (number) WHERE arrival IS NOT NULL`,
  `CREATE INDEX takes_by_request ON takes (made_from) WHERE made_from IS NOT NULL`,
  // The number of takes of a project is read with every list of projects.
  `CREATE INDEX takes_kept_by_project ON takes (project_id) WHERE trashed_at IS NULL AND check_of IS NULL`,
  // All voices that takes have, and the takes of one, whichever model made them.
  `CREATE INDEX takes_by_spoken_voice ON takes (voice, number) WHERE voice IS NOT NULL`,
  `CREATE INDEX takes_by_model ON takes (model_id, number) WHERE model_id IS NOT NULL`,
  `CREATE INDEX takes_by_time ON takes (taken_at, number)`,
  `CREATE INDEX takes_of_practice ON takes (number) WHERE is_practice = 1`,
  `CREATE INDEX takes_by_stack ON takes (stack, number) WHERE stack > 0`,
  `CREATE INDEX takes_without_stack ON takes (number) WHERE stack IS NULL`,
  // What lists leave out, and how many of them are in the trash, follows from the index alone.
  `CREATE INDEX takes_by_check ON takes (check_of, trashed_at) WHERE check_of IS NOT NULL`,
  // The rows of a take are in the order in which its tags were added.
  `CREATE TABLE take_tags (
    take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (take_id, tag)
  ) STRICT`,
  `CREATE INDEX take_tags_by_tag ON take_tags (tag, take_id)`,
  `CREATE VIRTUAL TABLE takes_search USING fts5(words, content='', contentless_delete=1, tokenize='ascii')`,
  // `findings` is what had been found then: anything else is told again.
  `CREATE TABLE right_takes (
    take_id TEXT PRIMARY KEY REFERENCES takes(id) ON DELETE CASCADE,
    findings TEXT NOT NULL
  ) STRICT`,
  // `findings` is what differed then: anything else is told again.
  `CREATE TABLE accepted_drift (
    take_id TEXT PRIMARY KEY REFERENCES takes(id) ON DELETE CASCADE,
    findings TEXT NOT NULL
  ) STRICT`,
  // A removed one keeps its takes, so that undo is one row, however many they are.
  `CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT`,
  // `place` is that in the order by hand: see `library/places.ts`.
  `CREATE TABLE collection_takes (
    collection_id TEXT NOT NULL REFERENCES collections(id),
    take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
    added_at INTEGER NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (collection_id, take_id)
  ) STRICT`,
  `CREATE INDEX collection_takes_by_take ON collection_takes (take_id, collection_id)`,
  `CREATE INDEX collection_takes_by_place ON collection_takes (collection_id, place, take_id)`,
  // `sort` is by what, and `is_ascending` which way.
  `CREATE TABLE saved_searches (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    sort TEXT NOT NULL,
    is_ascending INTEGER NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT`,
  // The service's own answer is the take's asset; this is only what a person made of it.
  `CREATE TABLE transcripts (
    take_id TEXT PRIMARY KEY REFERENCES takes(id) ON DELETE CASCADE,
    document TEXT NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT`,
  // The highest place comes back first.
  `CREATE TABLE set_aside_corrections (
    take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    document TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (take_id, place)
  ) STRICT`,
  // `tags` is a JSON list of texts. `folder` is empty where a voice is in none.
  `CREATE TABLE voices (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    clip_take_id TEXT NOT NULL REFERENCES takes(id),
    consent TEXT NOT NULL,
    language TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '[]',
    notes TEXT NOT NULL DEFAULT '',
    folder TEXT NOT NULL DEFAULT '',
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
]
