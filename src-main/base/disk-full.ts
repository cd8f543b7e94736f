/** A disk that is full, or the share of it that one person may use. */

/** As the system tells it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** As other programs tell it, and errors that came as text. */
export function saysDiskFull(said: string): boolean {
  return /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(said)
}
