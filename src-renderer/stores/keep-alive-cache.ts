/** Keeps what was left a moment ago alive for a while, so that a return to it is instant. */
export interface KeepAliveCache<Id, Thing> {
  /** Until it is resumed, its time is over, or newer ones need its place. */
  readonly park: (id: Id, thing: Thing) => void
  /** It rests no longer. Null if it does not park. */
  readonly resume: (id: Id) => Thing | null
  readonly all: () => Thing[]
}

/** Keeps the newest `most`. `leave` is called with each that is dropped. */
export function createKeepAliveCache<Id, Thing>(
  { most, ms, leave }: { most: number, ms: number, leave: (thing: Thing) => void },
): KeepAliveCache<Id, Thing> {
  /** Oldest first. */
  const parked = new Map<Id, { readonly thing: Thing, readonly timer: ReturnType<typeof setTimeout> }>()

  function resume(id: Id): Thing | null {
    const found = parked.get(id)
    clearTimeout(found?.timer)
    parked.delete(id)
    return found?.thing ?? null
  }
  function drop(id: Id): void {
    const thing = resume(id)
    if (thing !== null)
      leave(thing)
  }

  return {
    park(id, thing) {
      drop(id)
      parked.set(id, { thing, timer: setTimeout(drop, ms, id) })
      const [oldest] = parked.keys()
      if (parked.size > most && oldest !== undefined)
        drop(oldest)
    },
    resume,
    all: () => [...parked.values()].map(({ thing }) => thing),
  }
}
