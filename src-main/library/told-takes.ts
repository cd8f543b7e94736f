/** What pages are told of takes: each one that changed, or, where a call has changed very many, only that. */
import type { TakesEvent } from './takes.ts'

/** As many as a page reads at a time. A page keeps few of more, and would have to read all of them from the wire. */
const mostTold = 200

export async function* toldToPages(events: AsyncIterable<TakesEvent>): AsyncGenerator<TakesEvent & { isTooMuch?: true }, void, void> {
  for await (const event of events) {
    const isTooMuch = event.changed.length + event.removed.length > mostTold
    yield isTooMuch ? { ...event, changed: [], removed: [], isTooMuch } : event
  }
}
