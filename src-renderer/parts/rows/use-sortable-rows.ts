/**
 * Puts rows in another order by dragging, with mouse, pen and finger alike: a line shows where the row would land, the list
 * scrolls at its edges, Escape leaves everything as it is. Pointer events, because a finger starts no HTML drag in Chromium.
 */
import type { Ref } from 'vue'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { gapAt, scrollSpeed } from './sortable-rows.ts'

/** Pixels the pointer travels before a press becomes a drag. */
const threshold = 5
const controls = 'button, a, input, textarea, select, label'

interface Options<Id extends string> {
  /** The rows that can be moved, in their order. Each drawn one has its id as `data-row`. */
  readonly ids: () => readonly Id[]
  /** The element that scrolls them. */
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  /** A mouse may start anywhere on the row; otherwise, and for a finger always, a drag starts at its `.grip`. */
  readonly isWholeRow?: boolean
  /** Called when a row is dropped elsewhere: into the gap before the row that has this index now. */
  readonly move: (id: Id, gap: number) => unknown
}

export function useSortableRows<Id extends string>({ ids, scroller, isWholeRow = false, move }: Options<Id>) {
  const dragged = shallowRef<Id | null>(null)
  const gap = shallowRef<number | null>(null)
  /** The row that the drop line is drawn at. */
  const mark = computed(() => {
    if (gap.value === null)
      return null
    const [at, last] = [ids()[gap.value], ids().at(-1)]
    return at !== undefined ? { id: at, isAfter: false } : { id: last, isAfter: true }
  })
  let press: AbortController | null = null
  let y = 0

  function end(): void {
    press?.abort()
    press = null
    dragged.value = null
    gap.value = null
  }
  onScopeDispose(end)

  function gapUnderPointer(): number | null {
    const drawn = [...scroller.value?.querySelectorAll<HTMLElement>('[data-row]') ?? []]
    const index = gapAt(drawn.length, (row) => {
      const box = drawn[row]?.getBoundingClientRect()
      return box ? box.top + box.height / 2 : 0
    }, y)
    const all: readonly string[] = ids()
    const [next, previous] = [drawn[index]?.dataset.row, drawn[index - 1]?.dataset.row]
    // A long list draws only some of its rows: below the last that is drawn there may be more.
    const place = next !== undefined ? all.indexOf(next) : previous !== undefined ? all.indexOf(previous) + 1 : -1
    return place < 0 ? null : place
  }

  function scrollAtEdges(list: HTMLElement, signal: AbortSignal): void {
    let before = performance.now()
    const step = (now: number): void => {
      if (signal.aborted)
        return
      const { top, bottom } = list.getBoundingClientRect()
      list.scrollTop += scrollSpeed(y, top, bottom) * (now - before) / 1000
      before = now
      gap.value = gapUnderPointer()
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }

  function begin(id: Id, pointerId: number, signal: AbortSignal): void {
    const list = scroller.value
    if (!list)
      return end()
    dragged.value = id
    // Held by the list: the row itself may be drawn again while it is dragged.
    list.setPointerCapture(pointerId)
    list.classList.add('is-sorting')
    signal.addEventListener('abort', () => {
      list.classList.remove('is-sorting')
      if (list.hasPointerCapture(pointerId))
        list.releasePointerCapture(pointerId)
    })
    scrollAtEdges(list, signal)
  }

  function drop(): void {
    const [id, to] = [dragged.value, gapUnderPointer()]
    end()
    const from = id === null ? -1 : ids().indexOf(id)
    if (id !== null && to !== null && from >= 0 && to !== from && to !== from + 1)
      move(id, to)
  }

  return {
    /** For `@pointerdown` of a row. */
    press(event: PointerEvent, id: Id): void {
      const { target, pointerId, clientX: startX, clientY: startY } = event
      if (!event.isPrimary || event.button !== 0 || !(target instanceof Element))
        return
      const isOnRow = isWholeRow && event.pointerType === 'mouse' && target.closest(controls) === null
      if (!isOnRow && target.closest('.grip') === null)
        return
      end()
      press = new AbortController()
      const { signal } = press
      const ofThisPointer = (act: (event: PointerEvent) => void) => (event: PointerEvent): void => {
        if (event.pointerId === pointerId)
          act(event)
      }
      window.addEventListener('pointermove', ofThisPointer((event) => {
        y = event.clientY
        if (dragged.value === null && Math.hypot(event.clientX - startX, y - startY) >= threshold)
          begin(id, pointerId, signal)
        if (dragged.value !== null)
          gap.value = gapUnderPointer()
      }), { signal })
      window.addEventListener('pointerup', ofThisPointer(event => dragged.value === null ? end() : (y = event.clientY, drop())), { signal })
      window.addEventListener('pointercancel', ofThisPointer(end), { signal })
      window.addEventListener('blur', end, { signal })
      window.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || dragged.value === null)
          return
        event.preventDefault()
        event.stopPropagation()
        end()
      }, { signal, capture: true })
      // Neither words under the pointer nor the menu of a long press.
      for (const type of ['selectstart', 'contextmenu', 'dragstart'])
        window.addEventListener(type, event => event.preventDefault(), { signal })
    },
    /** The drop line, and the row that is on the move. */
    classesOf: (id: Id) => ({
      'drop-before': mark.value?.id === id && !mark.value.isAfter,
      'drop-after': mark.value?.id === id && mark.value.isAfter,
      'is-dragged': dragged.value === id,
    }),
  }
}
