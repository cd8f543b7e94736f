/** Migrates a database file to the version of this program: numbered steps, each applied completely or not at all, after making a copy. */
import type { DatabaseSync } from 'node:sqlite'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder, placeFile } from '../base/atomic-file.ts'
import { StorageError, toStorageError } from './storage-error.ts'

export interface Migration {
  /** The file's `user_version` afterwards: each is one more than the one before. The first makes a new file, whatever its number. */
  readonly version: number
  /** A few words for messages. */
  readonly name: string
  /** Run in order in one transaction; foreign keys are checked at its end, not at each statement. */
  readonly statements: readonly string[]
}

export interface MigrateOptions {
  readonly migrations: readonly Migration[]
  readonly path: string
  /** Null makes no copy. */
  readonly backupDir: string | null
  /** Milliseconds since the epoch, for the name of the copy. */
  readonly nowMs: number
  /** Rows may refer to missing rows: the caller repairs them afterwards. Default false. */
  readonly mayDangle?: boolean
}

/**
 * @throws StorageError 'newer' or 'older' when a program wrote the file whose versions this one does not know, before anything is changed;
 * another kind when a step failed, which leaves the file at the last version that succeeded
 */
export async function migrate(db: DatabaseSync, { migrations, path, backupDir, nowMs, mayDangle = false }: MigrateOptions): Promise<void> {
  checkNumbers(migrations)
  const found = versionOf(db)
  refuseUnknown(found, migrations)
  const missing = migrations.filter(({ version }) => version > found)
  if (missing.length === 0)
    return
  if (found > 0 && backupDir !== null) {
    const instant = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
    await makeFolder(backupDir)
    await copyInto(db, join(backupDir, `${basename(path, '.db')}-v${found}-${instant}.db`))
  }
  db.exec('PRAGMA foreign_keys = OFF')
  try {
    for (const migration of missing)
      runMigration(db, migration, mayDangle)
  }
  finally {
    db.exec(`PRAGMA foreign_keys = ${mayDangle ? 'OFF' : 'ON'}`)
  }
}

/** The version of the file, 0 for a new one. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}

/** The version that the migrations lead to, 0 without any. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0
}

/** A version that no migration begins or ends with. A new file, at 0, is not refused. @throws StorageError 'newer', 'older' */
export function refuseUnknown(found: number, migrations: readonly Migration[]): void {
  const newest = newestVersion(migrations)
  const oldest = migrations[0]?.version ?? 0
  if (found > newest)
    throw new StorageError('newer', `The file is at version ${found}, this program knows versions up to ${newest}`)
  if (found !== 0 && found < oldest)
    throw new StorageError('older', `The file is at version ${found}, this program opens versions from ${oldest}`)
}

/** Writes a complete, compacted copy, renamed into place once it is durable. Not `backup()`: Electron builds Node without it. */
export async function copyInto(db: DatabaseSync, targetPath: string): Promise<void> {
  const partPath = `${targetPath}.part`
  await rm(partPath, { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(partPath)
    await placeFile(partPath, targetPath)
  }
  catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}

function checkNumbers(migrations: readonly Migration[]): void {
  migrations.forEach(({ version, name }, index) => {
    const expected = migrations[0]!.version + index
    if (version < 1 || version !== expected)
      throw new TypeError(`Migration "${name}" has version ${version} instead of ${expected}`)
  })
}

function runMigration(db: DatabaseSync, { version, name, statements }: Migration, mayDangle: boolean): void {
  try {
    db.exec('BEGIN IMMEDIATE')
    for (const statement of statements)
      db.exec(statement)
    const orphans = mayDangle ? [] : db.prepare('PRAGMA foreign_key_check').all()
    if (orphans.length > 0)
      throw new StorageError('constraint', `Migration ${version} "${name}" leaves ${orphans.length} rows that refer to missing rows`)
    db.exec(`PRAGMA user_version = ${version}`)
    db.exec('COMMIT')
  }
  catch (error) {
    if (db.isTransaction)
      db.exec('ROLLBACK')
    throw toStorageError(error, `migration ${version} "${name}"`)
  }
}
