/** Which take of a list the viewer shows: it walks the whole result, and loads takes on both sides before they are asked for. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { ShownStack } from '#rules/search/stacks.ts'
import { computed, shallowRef, watch } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useTakes } from '../../../stores/takes.ts'
import { around, stepped } from './walk.ts'

/** A list of takes by their numbers; see `stores/take-places.ts`. */
export interface ViewedTakes {
  /** The numbers of all takes, in order. */
  readonly order: () => readonly number[]
  /** -1 where it has none. */
  readonly placeOf: (number: number) => number
  readonly get: (number: number) => Take | undefined
  readonly load: (numbers: readonly number[]) => Promise<readonly Take[]>
  /** Null for a take of none; absent where the list has no stacks. */
  readonly stackOf?: (number: number) => ShownStack | null
}

/** A list that is in memory. */
export function viewedList(takes: readonly Take[]): ViewedTakes {
  const order = takes.map(take => take.number)
  const byNumber = new Map(takes.map(take => [take.number, take]))
  return {
    order: () => order,
    placeOf: number => order.indexOf(number),
    get: number => byNumber.get(number),
    load: async numbers => numbers.flatMap(number => byNumber.get(number) ?? []),
  }
}

/** `onNone`: nothing is left to show. */
export function useViewed(list: ViewedTakes, first: Take, onNone: () => void) {
  const known = useTakes()
  const notices = useNotices()
  /** Where one is in the list; it stays there while a take is shown that is not in it. */
  const isListed = list.placeOf(first.number) >= 0
  const number = shallowRef(isListed ? first.number : list.order()[0] ?? first.number)
  const place = shallowRef(Math.max(0, list.placeOf(number.value)))
  const loaded = shallowRef(first)
  const aside = shallowRef<Take | null>(isListed ? null : first)
  /** The takes of its stack, the first try first; empty for a take of none. */
  const tries = computed<readonly number[]>(() => aside.value ? [] : list.stackOf?.(number.value)?.numbers.toSorted((a, b) => a - b) ?? [])
  const read = (of: number): Take | undefined => list.get(of) ?? (of === loaded.value.number ? loaded.value : undefined)
  /** As it is now. Until the next one is loaded, the one before it. */
  const take = computed(() => {
    const shown = aside.value ?? read(number.value) ?? loaded.value
    return known.get(shown.id) ?? shown
  })
  /** Which press opens another take; the last one counts. */
  let opening: symbol | null = null
  const neighbours = shallowRef<readonly Take[]>([])

  let isLoading = false
  /** One question at a time: what was passed meanwhile is not asked for. */
  async function load(): Promise<void> {
    if (isLoading)
      return
    isLoading = true
    let asked = -1
    while (asked !== number.value) {
      asked = number.value
      // A try of a closed stack is at the place of that, and not in the order.
      const near = [...around(list.order(), list.placeOf(asked)), asked, ...around(tries.value, tries.value.indexOf(asked))]
      const takes = await list.load([...new Set(near)])
      loaded.value = takes.find(one => one.number === number.value) ?? loaded.value
      neighbours.value = takes.filter(one => one.number !== asked)
    }
    isLoading = false
  }
  function show(next: number | undefined): void {
    if (next === undefined)
      return
    aside.value = null
    number.value = next
    void load()
  }
  watch(list.order, (order) => {
    const now = list.placeOf(number.value)
    if (now >= 0)
      place.value = now
    else if (order.length === 0)
      onNone()
    else
      show(order[Math.min(place.value, order.length - 1)])
  })
  watch(number, now => place.value = Math.max(0, list.placeOf(now)))
  void load()

  return {
    take,
    neighbours,
    /** From 0. */
    place,
    count: computed(() => list.order().length),
    isAside: computed(() => aside.value !== null),
    /** Of the list. */
    number,
    step(steps: number): void {
      opening = null
      // From a take that is not in the list, one returns to where one was.
      show(aside.value ? number.value : stepped(list.order(), place.value, steps))
    },
    /** Null for a take of no stack. From 1. */
    tryPlace: computed(() => tries.value.length === 0 ? null : { at: tries.value.indexOf(number.value) + 1, of: tries.value.length }),
    /** Within its stack. */
    stepTry(steps: number): void {
      opening = null
      show(stepped(tries.value, tries.value.indexOf(number.value), steps))
    },
    /** Any take, such as the source of this one. */
    async open(takeId: TakeId): Promise<void> {
      const mine = opening = Symbol('opening')
      const { value, fault } = await known.load(takeId)
      // Another one is looked at by now.
      if (mine !== opening)
        return
      if (fault)
        notices.fault(fault)
      if (value && list.placeOf(value.take.number) >= 0)
        show(value.take.number)
      else if (value)
        aside.value = value.take
    },
  }
}
