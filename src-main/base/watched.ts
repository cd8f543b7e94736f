/** For parts that tell pages about one thing at a time, and work only while somebody looks. */

/** How many look at each key. */
export interface Watchers<Key> {
  readonly size: number
  has: (key: Key) => boolean
  keys: () => Iterable<Key>
  /** Opens the events when the first is asked for; until they end, the key counts as watched. */
  during: <Event>(key: Key, open: () => AsyncIterable<Event>) => AsyncGenerator<Event, void, void>
}

export function createWatchers<Key>(): Watchers<Key> {
  const counts = new Map<Key, number>()
  return {
    get size() {
      return counts.size
    },
    has: key => counts.has(key),
    keys: () => counts.keys(),
    async* during(key, open) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      try {
        yield* open()
      }
      finally {
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0)
          counts.delete(key)
        else
          counts.set(key, left)
      }
    },
  }
}

/** Works on each event, one after another. Never throws: `failed` hears what failed before the signal aborted, and no more events are read. */
export async function workOnEach<Event>(
  events: AsyncIterable<Event>,
  { signal, work, failed }: { signal: AbortSignal, work: (event: Event) => Promise<void> | void, failed: (error: unknown) => void },
): Promise<void> {
  try {
    for await (const event of events)
      await work(event)
  }
  catch (error) {
    if (!signal.aborted)
      failed(error)
  }
}
