/**
 * Opens the two databases of a studio. The ledger is checked before it is used: a damaged one cannot be trusted about what
 * was sent, so it is recovered first. A damaged library opens read-only.
 */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { WatchedLedger } from '../jobs/detect-ledger-damage.ts'
import type { Library } from '../library/open-library.ts'
import type { Database } from '../storage/database.ts'
import type { LedgerDamage } from './recover-ledger.ts'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { detectLedgerDamage } from '../jobs/detect-ledger-damage.ts'
import { createRecorder } from '../journal/recorder.ts'
import { inLedger } from '../journal/step-rows.ts'
import { openLibrary } from '../library/open-library.ts'
import { openDatabase } from '../storage/database.ts'
import { finishReplacement } from '../storage/keep-damaged.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { explainOpenError } from './cannot-open.ts'
import { hasHistory, hasHistoryBesideLedger } from './history.ts'
import { damageOf, detectMissingLedger, lookAtLog, recoverLedger } from './recover-ledger.ts'

export interface OpenedDatabases {
  readonly ledger: WatchedLedger
  readonly library: Library
}

export interface OpenOptions {
  readonly folder: string
  readonly checksInBackground: boolean
  /** Damage found by a closer check of the ledger, repaired here as well. */
  readonly found?: LedgerDamage | null
  readonly clock: Clock
  readonly log: Log
}

/** @throws CannotOpenStudio */
export async function openDatabases({ folder, checksInBackground, found = null, clock, log }: OpenOptions): Promise<OpenedDatabases> {
  let library: Library | undefined
  const libraryBeside = async (ledger: Database): Promise<Library> => {
    const hasBeenUsed = await hasHistory(ledger, join(folder, 'assets'))
    try {
      return library ??= await openLibrary({ folder, hasHistory: hasBeenUsed, checksInBackground, clock, log })
    }
    catch (thrown) {
      throw explainOpenError(thrown, folder, 'library.db')
    }
  }
  try {
    await finishReplacement(join(folder, 'ledger.db'))
    await finishReplacement(join(folder, 'library.db'))
    const whole = found ?? await openIfSound(folder, clock, libraryBeside)
    const damage = 'trouble' in whole ? whole : null
    if (damage !== null)
      await recoverLedger(damage, { folder, clock, log, library: libraryBeside })
    const ledger = 'trouble' in whole ? await openLedgerFile(folder, clock) : whole
    return { ledger: detectLedgerDamage(ledger), library: await libraryBeside(ledger) }
  }
  catch (thrown) {
    await library?.close()
    throw explainOpenError(thrown, folder, 'ledger.db')
  }
}

function openLedgerFile(folder: string, clock: Clock): Promise<Database> {
  const recorder = createRecorder(inLedger, clock.now)
  return openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations, clock, recorder })
}

/** Opens a sound ledger; otherwise returns its damage and leaves it closed. */
async function openIfSound(
  folder: string,
  clock: Clock,
  libraryBeside: (ledger: Database) => Promise<Library>,
): Promise<Database | LedgerDamage> {
  const plain = detectMissingLedger(folder, await hasHistoryBesideLedger(folder)) ?? await lookAtLog(folder)
  if (plain)
    return plain
  const path = join(folder, 'ledger.db')
  // After a crash, opening checks the file itself.
  const wasKilled = await stat(`${path}-wal`).then(({ size }) => size > 0, () => false)
  let ledger: Database | undefined
  try {
    ledger = await openLedgerFile(folder, clock)
    // The library's questions come first: checking a large ledger takes a while.
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
