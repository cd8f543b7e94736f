/**
 * Detects damage in the ledger's file while it is in use: calls fail with a fault and listeners are notified. It is repaired at the next
 * start.
 */
import type { Database } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { StorageError } from '../storage/storage-error.ts'

export interface WatchedLedger extends Database {
  /** SQLite's message; null while nothing was found. */
  readonly damage: () => string | null
  /** Called once, at the first sign of damage. */
  readonly onDamage: (listener: () => void) => void
}

export function detectLedgerDamage(db: Database): WatchedLedger {
  const listeners = new Set<() => void>()
  let said: string | null = null

  async function detect<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    }
    catch (error) {
      if (!(error instanceof StorageError && error.kind === 'corrupt'))
        throw error
      if (said === null) {
        said = error.message
        listeners.forEach(listener => listener())
      }
      throw new Fault('ledger-damaged', { said: error.message }, { cause: error })
    }
  }
  return {
    path: db.path,
    isReadOnly: db.isReadOnly,
    damage: () => said,
    onDamage: listener => void listeners.add(listener),
    all: query => detect(() => db.all(query)),
    get: query => detect(() => db.get(query)),
    run: query => detect(() => db.run(query)),
    transaction: work => detect(() => db.transaction(work)),
    vacuumInto: targetPath => detect(() => db.vacuumInto(targetPath)),
    check: () => db.check(),
    look: () => db.look(),
    close: () => db.close(),
  }
}
