/**
 * Backs up the whole studio into one file and restores it into its own folder. The ledger is copied before the
 * library, so that everything the ledger calls done is in the library. Keys stay in the keychain and are never included.
 */
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import type { BackupManifest, BackupSource } from './archive.ts'
import type { RestoredStudio } from './rebuild-studio.ts'
import { createWriteStream } from 'node:fs'
import { copyFile, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#contract/faults.ts'
import { found } from '#contract/found.ts'
import { fileExists, makeFolder, placeFile, placeFolder } from '../base/atomic-file.ts'
import { errnoOf } from '../base/errno.ts'
import { filesBelow } from '../base/files-below.ts'
import { newId } from '../base/ids.ts'
import { inside, insideOrNull } from '../base/inside.ts'
import { assetsTable } from '../library/asset-rows.ts'
import { openDatabase } from '../storage/database.ts'
import { freeBytes } from '../storage/disk.ts'
import { newestVersion } from '../storage/migrate.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { BadBackupError, mayBeBackedUp, readArchive, writeArchive } from './archive.ts'
import { filmsToBackUp } from './films.ts'
import { foreignFolder, isDatabase, rebuildStudio } from './rebuild-studio.ts'

/** Free space to leave on either disk. */
const spareBytes = 64 * 2 ** 20

export interface BackupProgress {
  readonly step: 'writing' | 'verifying' | 'restoring'
  readonly doneBytes: number
  readonly totalBytes: number
}

export interface BackUpOptions {
  readonly folder: string
  readonly ledger: Pick<Database, 'vacuumInto'>
  readonly library: Pick<Database, 'vacuumInto'>
  readonly madeBy: string
  /** Include the delivered films, wherever they are. */
  readonly withFilms: boolean
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onProgress: (progress: BackupProgress) => void
}

/**
 * Writes a temporary file, reads it back and verifies it, then renames it to `path`, replacing an older file of that name.
 * @throws Fault disk-full before anything is written · BadBackupError when what was written cannot be read back
 */
export async function backUp(
  path: string,
  { folder, ledger, library, madeBy, withFilms, clock, signal, onProgress }: BackUpOptions,
): Promise<BackupManifest> {
  const copies = join(folder, 'work', `backup-${newId(clock.now())}`)
  const partPath = `${path}.part`
  await makeFolder(copies)
  await makeFolder(dirname(path))
  await rm(partPath, { force: true })
  try {
    await checkRoom(folder, await databaseBytes(folder))
    await ledger.vacuumInto(join(copies, 'ledger.db'))
    const answers = await copyAnswers(folder, copies)
    await library.vacuumInto(join(copies, 'library.db'))
    const { about, sources } = await listFiles(folder, copies, { answers, withFilms })
    const totalBytes = (await Promise.all(sources.map(source => sizeOf(source.path).catch(() => 0)))).reduce((sum, size) => sum + size, 0)
    await checkRoom(dirname(path), totalBytes)
    const report = (step: BackupProgress['step']) => reporter(step, totalBytes, onProgress)
    await writeArchive(partPath, sources, { ...about, madeAt: clock.now(), madeBy }, { signal, onBytes: report('writing') })
    const manifest = await readArchive(partPath, drain, { signal, onBytes: report('verifying') })
    await placeFile(partPath, path)
    return manifest
  }
  catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
  finally {
    await rm(copies, { recursive: true, force: true })
  }
}

/** What the next backup needs at most, with the room that it leaves. */
export async function backupBytes(folder: string, library: Pick<Database, 'all' | 'get'>): Promise<number> {
  const row = await library.get<{ bytes: number }>(sql`SELECT coalesce(sum(size_bytes), 0) AS bytes FROM assets WHERE is_missing = 0`)
  const films = await filmsToBackUp(library)
  return await databaseBytes(folder) + (row?.bytes ?? 0) + films.sizeBytes + spareBytes
}

export interface Restored extends RestoredStudio { readonly folder: string, readonly manifest: BackupManifest }

/**
 * Restores into `into`, which must be missing or empty. The folder gets its final name only once everything is in place.
 * @throws Fault disk-full · BadBackupError, also when the folder is not empty
 */
export async function restore(
  path: string,
  into: string,
  { clock, signal, onProgress }: Pick<BackUpOptions, 'clock' | 'signal' | 'onProgress'>,
): Promise<Restored> {
  const folder = resolve(into)
  const totalBytes = await sizeOf(path).catch((cause: unknown) => {
    throw new BadBackupError(found('backup-not-there', path), { cause })
  })
  if (!await isFreeFolder(folder))
    throw new BadBackupError(found('folder-not-empty', folder))
  await checkRoom(dirname(folder), totalBytes)
  const partFolder = `${folder}.${newId(clock.now())}.part`
  try {
    await makeFolder(partFolder)
    const manifest = await readArchive(path, async (name, bytes) => {
      const place = isDatabase(name) ? inside(partFolder, foreignFolder, name) : inside(partFolder, name)
      await makeFolder(dirname(place))
      await pipeline(bytes, createWriteStream(place, { flags: 'wx', flush: true }))
    }, { signal, onBytes: reporter('restoring', totalBytes, onProgress) })
    refuseNewer(manifest)
    const restored = await rebuildStudio({ partFolder, folder, manifest, clock, signal }).catch(badDatabase)
    signal.throwIfAborted()
    // On some systems a rename fails when an empty folder of that name exists.
    await rmdir(folder).catch((error: unknown) => {
      if (errnoOf(error) !== 'ENOENT')
        throw new BadBackupError(found('folder-changed', folder), { cause: error })
    })
    await placeFolder(partFolder, folder)
    return { folder, manifest, ...restored }
  }
  catch (error) {
    await rm(partFolder, { recursive: true, force: true })
    throw error
  }
}

/** What SQLite says of a database in the archive is about the archive: the folder that it was tried in is removed. */
function badDatabase(error: unknown): never {
  if (error instanceof StorageError && (error.kind === 'corrupt' || error.kind === 'other'))
    throw new BadBackupError(found('backup-database'), { cause: error })
  if (error instanceof StorageError && error.kind === 'newer')
    throw new BadBackupError(found('backup-newer'), { cause: error })
  if (error instanceof StorageError && error.kind === 'older')
    throw new BadBackupError(found('backup-older'), { cause: error })
  throw error
}

/** True for a missing or an empty folder; false for a file or an unreadable folder. */
async function isFreeFolder(folder: string): Promise<boolean> {
  return readdir(folder).then(names => names.length === 0, error => errnoOf(error) === 'ENOENT')
}

function refuseNewer({ ledgerVersion, libraryVersion }: BackupManifest): void {
  if (ledgerVersion > newestVersion(ledgerMigrations) || libraryVersion > newestVersion(libraryMigrations))
    throw new BadBackupError(found('backup-newer'))
}

/** Answers that arrived but are not filed yet are paid for. They may be removed at any moment, so they are copied first. */
async function copyAnswers(folder: string, copies: string): Promise<string[]> {
  const names: string[] = []
  for (const path of await filesBelow(join(folder, 'work'))) {
    const name = `work/${path.slice(join(folder, 'work').length + 1).replaceAll('\\', '/')}`
    if (!mayBeBackedUp(name))
      continue
    await makeFolder(dirname(join(copies, name)))
    // Filed and removed since it was listed: the library has it.
    if (await copyFile(path, join(copies, name)).then(() => true, () => false))
      names.push(name)
  }
  return names
}

const filesTable = assetsTable.part('id', 'extension', 'has_peaks', 'has_poster')

async function listFiles(
  folder: string,
  copies: string,
  { answers, withFilms }: { answers: readonly string[], withFilms: boolean },
): Promise<{ about: Pick<BackupManifest, 'ledgerVersion' | 'libraryVersion' | 'takes' | 'missing'>, sources: BackupSource[] }> {
  // Query the copy: takes filed from now on belong to the next backup.
  const library = await openDatabase(join(copies, 'library.db'), { migrations: libraryMigrations })
  try {
    const counted = await library.get<{ count: number }>(sql`SELECT count(*) AS count FROM takes`)
    const rows = await library.all(sql`SELECT ${filesTable.columns} FROM assets ORDER BY id`)
    const missing: string[] = []
    const sources: BackupSource[] = []
    for (const row of filesTable.read(rows)) {
      for (const ending of [row.extension, ...(row.has_peaks ? ['peaks.dat'] : []), ...(row.has_poster ? ['poster.jpg'] : [])]) {
        const name = `assets/${row.id.slice(0, 2)}/${row.id}.${ending}`
        const path = insideOrNull(folder, name)
        if (path !== null && await fileExists(path))
          sources.push({ name, path })
        else
          missing.push(name)
      }
    }
    const films = withFilms ? await filmsToBackUp(library) : { sources: [], missing: [] }
    const copied = ['ledger.db', 'library.db', ...answers].map(name => ({ name, path: join(copies, name) }))
    return {
      about: {
        ledgerVersion: newestVersion(ledgerMigrations),
        libraryVersion: newestVersion(libraryMigrations),
        takes: counted?.count ?? 0,
        missing: [...missing, ...films.missing],
      },
      sources: [...copied, ...sources, ...films.sources],
    }
  }
  finally {
    await library.close()
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size
}

async function databaseBytes(folder: string): Promise<number> {
  const sizes = await Promise.all(['ledger.db', 'library.db'].map(name => sizeOf(join(folder, name)).catch(() => 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function checkRoom(folder: string, neededBytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free < neededBytes + spareBytes)
    throw new Fault('disk-full', { neededBytes: neededBytes + spareBytes, freeBytes: free })
}

async function drain(_name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of bytes) {
    // The hash is computed while it is read; there is nothing else to do.
  }
}

/** Reports at most once per percent. */
function reporter(
  step: BackupProgress['step'],
  totalBytes: number,
  onProgress: (progress: BackupProgress) => void,
): (bytes: number) => void {
  let doneBytes = 0
  let shown = -1
  return (bytes) => {
    doneBytes += bytes
    const share = Math.floor(doneBytes / Math.max(1, totalBytes) * 100)
    if (share === shown)
      return
    shown = share
    onProgress({ step, doneBytes, totalBytes })
  }
}
