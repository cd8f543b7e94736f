/** A disk that is full, the share of it that one person may use, or the largest file that it can keep. */
import { errnoOf } from './errno.ts'

/** By the system's error code. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errnoOf(error))
}

/** By the messages of other programs, and errors that arrive as text. */
export function saysDiskFull(said: string): boolean {
  return /ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|File too large/.test(said)
}
