/** A tree of things to undo: whatever has a life registers here at birth and is closed in reverse. */

/** Undoes one thing; may take its time. */
export type Closer = () => void | Promise<void>

export interface Scope {
  /** Aborted at the start of `close()`, before any closer runs. */
  readonly signal: AbortSignal
  /** Registers a closer; once the scope is closing, runs it at once. The answer forgets it without running it. */
  add: (closer: Closer) => () => void
  /** A scope that closes no later than this one, and may close earlier on its own. */
  child: () => Scope
  /**
   * Runs every closer, last registered first, one after another. Repeats give the same promise.
   * @throws the closer's own error, or an AggregateError when several failed; the others still ran.
   */
  close: () => Promise<void>
}

export function createScope(): Scope {
  const controller = new AbortController()
  const entries: { closer: Closer }[] = []
  let closing: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    const errors: unknown[] = []
    controller.abort()
    for (let entry = entries.pop(); entry; entry = entries.pop()) {
      try {
        await entry.closer()
      }
      catch (error) {
        errors.push(error)
      }
    }
    if (errors.length === 1)
      throw errors[0]
    if (errors.length > 1)
      throw new AggregateError(errors, `${errors.length} things could not be closed`)
  }

  const scope: Scope = {
    signal: controller.signal,
    add(closer) {
      if (closing) {
        // Nobody waits for a late closer, so its failure stays an unhandled rejection: a visible bug.
        void (async () => closer())()
        return () => {}
      }
      const entry = { closer }
      entries.push(entry)
      return () => {
        const index = entries.indexOf(entry)
        if (index >= 0)
          entries.splice(index, 1)
      }
    },
    child() {
      const child = createScope()
      const forget = scope.add(child.close)
      // A child that ended on its own must not be kept alive by its parent.
      child.add(forget)
      return child
    },
    close() {
      if (!closing) {
        // Named before anything runs, so that a closer which closes its own scope finds it closing.
        const ended = Promise.withResolvers<void>()
        closing = ended.promise
        closeAll().then(ended.resolve, ended.reject)
      }
      return closing
    },
  }
  return scope
}
