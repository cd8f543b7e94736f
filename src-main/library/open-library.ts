/**
 * Opens the library, whole or not. A damaged one is never written to: whatever of it can be read is read into a shelf
 * beside it, which answers every question from then on, while every change is refused by a fault. Repairing it puts the
 * shelf in its place and keeps the damaged file.
 */
import type { LibraryTrouble } from '#contract/studio.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database, Recovery } from '../storage/database.ts'
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { placeFile } from '../base/atomic-file.ts'
import { lookAtDatabase, openDatabase, recoverDatabase } from '../storage/database.ts'
import { moveAside } from '../storage/keep-damaged.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { StorageError } from '../storage/storage-error.ts'
import { mendStatements } from './repair.ts'
import { rebuildSearch } from './search-index.ts'

export interface LibraryDamage {
  readonly trouble: LibraryTrouble
  /** SQLite's words, for whoever can read them. */
  readonly said: string
}

export interface Library extends Database {
  /** Null while it is whole. */
  readonly damage: () => LibraryDamage | null
  /** What the shelf holds; undefined while the library is whole. */
  readonly recovered: () => Recovery | undefined
  /** Called whenever the library turns from whole to damaged or back. */
  readonly onTurn: (listener: () => void) => void
  /** Puts the shelf in the damaged file's place. Answers where the damaged file is kept, null when the library is whole. */
  readonly repair: () => Promise<string | null>
}

export interface LibraryPlaces {
  /** The studio folder. */
  readonly folder: string
  /** Whether the studio has anything that a library must have known of. A file that is gone is then damage, not a beginning. */
  readonly hasHistory: boolean
  /** Whether deeper damage is looked for while it is used already, or before. */
  readonly looksBeside: boolean
  readonly clock: Clock
  readonly log: Log
}

/** @throws StorageError other than 'corrupt' */
export async function openLibrary({ folder, hasHistory, looksBeside, clock, log }: LibraryPlaces): Promise<Library> {
  const path = join(folder, 'library.db')
  const shelfPath = join(folder, 'work', 'shelf.db')
  const listeners = new Set<() => void>()
  let damage: LibraryDamage | null = null
  let recovered: Recovery | undefined
  let isClosed = false
  /** What answers: the library itself, or the shelf once it stands. */
  let current: Promise<Database>

  function turn(): void {
    for (const listener of listeners)
      listener()
  }

  async function openShelf(): Promise<Database> {
    recovered = await recoverDatabase({ path, targetPath: shelfPath, migrations: libraryMigrations, mend: mendStatements, nowMs: clock.now() })
    const shelf = await openDatabase(shelfPath, { migrations: libraryMigrations, clock })
    await rebuildSearch(shelf)
    log.warn('library-read-only', { trouble: damage?.trouble, said: damage?.said, recovered })
    return shelf
  }

  function takeOffLine(found: LibraryDamage): void {
    if (damage !== null || isClosed)
      return
    damage = found
    const before = current
    current = openShelf()
    // The damaged file is let go of only when nobody asks it any more; a shelf that cannot be built is told at the next question.
    current.then(async () => (await before).close()).catch(error => log.error('library-shelf-failed', { error })).finally(turn)
  }

  /** Runs it on whatever answers now; once more on the shelf when the damage shows at this very question. */
  async function ask<T>(question: (db: Database) => Promise<T>): Promise<T> {
    const db = await current
    try {
      return await question(db)
    }
    catch (error) {
      const isOld = db !== await current.catch(() => db)
      if (isDamage(error))
        takeOffLine({ trouble: 'damaged', said: error.message })
      else if (!isOld)
        throw error
      return question(await current)
    }
  }

  /** No change is carried over to the shelf: whoever made it must hear that it did not happen. */
  async function change<T>(work: (db: Database) => Promise<T>): Promise<T> {
    refuse()
    try {
      return await work(await current)
    }
    catch (error) {
      if (isDamage(error))
        takeOffLine({ trouble: 'damaged', said: error.message })
      refuse(error)
      throw error
    }
  }

  function refuse(cause?: unknown): void {
    if (damage !== null)
      throw new Fault('library-read-only', { trouble: damage.trouble }, { cause })
  }

  const found = whatIsGone(path, hasHistory) ?? await whyNotOpen(async () => {
    if (!looksBeside && existsSync(path))
      await refuseDamaged(path)
    current = Promise.resolve(await openDatabase(path, { migrations: libraryMigrations, clock }))
  })
  if (found) {
    damage = found
    current = openShelf()
    await current
  }
  else if (looksBeside) {
    // After an orderly end nothing is checked on the way in; damage that lies deeper is looked for beside the work.
    lookAtDatabase(path).then(([said]) => said, whatBroke).then(said => said !== undefined && takeOffLine({ trouble: 'damaged', said }), error => log.warn('library-not-looked-at', { error }))
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
    async repair() {
      if (damage === null)
        return null
      const shelf = await current
      await shelf.close()
      const kept = await moveAside(path, clock.now())
      await placeFile(shelfPath, path)
      current = openDatabase(path, { migrations: libraryMigrations, clock })
      await current
      damage = null
      recovered = undefined
      log.info('library-repaired', { kept })
      turn()
      return kept
    },
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
  const [said] = await lookAtDatabase(path)
  if (said !== undefined)
    throw new StorageError('corrupt', said)
}

/** Some damage is reported, some breaks off the look itself. */
function whatBroke(error: unknown): string {
  if (!isDamage(error))
    throw error
  return error.message
}

/** An empty file would be taken for a new library, and everything would seem to be gone. */
function whatIsGone(path: string, hasHistory: boolean): LibraryDamage | null {
  const isThere = existsSync(path) && statSync(path).size > 0
  return isThere || !hasHistory ? null : { trouble: 'missing', said: `${basename(path)} is ${existsSync(path) ? 'empty' : 'not there'}` }
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
