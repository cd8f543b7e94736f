/** All tables of the library. */
import type { Migration } from '../../migrate.ts'
import { projectsTables } from './begin/projects.ts'
import { sequencesTables } from './begin/sequences.ts'
import { studioTables } from './begin/studio.ts'
import { takesTables } from './begin/takes.ts'

export const begin: Migration = {
  version: 41,
  name: 'begin',
  statements: [...projectsTables, ...takesTables, ...sequencesTables, ...studioTables],
}
