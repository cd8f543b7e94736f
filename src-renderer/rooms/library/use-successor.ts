/** When takes leave the list, the take that takes their place is chosen, so that keys continue from there. */
import { until } from '@vueuse/core'
import { onScopeDispose, shallowRef } from 'vue'

interface List {
  /** The numbers of all takes, in order. */
  readonly order: () => readonly number[]
  readonly has: (number: number) => boolean
  readonly isAnyChosen: () => boolean
  readonly choose: (number: number) => void
}

/** Returns `leave`: does the act that takes these takes away, however late the list hears of it, then chooses what follows. */
export function useSuccessor({ order, has, isAnyChosen, choose }: List) {
  const latest = shallowRef(0)
  onScopeDispose(() => latest.value += 1)

  return async function leave(numbers: readonly number[], act: () => Promise<unknown>): Promise<void> {
    latest.value += 1
    const mine = latest.value
    const before = order()
    const leaving = new Set(numbers)
    const place = Math.max(0, before.findIndex(number => leaving.has(number)))
    await act()
    await until(() => latest.value !== mine || numbers.every(number => !has(number))).toBe(true)
    // By number, as the list may show other takes by now: what came after, else what came before.
    const next = [...before.slice(place), ...before.slice(0, place).toReversed()].find(has)
    // Another choice was made in the meantime, or nothing is left.
    if (latest.value === mine && next !== undefined && !isAnyChosen())
      choose(next)
  }
}
