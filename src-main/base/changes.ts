/** Change feeds of a collection in the shape of the contract: all items first, then what was changed or removed. */
import type { Feed } from './feed.ts'
import { createFeed } from './feed.ts'

export interface ChangesEvent<Item, Id> { revision: number, isWhole: boolean, changed: Item[], removed: Id[] }

type Events<Item, Id> = AsyncGenerator<ChangesEvent<Item, Id>, void, void>

export interface Changes<Item, Id> {
  /** Answers the revision that has them. */
  changed: (...items: Item[]) => number
  removed: (...ids: Id[]) => void
  /** All items of `load()` first, then changes. `isWanted` filters the items for this subscriber. */
  subscribe: (load: () => Promise<Item[]>, signal?: AbortSignal, isWanted?: (item: Item) => boolean) => Events<Item, Id>
  close: () => void
}

export function createChanges<Item, Id>(): Changes<Item, Id> {
  const feed: Feed<ChangesEvent<Item, Id>> = createFeed()
  let revision = 0

  async function* wanted(events: AsyncIterable<ChangesEvent<Item, Id>>, isWanted: (item: Item) => boolean): Events<Item, Id> {
    for await (const event of events) {
      const changed = event.changed.filter(isWanted)
      if (event.isWhole || changed.length > 0 || event.removed.length > 0)
        yield { ...event, changed }
    }
  }

  return {
    changed(...items) {
      if (items.length > 0)
        feed.publish({ revision: ++revision, isWhole: false, changed: items, removed: [] })
      return revision
    },
    removed(...ids) {
      if (ids.length > 0)
        feed.publish({ revision: ++revision, isWhole: false, changed: [], removed: ids })
    },
    subscribe(load, signal, isWanted) {
      const events = feed.subscribe(async () => ({ revision, isWhole: true, changed: await load(), removed: [] }), signal)
      return isWanted ? wanted(events, isWanted) : events
    },
    close: () => feed.close(),
  }
}
