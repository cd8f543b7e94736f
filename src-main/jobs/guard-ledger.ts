/** A ledger in whose file damage shows while it is in use says so by a fault, and to whoever listens; nothing of it is put right before the next start. */
import type { Database } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { StorageError } from '../storage/storage-error.ts'

export interface GuardedLedger extends Database {
  /** SQLite's words; null while nothing was found. */
  readonly damage: () => string | null
  /** Called once, at the first sign of damage. */
  readonly onDamage: (listener: () => void) => void
}

export function guardLedger(db: Database): GuardedLedger {
  const listeners = new Set<() => void>()
  let said: string | null = null

  async function guard<T>(ask: () => Promise<T>): Promise<T> {
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
    all: query => guard(() => db.all(query)),
    get: query => guard(() => db.get(query)),
    run: query => guard(() => db.run(query)),
    transaction: work => guard(() => db.transaction(work)),
    vacuumInto: targetPath => guard(() => db.vacuumInto(targetPath)),
    check: () => db.check(),
    look: () => db.look(),
    close: () => db.close(),
  }
}
