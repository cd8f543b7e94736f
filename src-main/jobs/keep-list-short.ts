/**
 * Keeps the list of the queue to what a person still looks at: each page holds all of it, and main sends all of it to each page that
 * opens. What needs nobody any more is cleared, as by hand: when the studio opens, before anybody reads the list, and once a day.
 */
import type { Log } from '../base/log.ts'
import type { Ledger } from './ledger-port.ts'

/** Jobs that have ended. All that are open, or need the user, are on the list besides. */
export const mostEndedListed = 1000

const dayMs = 86_400_000

/** Returns a function that stops it. */
export async function keepListShort({ ledger, log }: { ledger: Pick<Ledger, 'clearOld'>, log: Log }): Promise<() => void> {
  // A list that stays long costs time, and nothing else.
  const clear = (): Promise<unknown> => ledger.clearOld(mostEndedListed).catch(error => log.error('job-cleanup-failed', { error }))
  await clear()
  const timer = setInterval(() => void clear(), dayMs)
  timer.unref()
  return () => clearInterval(timer)
}
