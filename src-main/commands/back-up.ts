/** The `backup` and `restore` commands, for a studio that is closed. */
import type { BackupProgress } from '../backup/backup.ts'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BadBackupError } from '../backup/archive.ts'
import { backUp, restore } from '../backup/backup.ts'
import { restoredBeside } from '../backup/backups.ts'
import { whyItFailed } from '../backup/failure.ts'
import { countFilms, isFilm } from '../backup/films.ts'
import { systemClock } from '../base/clock.ts'
import { CannotOpenStudio } from '../databases/cannot-open.ts'
import { lookAtLog } from '../databases/recover-ledger.ts'
import { openDatabase } from '../storage/database.ts'
import { finishReplacement } from '../storage/keep-damaged.ts'
import { lockFolder } from '../storage/lock.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { StorageError } from '../storage/storage-error.ts'
import { assertBackupTarget } from './backup-target.ts'
import { leftOutSentences } from './left-out-sentences.ts'
import { terminalTexts } from './terminal-texts.ts'

interface Run { readonly print: (line: string) => void, readonly signal: AbortSignal }

/** `replaces`: also a file that is no backup. @throws CannotOpenStudio */
export async function backUpFolder(
  folder: string,
  path: string,
  { madeBy, withFilms, replaces = false, print, signal }: Run & { madeBy: string, withFilms: boolean, replaces?: boolean },
): Promise<void> {
  if (!(await stat(join(folder, 'ledger.db')).catch(() => null))?.isFile())
    throw new CannotOpenStudio('nothing-to-back-up', { folder })
  await assertBackupTarget(path, { folder, replaces })
  const words = terminalTexts().backup
  await explained(async () => {
    const lock = lockFolder(folder)
    try {
      await finishReplacement(join(folder, 'ledger.db'))
      await finishReplacement(join(folder, 'library.db'))
      // Opening it would discard everything after the damaged page, including the evidence.
      const damage = await lookAtLog(folder)
      if (damage)
        throw new StorageError('corrupt', damage.said)
      const ledger = await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations })
      try {
        const library = await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations })
        try {
          const { takes, files, missing } = await backUp(path, {
            folder,
            ledger,
            library,
            madeBy,
            withFilms,
            clock: systemClock,
            signal,
            onProgress: teller(print),
          })
          print(words.done({ takes, deliveries: withFilms ? countFilms(files.map(file => file.name)) : null, path }))
          const missingFiles = missing.filter(name => !isFilm(name))
          if (missingFiles.length > 0)
            print(words.missingFiles(missingFiles.length))
          if (countFilms(missing) > 0)
            print(words.missingDeliveries(countFilms(missing)))
        }
        finally {
          await library.close()
        }
      }
      finally {
        await ledger.close()
      }
    }
    finally {
      lock.close()
    }
  }, folder)
}

/** @throws CannotOpenStudio */
export async function restoreFile(
  path: string,
  { into, beside, print, signal }: Run & { into: string | undefined, beside: string },
): Promise<void> {
  const words = terminalTexts().backup
  const wanted = into ?? restoredBeside(beside, systemClock.now())
  await explained(async () => {
    const how = { clock: systemClock, signal, onProgress: teller(print) }
    const { folder, manifest, takes, jobs, leftOut } = await restore(path, wanted, how)
    print(words.restored(takes, folder))
    const films = countFilms(manifest.files.map(file => file.name))
    if (films > 0)
      print(words.restoredDeliveries(films, join(folder, 'deliveries')))
    leftOutSentences(leftOut, words).forEach(print)
    if (jobs.held > 0)
      print(words.held(jobs.held))
    if (jobs.unsure > 0)
      print(words.unsure(jobs.unsure))
    print(words.unconfirmed)
    print(words.openWith(folder))
  }, wanted)
}

async function explained(work: () => Promise<void>, folder: string): Promise<void> {
  try {
    await work()
  }
  catch (error) {
    const said = whyItFailed(error)
    if (said !== '')
      throw new CannotOpenStudio('backup-failed', { said, leavesNothing: !(error instanceof BadBackupError) }, { cause: error })
    if (error instanceof StorageError && error.kind === 'locked')
      throw new CannotOpenStudio('backup-locked', { folder }, { cause: error })
    if (error instanceof StorageError && error.kind === 'corrupt')
      throw new CannotOpenStudio('backup-corrupt', { folder }, { cause: error })
    throw error
  }
}

/** Prints a line for each quarter of each step. */
function teller(print: (line: string) => void): (progress: BackupProgress) => void {
  const words = terminalTexts().backup
  let told = ''
  return ({ step, doneBytes, totalBytes }) => {
    const line = `  ${words.progress(step, Math.floor(doneBytes / Math.max(1, totalBytes) * 4) * 25)}`
    if (line !== told)
      print(line)
    told = line
  }
}
