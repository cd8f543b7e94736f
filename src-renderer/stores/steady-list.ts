/** A list that stays the same object while its items are the same, so that nothing is computed from it again. */
import type { ComputedRef } from 'vue'
import { computed } from 'vue'

export function steadyList<Item>(items: () => readonly Item[]): ComputedRef<readonly Item[]> {
  return computed<readonly Item[]>((before) => {
    const now = items()
    return before?.length === now.length && now.every((item, at) => item === before[at]) ? before : now
  })
}
