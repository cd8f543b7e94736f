/** Takes that are dragged within a list to another place in it: the mark where they would land, and the drop. */
import type { Texts } from '../../../texts/texts.ts'
import type { Gap } from './places.ts'
import { useEventListener } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { useDropZone } from '../../../parts/files/use-drop-zone.ts'

export function usePlaceDrop({ mayDrop, order, draggedWith, gapAt, words, place }: {
  readonly mayDrop: () => boolean
  /** The numbers that are shown. */
  readonly order: () => readonly number[]
  /** All that are dragged with this one. */
  readonly draggedWith: (number: number) => readonly number[]
  readonly gapAt: (event: DragEvent) => Gap | null
  readonly words: (texts: Texts) => string
  readonly place: (numbers: ReadonlySet<number>, gap: number) => unknown
}) {
  const dragged = shallowRef<ReadonlySet<number>>(new Set())
  const gap = shallowRef<Gap | null>(null)
  // Something else may be dragged now: a list does not hear of the end of a drag whose cell it has scrolled away.
  useEventListener(document, 'dragstart', () => dragged.value = new Set(), { capture: true })
  const zone = useDropZone({
    judge: over => over !== 'files' && mayDrop() && dragged.value.size > 0 ? 'welcome' : null,
    words,
    hover: event => gap.value = gapAt(event),
    leave: () => gap.value = null,
    bring(_, event) {
      const to = gapAt(event)
      if (to !== null)
        place(dragged.value, to.gap)
    },
  })
  const mark = computed(() => {
    const number = gap.value && order()[gap.value.at]
    return number == null ? null : { number, isAfter: gap.value?.isAfter === true }
  })

  return {
    /** For `v-on` of the list, whose cells have their number as `data-number`. */
    on: {
      ...zone.on,
      dragstart({ target }: DragEvent): void {
        const cell = target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null
        dragged.value = new Set(cell ? draggedWith(Number(cell.dataset.number)) : [])
      },
      dragend(): void {
        gap.value = null
        dragged.value = new Set()
      },
    },
    classesOf: (number: number) => ({
      'is-place-before': mark.value?.number === number && !mark.value.isAfter,
      'is-place-after': mark.value?.number === number && mark.value.isAfter,
    }),
  }
}
