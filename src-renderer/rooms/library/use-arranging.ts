/** Puts takes in the order of the collection that is shown: by keys those that are selected, by the mouse those that are dragged. */
import type { Collection } from '#contract/collections.ts'
import type { TakeSort } from '#contract/take-order.ts'
import type { Take } from '#contract/takes.ts'
import type { Moving } from './browser/places.ts'
import { computed } from 'vue'
import { byHand } from '#contract/take-order.ts'
import { useAnnouncer } from '../../actions/announce.ts'
import { useCollectionActs } from '../../parts/collections/use-collection-acts.ts'
import { gapAfter, landingAt } from './browser/places.ts'

interface Shown {
  /** The only one that is shown. */
  readonly collection: () => Collection | undefined
  readonly sort: () => TakeSort
  readonly inTrash: () => boolean
  /** The numbers of all takes, in order. */
  readonly order: () => readonly number[]
  /** What the list shows of them, its stacks folded. */
  readonly shown: () => readonly number[]
  readonly isFollower: (number: number) => boolean
  readonly load: (numbers: readonly number[]) => Promise<readonly Take[]>
  /** Resolves when the order is here as main has it. */
  readonly refresh: () => Promise<void>
  readonly selected: () => ReadonlySet<number>
  /** Brings what was selected last into sight. */
  readonly reveal: () => unknown
}

export function useArranging({ collection, sort, inTrash, order, shown, isFollower, load, refresh, selected, reveal }: Shown) {
  const acts = useCollectionActs()
  const announcer = useAnnouncer()
  const isByHand = computed(() => collection() !== undefined && sort().by === byHand.by && !inTrash())
  let waiting = 0
  let isMoving = false

  const movingOf = (numbers: ReadonlySet<number>): Moving => ({ shown: shown(), isMoved: number => numbers.has(number), isFollower })

  async function moveTo(numbers: ReadonlySet<number>, gap: number): Promise<void> {
    const into = collection()
    const landing = landingAt(movingOf(numbers), gap)
    if (!isByHand.value || into === undefined || landing === undefined)
      return
    const [before] = landing === null ? [null] : await load([landing])
    // Gone in the meantime.
    if (before === undefined)
      return
    const inOrder = order().filter(number => numbers.has(number))
    if (!await acts.arrange(into, { numbers: inOrder }, before?.id ?? null))
      return
    await refresh()
    const now = order()
    const place = now.findIndex(number => numbers.has(number)) + 1
    announcer.say(t => t.queue.movedTo(place, now.length))
  }

  return {
    isByHand,
    moveTo,
    /** Negative is back. Further presses before the list is in its new order are done together. */
    async moveBy(places: number): Promise<void> {
      waiting = Number.isFinite(places) ? waiting + places : places
      if (isMoving)
        return
      isMoving = true
      try {
        while (waiting !== 0) {
          const now = waiting
          waiting = 0
          const numbers = selected()
          await moveTo(numbers, gapAfter(movingOf(numbers), now))
          await reveal()
        }
      }
      finally {
        isMoving = false
        waiting = 0
      }
    },
  }
}
