/** Tries of the same thing as one: which stacks are open, and what the list shows of them. */
import type { FoldedOrder, Stack } from '#rules/search/stacks.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { foldOrder } from '#rules/search/stacks.ts'

interface List {
  /** The numbers of all takes, in order. */
  readonly order: () => readonly number[]
  readonly placeOf: (number: number) => number
  /** None where tries are not folded. */
  readonly stacks: () => readonly Stack[]
}

export function useFolding({ order, placeOf, stacks }: List) {
  const open = shallowRef<readonly Stack[]>([])
  const folded = computed<FoldedOrder>(() => stacks().length === 0
    ? { shown: order(), placeOf, stackOf: () => null }
    : foldOrder(order(), stacks(), open.value))
  const stackOf = (number: number) => folded.value.stackOf(number)

  return {
    /** What the list shows, in order. */
    shown: computed(() => folded.value.shown),
    /** The place of a take there, or of its closed stack; -1 for what is not in the list. */
    placeOf: (number: number): number => folded.value.placeOf(number),
    stackOf,
    /** What is selected with a take that is shown: all of its closed stack. */
    allOf(number: number): readonly number[] {
      const stack = stackOf(number)
      return stack && !stack.isOpen ? stack.numbers : [number]
    },
    /** The take by which this one is shown: itself, or the best of its closed stack. */
    shownBy(number: number): number {
      const stack = stackOf(number)
      return stack && !stack.isOpen ? stack.head : number
    },
    /** All closed ones. */
    closed: computed(() => stacks().flatMap(([best]) => {
      const stack = best === undefined ? null : stackOf(best)
      return stack && !stack.isOpen ? [stack] : []
    })),
    isAnyOpen: shallowReadonly(computed(() => open.value.length > 0)),
    /** Opens or closes the stack of this take. */
    toggle(number: number): void {
      const stack = stackOf(number)
      if (stack === null)
        return
      const own = new Set(stack.numbers)
      const others = open.value.filter(numbers => !numbers.some(each => own.has(each)))
      open.value = stack.isOpen ? others : [...others, [stack.head, ...stack.numbers.filter(each => each !== stack.head)]]
    },
  }
}
