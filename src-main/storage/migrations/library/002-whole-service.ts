/** What the whole service needs: own models, conversations, transcripts, voices and their registrations. */
import type { Migration } from '../../migrate.ts'

export const wholeService: Migration = {
  version: 2,
  name: 'whole-service',
  statements: [
    `CREATE TABLE models (
      id TEXT PRIMARY KEY,
      model TEXT NOT NULL,
      changed_at INTEGER NOT NULL
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
  ],
}
