/** What pages are told of a burst of events: the first at once, and the others together, a few times a second. */
import type { ChangesEvent } from './changes.ts'

/** Pages do not draw what changes more often, and dozens of jobs can end in a second. In milliseconds. */
const restMs = 100

/**
 * `open` is given a signal that also ends when nobody reads on. `merge` makes one event of several, of which the last is the newest.
 */
export async function* gathered<Event>(
  open: (signal: AbortSignal) => AsyncIterable<Event>,
  merge: (events: readonly Event[]) => Event,
  outside?: AbortSignal,
): AsyncGenerator<Event, void, void> {
  const own = new AbortController()
  const events = open(outside ? AbortSignal.any([outside, own.signal]) : own.signal)[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  const ask = (): Promise<IteratorResult<Event, unknown>> => {
    const asked = events.next()
    // A failure is reported to the next reader.
    asked.catch(() => {})
    return asked
  }
  try {
    for (let next = ask(); ;) {
      const first = await next
      if (first.done)
        return
      next = ask()
      for (let told: readonly Event[] = [first.value]; told.length > 0;) {
        yield merge(told)
        const rest = new Promise<null>((resolve) => {
          timer = setTimeout(resolve, restMs, null)
        })
        const more: Event[] = []
        for (let found = await Promise.race([next, rest]); found !== null; found = await Promise.race([next, rest])) {
          if (found.done) {
            if (more.length > 0 && outside?.aborted !== true)
              yield merge(more)
            return
          }
          more.push(found.value)
          next = ask()
        }
        told = more
      }
    }
  }
  finally {
    clearTimeout(timer)
    own.abort()
  }
}

/** The same for a collection: each item as it is now. */
export function gatheredChanges<Item extends { readonly id: Id }, Id>(
  open: (signal: AbortSignal) => AsyncIterable<ChangesEvent<Item, Id>>,
  outside?: AbortSignal,
): AsyncGenerator<ChangesEvent<Item, Id>, void, void> {
  return gathered(open, mergeChanges, outside)
}

/** A collection may be told more than its items. */
export function mergeChanges<Event extends { changed: { readonly id: Id }[], removed: Id[], readonly isWhole?: boolean }, Id>(
  events: readonly Event[],
): Event {
  const last = events.at(-1)!
  if (events.length === 1)
    return last
  const changed = new Map<Id, Event['changed'][number]>()
  const removed = new Set<Id>()
  const wholeAt = events.findLastIndex(event => event.isWhole)
  for (const event of events.slice(Math.max(0, wholeAt))) {
    for (const item of event.changed) {
      // In the order of the news, as each would be told alone.
      changed.delete(item.id)
      changed.set(item.id, item)
      removed.delete(item.id)
    }
    for (const id of event.removed) {
      changed.delete(id)
      removed.add(id)
    }
  }
  return { ...last, ...wholeAt >= 0 && { isWhole: true }, changed: [...changed.values()], removed: [...removed] }
}
