/** Cleanup in reverse order: what is opened registers how it is closed. */

/** Closes one resource. */
export type Closer = () => void | Promise<void>

export interface Scope {
  /** Aborted at the start of `close()`, before any closer runs. */
  readonly signal: AbortSignal
  /** Registers a closer; once the scope is closing, runs it at once. Returns a function that unregisters it without running it. */
  add: (closer: Closer) => () => void
  /** Makes `close()` wait for work that is not awaited. It must end soon, or with the signal, and report its own errors. */
  join: (work: Promise<unknown>) => void
  /**
   * Runs every closer, last registered first, one after another. Further calls return the same promise.
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
      throw new AggregateError(errors, `${errors.length} resources could not be closed`)
  }

  function add(closer: Closer): () => void {
    if (closing) {
      // No caller awaits a late closer, so its failure is an unhandled rejection: a visible bug.
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
  }

  return {
    signal: controller.signal,
    add,
    join(work) {
      const ended = work.then(() => {}, () => {})
      void ended.then(add(() => ended))
    },
    close() {
      if (!closing) {
        // Assigned before anything runs, so that a closer which closes its own scope finds it closing.
        const ended = Promise.withResolvers<void>()
        closing = ended.promise
        closeAll().then(ended.resolve, ended.reject)
      }
      return closing
    },
  }
}
