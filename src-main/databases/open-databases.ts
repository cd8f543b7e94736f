/**
 * Opens the two databases of a studio. The ledger is looked at before anything is done by it: what a damaged one says of
 * what was sent cannot be trusted, so it is put together again first. The library may be damaged and opens nevertheless.
 */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { WatchedLedger } from '../jobs/detect-ledger-damage.ts'
import type { LedgerDamage } from '../jobs/recover-ledger.ts'
import type { Library } from '../library/open-library.ts'
import type { Database } from '../storage/database.ts'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { detectLedgerDamage } from '../jobs/detect-ledger-damage.ts'
import { damageOf, detectMissingLedger, finishReplacement, lookAtLog, recoverLedger } from '../jobs/recover-ledger.ts'
import { openLibrary } from '../library/open-library.ts'
import { openDatabase } from '../storage/database.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { whyItCannotOpen } from './cannot-open.ts'
import { hasHistory, hasHistoryBesideLedger } from './history.ts'

export interface OpenedDatabases {
  readonly ledger: WatchedLedger
  readonly library: Library
}

export interface OpenPlaces {
  readonly folder: string
  readonly looksBeside: boolean
  /** What a closer look at the ledger found, which is put right then too. */
  readonly found?: LedgerDamage | null
  readonly clock: Clock
  readonly log: Log
}

/** @throws CannotOpenStudio with a sentence */
export async function openDatabases({ folder, looksBeside, found = null, clock, log }: OpenPlaces): Promise<OpenedDatabases> {
  let library: Library | undefined
  const libraryBeside = async (ledger: Database): Promise<Library> => {
    const hasBeenUsed = await hasHistory(ledger, join(folder, 'assets'))
    try {
      return library ??= await openLibrary({ folder, hasHistory: hasBeenUsed, looksBeside, clock, log })
    }
    catch (thrown) {
      throw whyItCannotOpen(thrown, folder, 'library.db')
    }
  }
  try {
    await finishReplacement(folder)
    const whole = found ?? await openWhole(folder, clock, libraryBeside)
    const damage = 'trouble' in whole ? whole : null
    if (damage !== null)
      await recoverLedger(damage, { folder, clock, log, library: libraryBeside })
    const ledger = 'trouble' in whole ? await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations, clock }) : whole
    return { ledger: detectLedgerDamage(ledger), library: await libraryBeside(ledger) }
  }
  catch (thrown) {
    await library?.close()
    throw whyItCannotOpen(thrown, folder, 'ledger.db')
  }
}

/** The ledger when it is sound, else what befell it; then nothing has it open. */
async function openWhole(folder: string, clock: Clock, libraryBeside: (ledger: Database) => Promise<Library>): Promise<Database | LedgerDamage> {
  const plain = detectMissingLedger(folder, await hasHistoryBesideLedger(folder)) ?? await lookAtLog(folder)
  if (plain)
    return plain
  const path = join(folder, 'ledger.db')
  // After a kill, opening looks at the file itself.
  const wasKilled = await stat(`${path}-wal`).then(({ size }) => size > 0, () => false)
  let ledger: Database | undefined
  try {
    ledger = await openDatabase(path, { migrations: ledgerMigrations, clock })
    // What the library asks the ledger comes before the look, which takes its time in a large one.
    const [, [said]] = await Promise.all([libraryBeside(ledger), wasKilled ? [] : ledger.look()])
    if (said === undefined)
      return ledger
    await ledger.close()
    return { trouble: 'damaged', said }
  }
  catch (error) {
    await ledger?.close()
    return damageOf(error)
  }
}
