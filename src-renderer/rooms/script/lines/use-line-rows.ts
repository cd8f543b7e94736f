/** Which rows of the script are drawn, and where. */
import type { ComponentPublicInstance, ShallowRef } from 'vue'
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { RowForm } from './row-height.ts'
import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/vue-virtual'
import { useElementSize } from '@vueuse/core'
import { computed, nextTick, watch } from 'vue'
import { estimateLineHeight } from './row-height.ts'

/** What a row needs next to its words, in pixels, with and without a picture. */
const beside = { plain: 648, wide: 684, narrow: 556, withPicture: 650 } as const
/** Up to the one the rows of lines are narrow, and above the other sounds have more room, as their style has it. */
const [narrowUntil, wideAbove] = [860, 1000]

interface LineRows {
  readonly lines: () => readonly Line[]
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>
  readonly hasPictures: () => boolean
  /** Lines that are drawn wherever they are. */
  readonly kept: () => readonly (LineId | null)[]
}

type Rows = Parameters<typeof measureElement<Element>>[2]

/**
 * What the observer tells, which is before the row is painted; until then what is known or expected of it. To ask the row itself would lay
 * out all of them while they are drawn.
 */
export function heightOf(row: Element, told: ResizeObserverEntry | undefined, rows: Rows): number {
  if (told)
    return measureElement(row, told, rows)
  const index = rows.indexFromElement(row)
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index)
}

export function useLineRows({ lines, scroller, hasPictures, kept }: LineRows) {
  const { width } = useElementSize(scroller)
  const form = computed((): RowForm => hasPictures() ? 'withPicture' : width.value <= narrowUntil ? 'narrow' : 'plain')
  const wordsWidth = computed(() =>
    Math.max(200, width.value - beside[form.value === 'plain' && width.value > wideAbove ? 'wide' : form.value]))
  /** Of texts, until the column of words has another width: news of lines seldom changes their words. */
  const heights = computed(() => {
    const [forWords, ofForm, known] = [wordsWidth.value, form.value, new Map<string, number>()]
    return (text: string): number => {
      const height = known.get(text) ?? estimateLineHeight(text, forWords, ofForm)
      known.set(text, height)
      return height
    }
  })
  const indexById = computed(() => new Map(lines().map((line, index) => [line.id, index])))
  const keptIndexes = computed(() => kept().flatMap(id => id === null ? [] : indexById.value.get(id) ?? []))
  const virtualizer = useVirtualizer(computed(() => {
    const [all, heightFor, always] = [lines(), heights.value, keptIndexes.value]
    return {
      count: all.length,
      getScrollElement: () => scroller.value,
      getItemKey: (index: number) => all[index]?.id ?? index,
      estimateSize: (index: number) => heightFor(all[index]?.text ?? ''),
      measureElement: heightOf,
      overscan: 6,
      paddingStart: 10,
      rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const seen = defaultRangeExtractor(range)
        const far = always.filter(index => !seen.includes(index))
        return far.length === 0 ? seen : [...seen, ...far].sort((a, b) => a - b)
      },
    }
  }))
  watch(form, async () => {
    virtualizer.value.measure()
    // What is told below the words of a row is in no estimate, and its observer has told its height before.
    await nextTick()
    for (const row of virtualizer.value.elementsCache.values())
      virtualizer.value.resizeItem(virtualizer.value.indexFromElement(row), (row as HTMLElement).offsetHeight) // rows of a list
  })

  return {
    height: computed(() => virtualizer.value.getTotalSize()),
    drawn: computed(() => virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const line = lines()[index]
      return line ? [{ line, index, top: start }] : []
    })),
    /** The ref of each row. */
    measure(row: Element | ComponentPublicInstance | null): void {
      const element: unknown = row instanceof Element ? row : row?.$el
      if (element instanceof Element)
        virtualizer.value.measureElement(element)
    },
    /** Scrolls to a line. */
    show(lineId: LineId, align: 'auto' | 'center'): void {
      const index = indexById.value.get(lineId)
      if (index !== undefined)
        virtualizer.value.scrollToIndex(index, { align })
    },
  }
}
