/** Lets calls that are running finish before the studio closes: a call cut off in the middle would leave half a change. */
import type { StudioHandlers } from './ports.ts'
import { withTimeout } from '../base/concurrency.ts'
import { eachHandler } from './each-handler.ts'

export interface FinishingCalls {
  readonly handlers: StudioHandlers
  /** Resolves when no call is running any more, at the latest after `longestMs`. Streams do not count: they end with their caller. */
  finish: (longestMs: number) => Promise<void>
}

export function finishCalls(handlers: StudioHandlers): FinishingCalls {
  const running = new Set<Promise<unknown>>()

  async function allOver(): Promise<void> {
    // A call may begin while others end.
    while (running.size > 0)
      await Promise.all(running)
  }

  return {
    handlers: eachHandler(handlers, (_, handle) => (...call) => {
      const answer = handle(...call)
      if (answer instanceof Promise) {
        const ended = answer.then(() => {}, () => {}).finally(() => running.delete(ended))
        running.add(ended)
      }
      return answer
    }),
    finish: longestMs => withTimeout(allOver(), longestMs),
  }
}
