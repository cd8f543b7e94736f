/** Lets only one studio use a folder: a lock that no crash can leave behind. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StorageError, toStorageError } from './storage-error.ts'

export interface FolderLock {
  /** Releases the folder. Repeats are harmless. */
  close: () => void
}

/**
 * The lock's file within the folder. While it is held, nothing else in this process may open it: POSIX releases a
 * process's locks on a file when any of its handles is closed.
 */
export const lockFileName = 'studio.lock'

/**
 * Locks the folder until `close` or the death of the process, kill -9 included: the system then releases the file lock
 * of SQLite's `BEGIN EXCLUSIVE`. Does not wait.
 * @throws StorageError 'locked' when another studio holds it
 */
export function lockFolder(folder: string): FolderLock {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(folder, lockFileName), { timeout: 0 })
    // A rollback journal in memory: the exclusive lock is on the file itself and leaves nothing to recover.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  }
  catch (error) {
    db?.close()
    const failure = toStorageError(error, 'locking the studio folder')
    throw failure.kind === 'locked'
      ? new StorageError('locked', 'Another studio has this folder open', { code: failure.code, cause: error })
      : failure
  }
  return {
    close() {
      if (db?.isOpen)
        db.close()
    },
  }
}

/** True while a studio of any version has the folder open, or its lock cannot be asked: opening the studio says why. */
export function isStudioOpen(folder: string): boolean {
  try {
    lockFolder(folder).close()
    return false
  }
  catch {
    return true
  }
}
