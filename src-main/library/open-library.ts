/**
 * Opens the library, sound or damaged. A damaged file is never written to: what can be read of it is copied into a
 * recovery copy, which answers every query from then on, while every change is refused with a fault. A repair puts the
 * recovery copy in the file's place and keeps the damaged file.
 */
import type { LibraryTrouble } from '#contract/studio.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database, Recovery } from '../storage/database.ts'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { createRecorder } from '../journal/recorder.ts'
import { inLibrary } from '../journal/step-rows.ts'
import { openDatabase, quickCheck, recoverDatabase } from '../storage/database.ts'
import { keptPathOf, replaceDatabase } from '../storage/keep-damaged.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { StorageError } from '../storage/storage-error.ts'
import { repairStatements } from './repair.ts'
import { rebuildSearch } from './search-index.ts'

export interface LibraryDamage {
  readonly trouble: LibraryTrouble
  /** SQLite's own message. */
  readonly said: string
}

export interface Library extends Database {
  /** Null while it is sound. */
  readonly damage: () => LibraryDamage | null
  /** What the recovery copy contains; undefined while the library is sound. */
  readonly recovered: () => Recovery | undefined
  /** Called whenever the library turns from sound to damaged or back. */
  readonly onTurn: (listener: () => void) => void
  /**
   * Puts the recovery copy in the damaged file's place, once for all who ask meanwhile. Returns where the damaged file is kept, null when
   * the library is sound.
   */
  readonly repair: () => Promise<string | null>
}

export interface LibraryPlaces {
  /** The studio folder. */
  readonly folder: string
  /** Whether this studio was used before. A missing file is then damage, and not a new studio. */
  readonly hasHistory: boolean
  /** Whether the file is checked while the library is in use already, or before it is opened. */
  readonly checksInBackground: boolean
  readonly clock: Clock
  readonly log: Log
}

/** @throws StorageError other than 'corrupt' */
export async function openLibrary({ folder, hasHistory, checksInBackground, clock, log }: LibraryPlaces): Promise<Library> {
  const path = join(folder, 'library.db')
  const recoveryPath = join(folder, 'work', 'shelf.db')
  const recorder = createRecorder(inLibrary, clock.now)
  const listeners = new Set<() => void>()
  let damage: LibraryDamage | null = null
  let recovered: Recovery | undefined
  let isClosed = false
  /** The damaged file is closed. */
  let released: Promise<unknown> = Promise.resolve()
  let repairing: Promise<string | null> | null = null
  /** The library itself, or the recovery copy once there is one. */
  let current: Promise<Database>

  function turn(): void {
    for (const listener of listeners)
      listener()
  }

  async function openRecoveryCopy(): Promise<Database> {
    recovered = await recoverDatabase({
      path,
      targetPath: recoveryPath,
      migrations: libraryMigrations,
      repairs: repairStatements,
      nowMs: clock.now(),
    })
    const copy = await openDatabase(recoveryPath, { migrations: libraryMigrations, clock })
    await rebuildSearch(copy)
    log.warn('library-read-only', { trouble: damage?.trouble, said: damage?.said, recovered })
    return copy
  }

  function switchToRecovery(found: LibraryDamage): void {
    if (damage !== null || isClosed)
      return
    damage = found
    const before = current
    current = openRecoveryCopy()
    // The damaged file is closed once its queries have ended. When the recovery copy cannot be made, the next query throws.
    released = current.then(async () => (await before).close())
      .catch(error => log.error('library-recovery-failed', { error }))
      .finally(turn)
  }

  /** Runs a query, and again on the recovery copy when this query finds the damage. */
  async function ask<T>(question: (db: Database) => Promise<T>): Promise<T> {
    const db = await current
    try {
      return await question(db)
    }
    catch (error) {
      const isOld = db !== await current.catch(() => db)
      if (isDamage(error))
        switchToRecovery({ trouble: 'damaged', said: error.message })
      else if (!isOld)
        throw error
      return question(await current)
    }
  }

  /** A change that meets damage is not repeated on the recovery copy: its caller must learn that it failed. */
  async function change<T>(work: (db: Database) => Promise<T>): Promise<T> {
    refuse()
    try {
      return await work(await current)
    }
    catch (error) {
      if (isDamage(error))
        switchToRecovery({ trouble: 'damaged', said: error.message })
      refuse(error)
      throw error
    }
  }

  function refuse(cause?: unknown): void {
    if (damage !== null)
      throw new Fault('library-read-only', { trouble: damage.trouble }, { cause })
  }

  /** Queries wait meanwhile. When the file cannot be replaced, they are answered by another recovery copy. */
  async function repair(): Promise<string | null> {
    if (damage === null)
      return null
    const copy = await current
    // Closing it later would take the log of the new file along.
    await released
    let kept: string | null = null
    const replaced = copy.close().then(async () => {
      const keptPath = await replaceDatabase(path, recoveryPath, keptPathOf(path, clock.now()))
      kept = existsSync(keptPath) ? keptPath : null
      return openLibraryFile()
    })
    current = replaced.catch(openRecoveryCopy)
    await current
    await replaced
    damage = null
    recovered = undefined
    log.info('library-repaired', { kept })
    turn()
    return kept
  }

  function openLibraryFile(): Promise<Database> {
    return openDatabase(path, { migrations: libraryMigrations, clock, marksChanges: true, recorder })
  }

  const found = whatIsGone(path, hasHistory) ?? await whyNotOpen(async () => {
    if (!checksInBackground && existsSync(path))
      await refuseDamaged(path)
    current = Promise.resolve(await openLibraryFile())
  })
  if (found) {
    damage = found
    current = openRecoveryCopy()
    await current
  }
  else if (checksInBackground) {
    // After an orderly close the file is not checked when it is opened, so it is checked while the library is in use.
    quickCheck(path).then(([said]) => said, damageOf).then(said => said !== undefined
      && switchToRecovery({ trouble: 'damaged', said }), error => log.warn('library-check-failed', { error }))
  }

  return {
    path,
    isReadOnly: false,
    damage: () => damage,
    recovered: () => recovered,
    onTurn: listener => void listeners.add(listener),
    all: query => ask(db => db.all(query)),
    get: query => ask(db => db.get(query)),
    check: () => ask(db => db.check()),
    look: () => ask(db => db.look()),
    vacuumInto: targetPath => ask(db => db.vacuumInto(targetPath)),
    run: query => change(db => db.run(query)),
    transaction: work => change(db => db.transaction(work)),
    repair: () => repairing ??= repair().finally(() => repairing = null),
    async close() {
      isClosed = true
      await (await current).close()
    },
  }
}

function isDamage(error: unknown): error is StorageError {
  return error instanceof StorageError && error.kind === 'corrupt'
}

async function refuseDamaged(path: string): Promise<void> {
  const [said] = await quickCheck(path)
  if (said !== undefined)
    throw new StorageError('corrupt', said)
}

/** Some damage is in the report of the check, some makes the check itself fail. */
function damageOf(error: unknown): string {
  if (!isDamage(error))
    throw error
  return error.message
}

/** An empty file would be opened as a new library, and everything would seem to be lost. */
function whatIsGone(path: string, hasHistory: boolean): LibraryDamage | null {
  const isThere = existsSync(path) && statSync(path).size > 0
  return isThere || !hasHistory ? null : { trouble: 'missing', said: '' }
}

async function whyNotOpen(open: () => Promise<void>): Promise<LibraryDamage | null> {
  try {
    await open()
    return null
  }
  catch (error) {
    if (!isDamage(error))
      throw error
    return { trouble: 'damaged', said: error.message }
  }
}
