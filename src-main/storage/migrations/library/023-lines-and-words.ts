/** Lines that are kept without being spoken, that are locked or muted, and how words are pronounced. */
import type { Migration } from '../../migrate.ts'

export const linesAndWords: Migration = {
  version: 23,
  name: 'lines and words',
  statements: [
    `ALTER TABLE lines ADD COLUMN role TEXT NOT NULL DEFAULT 'speech'`,
    `ALTER TABLE lines ADD COLUMN is_locked INTEGER NOT NULL DEFAULT 0`,
    `ALTER TABLE lines ADD COLUMN is_muted INTEGER NOT NULL DEFAULT 0`,
    // Until now a direction was a line without a speaker and a text. A scene heading still is.
    `UPDATE lines SET role = 'direction', text = direction, direction = ''
      WHERE speaker = '' AND text = '' AND direction <> '' AND direction NOT LIKE '# %'`,
    // Without a project, an entry is of the whole studio.
    `CREATE TABLE pronunciations (
      id TEXT PRIMARY KEY,
      project_id TEXT REFERENCES projects(id),
      word TEXT NOT NULL,
      language TEXT NOT NULL,
      alias TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX pronunciations_by_project ON pronunciations (project_id)`,
  ],
}
