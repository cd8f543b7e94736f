/** Which transcripts are checks: made by listening back to a take, and a part of that take. */
import type { Migration } from '../../migrate.ts'

export const checks: Migration = {
  version: 39,
  name: 'checks',
  statements: [
    // The take that was heard; NULL for all that are no check. Once it is deleted, a check that was kept is a take of its own. Checks of earlier
    // versions are found by their jobs, which are in the ledger: see `make/older-checks.ts`.
    `ALTER TABLE takes ADD COLUMN check_of TEXT REFERENCES takes(id) ON DELETE SET NULL`,
    // What lists leave out, and how many of them are in the trash, follows from the index alone.
    `CREATE INDEX takes_by_check ON takes (check_of, trashed_at) WHERE check_of IS NOT NULL`,
    // The number of takes of a project is read with every list of projects.
    `DROP INDEX takes_kept_by_project`,
    `CREATE INDEX takes_kept_by_project ON takes (project_id) WHERE trashed_at IS NULL AND check_of IS NULL`,
  ],
}
