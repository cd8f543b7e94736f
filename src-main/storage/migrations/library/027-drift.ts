/** The take that those of a speaker are compared with, and takes that differ and are right as they are. */
import type { Migration } from '../../migrate.ts'

export const drift: Migration = {
  version: 27,
  name: 'drift',
  statements: [
    // A row of its own: a speaker may have an anchor without a chain of filters, and it is gone with its take.
    `CREATE TABLE speaker_anchors (
      project_id TEXT NOT NULL REFERENCES projects(id),
      speaker TEXT NOT NULL,
      take_id TEXT NOT NULL REFERENCES takes(id) ON DELETE CASCADE,
      PRIMARY KEY (project_id, speaker)
    ) STRICT`,
    `CREATE INDEX speaker_anchors_take ON speaker_anchors (take_id)`,
    // `findings` is what differed then: anything else is told again.
    `CREATE TABLE accepted_drift (
      take_id TEXT PRIMARY KEY REFERENCES takes(id) ON DELETE CASCADE,
      findings TEXT NOT NULL
    ) STRICT`,
  ],
}
