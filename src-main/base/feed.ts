/** Feeds: each subscriber gets the current state first, then every change. */

export interface Feed<Event> {
  publish: (event: Event) => void
  /**
   * Yields the result of `first`, then every event published since the call. No event is lost in between: the
   * subscription begins before `first` is called. Ends when the signal aborts or the feed closes.
   */
  subscribe: (first: () => Promise<Event> | Event, signal?: AbortSignal) => AsyncGenerator<Event, void, void>
  close: () => void
}

interface Listener<Event> { queue: Event[], wake: () => void, isOver: boolean }

export function createFeed<Event>(): Feed<Event> {
  const listeners = new Set<Listener<Event>>()

  function end(listener: Listener<Event>): void {
    listeners.delete(listener)
    listener.isOver = true
    listener.wake()
  }

  async function* follow(
    listener: Listener<Event>,
    first: () => Promise<Event> | Event,
    unsubscribe: () => void,
  ): AsyncGenerator<Event, void, void> {
    try {
      yield await first()
      while (!listener.isOver) {
        const next = listener.queue.shift()
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
      unsubscribe()
    }
  }

  return {
    publish(event) {
      for (const listener of listeners) {
        listener.queue.push(event)
        listener.wake()
      }
    },
    subscribe(first, signal) {
      const listener: Listener<Event> = { queue: [], wake: () => {}, isOver: false }
      listeners.add(listener)
      const stop = (): void => end(listener)
      signal?.addEventListener('abort', stop, { once: true })
      // An aborted signal emits no further event.
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
