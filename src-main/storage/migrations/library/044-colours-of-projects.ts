/** A project has a colour that a person chose; null is one that follows from its id. */
import type { Migration } from '../../migrate.ts'

export const coloursOfProjects: Migration = {
  version: 44,
  name: 'colours of projects',
  statements: ['ALTER TABLE projects ADD COLUMN colour TEXT'],
}
