/** How much of a file is written, for those who read it before it is whole. */

export interface Written {
  /** Seconds from the beginning; Infinity when it is whole. */
  readonly reach: (seconds: number) => void
  /** Ends the file: waiters are rejected with the reason. */
  readonly fail: (error: unknown) => void
  /** Resolves once this much is written. */
  readonly until: (seconds: number) => Promise<void>
}

export function createWritten(): Written {
  let reached = 0
  let failure: { readonly error: unknown } | null = null
  let waiting: { readonly seconds: number, readonly done: PromiseWithResolvers<void> }[] = []
  return {
    reach(seconds) {
      reached = Math.max(reached, seconds)
      const ready = waiting.filter(each => each.seconds <= reached)
      waiting = waiting.filter(each => each.seconds > reached)
      ready.forEach(({ done }) => done.resolve())
    },
    fail(error) {
      failure = { error }
      waiting.forEach(({ done }) => done.reject(error))
      waiting = []
    },
    async until(seconds) {
      if (seconds <= reached)
        return
      if (failure)
        throw failure.error
      const done = Promise.withResolvers<void>()
      waiting.push({ seconds, done })
      await done.promise
    },
  }
}
