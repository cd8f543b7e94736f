/** Looks from time to time whether an automatic backup is due, also after the computer has slept. */
import type { Clock } from '../base/clock.ts'
import type { Backups } from './backups.ts'

/** So that opening the studio is not slowed down. */
const firstLookMs = 20_000
const lookMs = 60_000

interface KeepingParts {
  readonly backups: Pick<Backups, 'runDue' | 'onPlan' | 'stop'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly isWorking: () => boolean
}

/** Runs until the signal aborts. */
export async function keepBackups({ backups, clock, isWorking }: KeepingParts, signal: AbortSignal): Promise<void> {
  let wake = (): void => {}
  backups.onPlan(() => wake())
  // Closing waits for this to end: one that is being made is begun again at the next start.
  signal.addEventListener('abort', () => void backups.stop(), { once: true })
  for (let restMs = firstLookMs; !signal.aborted; restMs = lookMs) {
    const changed = new Promise<void>(resolve => wake = resolve)
    const stopWaiting = new AbortController()
    await Promise.race([changed, clock.sleep(restMs, AbortSignal.any([signal, stopWaiting.signal])).catch(() => {})])
    stopWaiting.abort()
    if (!signal.aborted)
      await backups.runDue(isWorking())
  }
}
