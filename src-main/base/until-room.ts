/** Writes an answer that is paid for and arriving: on a full disk into the room that was reserved, or as soon as there is some. */
import type { Clock } from './clock.ts'
import { isDiskFull } from './disk-full.ts'

/** Runs a write of a file again while the disk is full. @throws what it threw at last */
export type UntilRoom = <T>(write: () => Promise<T>) => Promise<T>

/** Longer than this the service is not kept waiting; nor is a studio that closes. */
const longestMs = 10_000
const pauseMs = 250

export function createUntilRoom({ reserve, clock }: {
  /** Answers whether there was any room to free. */
  readonly reserve: { readonly free: () => Promise<boolean> }
  readonly clock: Clock
}): UntilRoom {
  return async (write) => {
    const startedAt = clock.awake()
    for (;;) {
      try {
        return await write()
      }
      catch (error) {
        if (!isDiskFull(error) || clock.awake() - startedAt > longestMs)
          throw error
        if (!await reserve.free())
          await clock.sleep(pauseMs)
      }
    }
  }
}
