/** Change feeds of a collection in the shape of the contract: all items first, then what was changed or removed. */
import type { Feed } from './feed.ts'
import { createFeed } from './feed.ts'

export interface ChangesEvent<Item, Id> { revision: number, isWhole: boolean, changed: Item[], removed: Id[] }

type Events<Item, Id> = AsyncGenerator<ChangesEvent<Item, Id>, void, void>

export interface Changes<Item, Id> {
  /** Answers the revision that has them. */
  changed: (...items: Item[]) => number
  removed: (...ids: Id[]) => void
  /**
   * All items of `load()` first, then changes. `isWanted` filters the items for this subscriber: to it, one that it has and that is wanted
   * no more is removed.
   */
  subscribe: (load: () => Promise<Item[]>, signal?: AbortSignal, isWanted?: (item: Item) => boolean) => Events<Item, Id>
  close: () => void
}

export function createChanges<Item, Id>(): Changes<Item, Id> {
  const feed: Feed<ChangesEvent<Item, Id>> = createFeed()
  let revision = 0

  const idOf = (item: Item): Id => (item as Item & { readonly id: Id }).id // every item that is filtered has one

  async function* wanted(events: AsyncIterable<ChangesEvent<Item, Id>>, isWanted: (item: Item) => boolean): Events<Item, Id> {
    const there = new Set<Id>()
    for await (const event of events) {
      const { yes: changed = [], no: others = [] } = Object.groupBy(event.changed, item => isWanted(item) ? 'yes' : 'no')
      const removed = [...event.removed, ...others.map(idOf).filter(id => there.has(id))]
      if (event.isWhole)
        there.clear()
      removed.forEach(id => there.delete(id))
      changed.forEach(item => there.add(idOf(item)))
      if (event.isWhole || changed.length > 0 || removed.length > 0)
        yield { ...event, changed, removed }
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
