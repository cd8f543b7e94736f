/** Follows a feed for as long as it is wanted: after the wire was lost, it subscribes again and gets the state so far. */
export interface Source<Event> {
  /** Subscribes: the first event is the state so far. */
  open: (options: { signal: AbortSignal }) => Promise<AsyncIterable<Event>>
  /** Resolves when it is worth subscribing (again). */
  whenOpen: (signal: AbortSignal) => Promise<void>
  /** Between a feed that ended and the next attempt, in milliseconds. */
  pauseMs?: number
}

/** Runs until the signal ends; never throws. */
export async function follow<Event>(source: Source<Event>, take: (event: Event) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await source.whenOpen(signal)
      for await (const event of await source.open({ signal })) {
        if (signal.aborted)
          return
        take(event)
      }
    }
    catch {
      // Lost wire, closed feed or a thing that is no longer there: all of them end here and are asked again below.
    }
    if (!signal.aborted)
      await pause(source.pauseMs ?? 500, signal)
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
