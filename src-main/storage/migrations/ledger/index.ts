/**
 * The ledger's migrations in order. The first makes a new file, and older files are refused. An entry is never edited once released; the
 * next change is the next number.
 */
import type { Migration } from '../../migrate.ts'
import { begin } from './016-begin.ts'
import { recoveries } from './017-recoveries.ts'
import { keysToRemove } from './018-keys-to-remove.ts'

export const ledgerMigrations: readonly Migration[] = [begin, recoveries, keysToRemove]
