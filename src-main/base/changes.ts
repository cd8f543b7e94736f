/** News about a set of things in the contract's one shape: all of them first, then whatever changed or went. */
import type { Feed } from './feed.ts'
import { createFeed } from './feed.ts'

export interface ChangesEvent<Item, Id> { revision: number, isWhole: boolean, changed: Item[], removed: Id[] }

export interface Changes<Item, Id> {
  changed: (...items: Item[]) => void
  removed: (...ids: Id[]) => void
  /** All of `load()` first, then changes; `isWanted` leaves out the items that this listener did not ask for. */
  subscribe: (load: () => Promise<Item[]>, signal?: AbortSignal, isWanted?: (item: Item) => boolean) => AsyncGenerator<ChangesEvent<Item, Id>, void, void>
  close: () => void
}

export function createChanges<Item, Id>(): Changes<Item, Id> {
  const feed: Feed<ChangesEvent<Item, Id>> = createFeed()
  let revision = 0

  async function* wanted(events: AsyncIterable<ChangesEvent<Item, Id>>, isWanted: (item: Item) => boolean): AsyncGenerator<ChangesEvent<Item, Id>, void, void> {
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
