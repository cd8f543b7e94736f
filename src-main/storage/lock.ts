/** One studio folder, one studio: a lock that no crash can leave behind. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StorageError, toStorageError } from './storage-error.ts'

export interface FolderLock {
  /** Releases the folder. Repeats are harmless. */
  close: () => void
}

/**
 * The lock's file within the folder. While it is held, nothing in this process may open it: POSIX drops a process's locks when any of its
 * handles closes.
 */
export const lockFileName = 'studio.lock'

/**
 * Takes the folder until `close` or the death of the process, kill -9 included: the system releases the file lock
 * under SQLite's `BEGIN EXCLUSIVE`. Answers at once.
 * @throws StorageError 'locked' when another studio holds it
 */
export function lockFolder(folder: string): FolderLock {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(folder, lockFileName), { timeout: 0 })
    // A rollback journal in memory: the exclusive lock lies on the file itself and leaves nothing to recover.
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
