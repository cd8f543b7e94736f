/**
 * The ledger's migrations in order. The first makes a new file, and older files are refused. An entry is never edited once released; the
 * next change is the next number.
 */
import type { Migration } from '../../migrate.ts'
import { begin } from './011-begin.ts'
import { journal } from './012-journal.ts'
import { intoClip } from './013-into-clip.ts'
import { intoLine } from './014-into-line.ts'
import { alsoLines } from './015-also-lines.ts'
import { whatResultsCost } from './016-what-results-cost.ts'

export const ledgerMigrations: readonly Migration[] = [
  begin,
  journal,
  intoClip,
  intoLine,
  alsoLines,
  whatResultsCost,
]
