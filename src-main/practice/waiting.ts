/** A delay that ends at once when the service closes. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after `ms` milliseconds; throws an AbortError when the signal aborts first. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0)
    await sleep(ms, undefined, { signal })
}
