/** Follows a feed for as long as it is wanted: after the wire was lost, it subscribes again and gets the state so far. */
import { ORPCError } from '@orpc/client'
import { faultOf } from '../wire/attempt.ts'

export interface Source<Event> {
  /** Subscribes: the first event is the state so far. */
  open: (options: { signal: AbortSignal }) => Promise<AsyncIterable<Event>>
  /** Resolves when it is worth subscribing (again). */
  whenOpen: (signal: AbortSignal) => Promise<void>
  /** Between a feed that ended and the next attempt, in milliseconds. */
  pauseMs?: number | undefined
}

/** `isFirst`: the event begins a subscription, so it is the state so far, whatever came before. `end` follows no longer. */
export type Take<Event> = (event: Event, told: { readonly isFirst: boolean, readonly end: () => void }) => void

/** Between two attempts at a feed that main cannot give. */
const longestPauseMs = 30_000

/** Runs until the signal ends; never throws. A feed that main cannot give is reported once, as what is shown of it is missing. */
export async function follow<Event>(source: Source<Event>, take: Take<Event>, outside: AbortSignal): Promise<void> {
  const own = new AbortController()
  const signal = AbortSignal.any([outside, own.signal])
  let failed = 0
  while (!signal.aborted) {
    try {
      await source.whenOpen(signal)
      let isFirst = true
      for await (const event of await source.open({ signal })) {
        if (signal.aborted)
          return
        failed = 0
        take(event, { isFirst, end: () => own.abort() })
        isFirst = false
      }
    }
    catch (thrown) {
      // A lost wire, a closed feed or a thing that is no longer there: all of them end here and are asked for again below.
      if (thrown instanceof ORPCError && faultOf(thrown).code === 'internal' && !signal.aborted) {
        failed += 1
        if (failed === 1)
          reportError(thrown)
      }
    }
    if (!signal.aborted)
      await pause(Math.min((source.pauseMs ?? 500) * 2 ** Math.max(0, failed - 1), longestPauseMs), signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}
