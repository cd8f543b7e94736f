/** A set that is the same object until its members are others: what is built from it is not built again with every piece of news. */
import type { ComputedRef } from 'vue'
import { computed } from 'vue'

export function useSteadySet<Member>(members: () => Iterable<Member>): ComputedRef<ReadonlySet<Member>> {
  return computed<ReadonlySet<Member>>((before) => {
    const next = new Set(members())
    return before?.size === next.size && [...next].every(member => before.has(member)) ? before : next
  })
}
