/** What was left a moment ago is kept as it is for a while: whoever comes back to it finds it at once. */
export interface Resting<Id, Thing> {
  /** Until it is woken, has rested for its time, or others have taken its place. */
  readonly rest: (id: Id, thing: Thing) => void
  /** It rests no longer. Null if it does not rest. */
  readonly wake: (id: Id) => Thing | null
  readonly all: () => Thing[]
}

/** Keeps the `most` that came last. `leave` is called with each that nobody came back to. */
export function createResting<Id, Thing>(
  { most, ms, leave }: { most: number, ms: number, leave: (thing: Thing) => void },
): Resting<Id, Thing> {
  /** The one that has rested for the longest time first. */
  const resting = new Map<Id, { readonly thing: Thing, readonly timer: ReturnType<typeof setTimeout> }>()

  function wake(id: Id): Thing | null {
    const found = resting.get(id)
    clearTimeout(found?.timer)
    resting.delete(id)
    return found?.thing ?? null
  }
  function drop(id: Id): void {
    const thing = wake(id)
    if (thing !== null)
      leave(thing)
  }

  return {
    rest(id, thing) {
      drop(id)
      resting.set(id, { thing, timer: setTimeout(drop, ms, id) })
      const [oldest] = resting.keys()
      if (resting.size > most && oldest !== undefined)
        drop(oldest)
    },
    wake,
    all: () => [...resting.values()].map(({ thing }) => thing),
  }
}
