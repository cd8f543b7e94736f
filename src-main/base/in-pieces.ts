/** Long work in main, done in pieces: between two of them, whatever else waits for main has its turn. */
import { setImmediate } from 'node:timers/promises'

/**
 * Work that yields wherever it may be interrupted; it returns its result. It works on what it was given, which nobody changes meanwhile,
 * and writes nothing: until it has returned nothing has happened, so that it may also be left where it is.
 */
export type Steps<Result> = Generator<void, Result, void>

/** A person notices 50 ms. This leaves time for the rest of a turn. */
const pieceMs = 10

/** Gives main to others each time that the work has taken so long. What is done sooner is done in one go. */
export async function inPieces<Result>(steps: Steps<Result>, { ms = pieceMs }: { readonly ms?: number } = {}): Promise<Result> {
  let until = performance.now() + ms
  for (;;) {
    const { done, value } = steps.next()
    if (done)
      return value
    if (performance.now() >= until) {
      await setImmediate()
      until = performance.now() + ms
    }
  }
}

/** What `work` makes of each item, in their order; it may be interrupted after each. */
export function* stepsOf<Item, Result>(items: readonly Item[], work: (item: Item, index: number) => Result): Steps<Result[]> {
  const results: Result[] = []
  for (let index = 0; index < items.length; index++) {
    results.push(work(items[index]!, index))
    yield
  }
  return results
}
