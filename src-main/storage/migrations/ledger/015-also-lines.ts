/** Other lines that a take is for, with the take that each used when it was asked for: JSON, null for none and once they use it. */
import type { Migration } from '../../migrate.ts'

export const alsoLines: Migration = {
  version: 15,
  name: 'also-lines',
  statements: [`ALTER TABLE jobs ADD COLUMN also_lines TEXT`],
}
