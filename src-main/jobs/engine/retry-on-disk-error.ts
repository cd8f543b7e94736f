/**
 * Patience: trouble with the disk passes, and what a paid answer said is not told twice. So whatever must be on record is
 * written again until the disk takes it, however long that is.
 */
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { isDiskTrouble } from '../../storage/storage-error.ts'

const longestPauseMs = 30_000

/** @throws the signal's reason when nobody can wait any longer, and at once whatever is no trouble with the disk */
export async function retryOnDiskError<T>(work: () => Promise<T>, { clock, log, signal }: { clock: Clock, log: Log, signal: AbortSignal }): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    }
    catch (error) {
      if (!isDiskTrouble(error))
        throw error
      log.error('disk-trouble', { attempt, error })
      await clock.sleep(Math.min(longestPauseMs, 500 * 2 ** attempt), signal)
    }
  }
}
