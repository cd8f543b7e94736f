/** Waiting that ends at once when the service closes. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after so many milliseconds; throws an AbortError when the signal fires first. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0)
    await sleep(ms, undefined, { signal })
}
