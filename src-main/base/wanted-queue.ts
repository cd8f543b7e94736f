/** The order in which derived files are made: one at a time, what a page has asked for first, then what was filed. */

export interface WantedQueue<Name> {
  /** Puts these before everything else, in this order. Background work is preempted. */
  want: (names: readonly Name[]) => void
  /** Puts it behind everything else. */
  add: (name: Name) => void
  /** Stops or forgets it; resolves when nothing is being made of it. */
  drop: (name: Name) => Promise<void>
  isWaiting: (name: Name) => boolean
  /** What is being made. */
  readonly running: Name | null
  /** Stops everything; resolves when nothing is running. */
  close: () => Promise<void>
}

interface Running<Name> { readonly name: Name, isWanted: boolean, readonly stop: AbortController, readonly ended: Promise<void> }

/** `make` must end soon after its signal aborts, and never throw. */
export function createWantedQueue<Name>(make: (name: Name, signal: AbortSignal) => Promise<void>): WantedQueue<Name> {
  let wanted: Name[] = []
  let filed: Name[] = []
  let running: Running<Name> | null = null
  let isClosed = false

  function start(): void {
    const isWanted = wanted.length > 0
    const name = isWanted ? wanted.shift() : filed.shift()
    if (name === undefined || isClosed)
      return
    const stop = new AbortController()
    const ended = make(name, stop.signal).finally(() => {
      running = null
      start()
    })
    running = { name, isWanted, stop, ended }
  }

  return {
    want(names) {
      const wants = new Set(names)
      // What was just stopped is made again.
      if (running && !running.stop.signal.aborted && wants.delete(running.name))
        running.isWanted = true
      filed = filed.filter(name => !wants.has(name))
      wanted = [...wants, ...wanted.filter(name => !wants.has(name))]
      if (running && !running.isWanted && !running.stop.signal.aborted && wants.size > 0) {
        filed.unshift(running.name)
        running.stop.abort()
      }
      if (!running)
        start()
    },
    add(name) {
      if (running?.name === name || wanted.includes(name) || filed.includes(name))
        return
      filed.push(name)
      if (!running)
        start()
    },
    async drop(name) {
      wanted = wanted.filter(each => each !== name)
      filed = filed.filter(each => each !== name)
      if (running?.name !== name)
        return
      running.stop.abort()
      await running.ended
    },
    isWaiting: name => wanted.includes(name) || filed.includes(name),
    get running() {
      return running?.name ?? null
    },
    async close() {
      isClosed = true
      wanted = []
      filed = []
      running?.stop.abort()
      await running?.ended
    },
  }
}
