/** Puts takes in the order of the collection that is shown: by keys those that are selected, by the mouse those that are dragged. */
import type { Collection } from '#contract/collections.ts'
import type { TakeSort } from '#contract/take-order.ts'
import type { Take } from '#contract/takes.ts'
import type { CollectionId } from '#contract/words.ts'
import type { Moving } from './browser/places.ts'
import { computed } from 'vue'
import { byHand } from '#contract/take-order.ts'
import { useAnnouncer } from '../../actions/announce.ts'
import { useCollectionActs } from '../../parts/collections/use-collection-acts.ts'
import { randomId } from '../../wire/random-id.ts'
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
  /** Scrolls to the take that was selected last. */
  readonly reveal: () => unknown
}

/** Presses that are not done yet. */
interface Press {
  /** What was selected then. */
  readonly numbers: ReadonlySet<number>
  /** The collection that was shown then. */
  readonly into: CollectionId | undefined
  readonly series: string
  places: number
}

export function useArranging({ collection, sort, inTrash, order, shown, isFollower, load, refresh, selected, reveal }: Shown) {
  const acts = useCollectionActs()
  const announcer = useAnnouncer()
  const isByHand = computed(() => collection() !== undefined && sort().by === byHand.by && !inTrash())
  const waiting: Press[] = []
  let isMoving = false
  let series = ''

  const movingOf = (numbers: ReadonlySet<number>): Moving => ({ shown: shown(), isMoved: number => numbers.has(number), isFollower })

  async function moveTo(numbers: ReadonlySet<number>, gap: number, ofSeries?: string): Promise<void> {
    const into = collection()
    const landing = landingAt(movingOf(numbers), gap)
    if (!isByHand.value || into === undefined || landing === undefined)
      return
    const [before] = landing === null ? [null] : await load([landing])
    // Gone in the meantime, or another collection is shown: its order is not the one that was meant.
    if (before === undefined || collection()?.id !== into.id)
      return
    const inOrder = order().filter(number => numbers.has(number))
    if (!await acts.arrange(into, { numbers: inOrder }, { beforeTakeId: before?.id ?? null, series: ofSeries }))
      return
    await refresh()
    if (collection()?.id !== into.id)
      return
    const now = order()
    const place = now.findIndex(number => numbers.has(number)) + 1
    announcer.say(t => t.queue.movedTo(place, now.length))
  }

  return {
    isByHand,
    moveTo,
    /**
     * Negative is back. What is pressed before the list is in its new order follows, presses in one direction together. A key that is held
     * down is one step of undo.
     */
    async moveBy(places: number, isHeld = false): Promise<void> {
      if (!isHeld)
        series = randomId()
      const press = { numbers: selected(), into: collection()?.id, places, series }
      const last = waiting.at(-1)
      if (last && last.into === press.into && last.numbers === press.numbers && Math.sign(last.places) === Math.sign(places))
        last.places += places
      else
        waiting.push(press)
      if (isMoving)
        return
      isMoving = true
      try {
        for (let now = waiting.shift(); now; now = waiting.shift()) {
          if (now.into !== collection()?.id)
            continue
          await moveTo(now.numbers, gapAfter(movingOf(now.numbers), now.places), now.series)
          await reveal()
        }
      }
      finally {
        isMoving = false
        waiting.length = 0
      }
    },
  }
}
