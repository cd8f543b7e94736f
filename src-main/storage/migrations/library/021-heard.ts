/** What is heard of a file, where somebody chose a sound track or a side: kept for the file, so that every take of it sounds the same. */
import type { Migration } from '../../migrate.ts'

export const heard: Migration = {
  version: 21,
  name: 'heard',
  statements: [`ALTER TABLE assets ADD COLUMN heard TEXT`],
}
