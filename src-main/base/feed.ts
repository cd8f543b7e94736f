/** Feeds: the state so far, then every change, to as many listeners as there are. */

export interface Feed<Event> {
  publish: (event: Event) => void
  /**
   * Yields what `first` answers, then every event published since the call. Nothing between the two is lost:
   * listening begins before `first` is asked. Ends when the signal aborts or the feed closes.
   */
  subscribe: (first: () => Promise<Event> | Event, signal?: AbortSignal) => AsyncGenerator<Event, void, void>
  close: () => void
}

interface Listener<Event> { waiting: Event[], wake: () => void, isOver: boolean }

export function createFeed<Event>(): Feed<Event> {
  const listeners = new Set<Listener<Event>>()

  function end(listener: Listener<Event>): void {
    listeners.delete(listener)
    listener.isOver = true
    listener.wake()
  }

  async function* follow(listener: Listener<Event>, first: () => Promise<Event> | Event, forget: () => void): AsyncGenerator<Event, void, void> {
    try {
      yield await first()
      while (!listener.isOver) {
        const next = listener.waiting.shift()
        if (next !== undefined) {
          yield next
        }
        else {
          await new Promise<void>((resolve) => {
            listener.wake = resolve
          })
        }
      }
    }
    finally {
      forget()
    }
  }

  return {
    publish(event) {
      for (const listener of listeners) {
        listener.waiting.push(event)
        listener.wake()
      }
    },
    subscribe(first, signal) {
      const listener: Listener<Event> = { waiting: [], wake: () => {}, isOver: false }
      listeners.add(listener)
      const stop = (): void => end(listener)
      signal?.addEventListener('abort', stop, { once: true })
      // A signal that has fired already never fires again.
      if (signal?.aborted)
        stop()
      return follow(listener, first, () => {
        signal?.removeEventListener('abort', stop)
        end(listener)
      })
    },
    close() {
      for (const listener of listeners)
        end(listener)
    },
  }
}
