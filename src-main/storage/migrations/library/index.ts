/**
 * The library's migrations in order. The first makes a new file, and older files are refused. An entry is never edited once released; the
 * next change is the next number.
 */
import type { Migration } from '../../migrate.ts'
import { begin } from './041-begin.ts'
import { startsOfTracks } from './042-starts-of-tracks.ts'
import { drawsAndFormerIds } from './043-draws-and-former-ids.ts'
import { coloursOfProjects } from './044-colours-of-projects.ts'

export const libraryMigrations: readonly Migration[] = [begin, startsOfTracks, drawsAndFormerIds, coloursOfProjects]
