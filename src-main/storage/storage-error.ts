/** Errors of the studio's files, in kinds that callers handle. */
import { isDiskFull } from '../base/disk-full.ts'
import { errnoOf } from '../base/errno.ts'

/**
 * full: no space on the disk · io: the disk or folder failed · corrupt: not a database, or a damaged one ·
 * newer: written by a later version of the program · older: by one whose files this one does not migrate ·
 * locked: another process holds it · constraint: a constraint of the tables · readonly: may not be written · other: usually a bug.
 */
export type StorageErrorKind = 'full' | 'io' | 'corrupt' | 'newer' | 'older' | 'locked' | 'constraint' | 'readonly' | 'other'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageErrorKind
  /** SQLite's extended result code, 0 when the error did not come from SQLite. */
  readonly code: number

  constructor(kind: StorageErrorKind, message: string, { code = 0, cause }: { readonly code?: number, readonly cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.code = code
  }
}

const diskCodes = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']

/** Whether the disk is the cause rather than the operation: a retry may succeed. */
export function isDiskTrouble(error: unknown): boolean {
  if (error instanceof StorageError)
    return error.kind === 'full' || error.kind === 'io'
  return diskCodes.includes(errnoOf(error))
}

// https://www.sqlite.org/rescode.html: the low byte of an extended code is the primary one.
const kindOfPrimaryCode: ReadonlyMap<number, StorageErrorKind> = new Map([
  [5, 'locked'],
  [6, 'locked'],
  [8, 'readonly'],
  [10, 'io'],
  [11, 'corrupt'],
  [13, 'full'],
  [14, 'io'],
  [19, 'constraint'],
  // A value of the wrong type for a row id.
  [20, 'constraint'],
  [26, 'corrupt'],
])

/** Any error as a StorageError; `doing` names the operation in the message and must not contain values. */
export function toStorageError(error: unknown, doing?: string): StorageError {
  if (error instanceof StorageError)
    return error
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
  const message = error instanceof Error ? error.message : String(error)
  return new StorageError(kindOf(error, code), doing ? `${message} (${doing})` : message, { code, cause: error })
}

/** SQLITE_IOERR_SHMSIZE: there is no room for the file next to a database that its readers share. */
const noRoomToShare = 4874

function kindOf(error: unknown, code: number): StorageErrorKind {
  if (code === noRoomToShare)
    return 'full'
  const kind = kindOfPrimaryCode.get(code & 0xFF)
  if (kind)
    return kind
  if (isDiskFull(error))
    return 'full'
  const systemCode = errnoOf(error)
  if (systemCode === 'EROFS' || systemCode === 'EACCES' || systemCode === 'EPERM')
    return 'readonly'
  return systemCode.startsWith('E') && !systemCode.startsWith('ERR_') ? 'io' : 'other'
}
