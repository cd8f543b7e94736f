/** When takes leave the list, the take that takes their place is chosen, so that keys continue from there. */
import type { TakeId } from '#contract/words.ts'
import { until } from '@vueuse/core'
import { onScopeDispose, shallowRef } from 'vue'

interface List {
  /** The ids in the order that is shown. */
  readonly order: () => readonly TakeId[]
  readonly isAnyChosen: () => boolean
  readonly choose: (takeId: TakeId) => void
}

/** Returns `leave`: does the act that takes these ids away, however late the list hears of it, then chooses what follows. */
export function useSuccessor({ order, isAnyChosen, choose }: List) {
  const latest = shallowRef(0)
  onScopeDispose(() => latest.value += 1)

  return async function leave(ids: readonly TakeId[], act: () => Promise<unknown>): Promise<void> {
    latest.value += 1
    const mine = latest.value
    const before = order()
    const place = Math.max(0, before.findIndex(id => ids.includes(id)))
    await act()
    await until(() => latest.value !== mine || ids.every(id => !order().includes(id))).toBe(true)
    // By id, as the list may show other takes by now: what came after, else what came before.
    const next = [...before.slice(place), ...before.slice(0, place).toReversed()].find(id => order().includes(id))
    // Another choice was made in the meantime, or nothing is left.
    if (latest.value === mine && next !== undefined && !isAnyChosen())
      choose(next)
  }
}
