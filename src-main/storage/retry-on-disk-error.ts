/** Repeats a write until the disk accepts it: disk errors pass, and a paid answer is not given twice. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { isDiskTrouble } from './storage-error.ts'

const longestPauseMs = 30_000

/** @throws the signal's reason when it aborts, and any other error than one of the disk at once */
export async function retryOnDiskError<T>(
  work: () => Promise<T>,
  { clock, log, signal }: { clock: Clock, log: Log, signal: AbortSignal },
): Promise<T> {
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
