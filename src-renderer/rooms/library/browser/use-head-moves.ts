/** Columns of the list that are moved to another place: their heads are dragged, or moved by keys. */
import type { ColumnChoice, ColumnName } from './columns.ts'
import { nextTick, shallowReadonly, shallowRef } from 'vue'
import { columnAfter, shownColumns, withPlace, withStep } from './columns.ts'

/** A press that moves less sorts. */
const leastPixels = 5

export function useHeadMoves({ choice, put, head, moved }: {
  readonly choice: () => ColumnChoice
  readonly put: (choice: ColumnChoice) => void
  /** The element of a head that is shown. */
  readonly head: (name: ColumnName) => HTMLElement | null
  /** By keys: it has another place now. */
  readonly moved: (name: ColumnName) => void
}) {
  const dragged = shallowRef<ColumnName | null>(null)
  /** The column before which it would land; null for the end, undefined where it would stay. */
  const landing = shallowRef<ColumnName | null | undefined>(undefined)
  let isClickOfDrag = false

  function landingAt(name: ColumnName, x: number): ColumnName | null | undefined {
    const shown = shownColumns(choice())
    const heads = shown.flatMap((each) => {
      const box = head(each)?.getBoundingClientRect()
      return box ? [{ name: each, left: box.left, right: box.right }] : []
    })
    const before = columnAfter(x, heads)
    const next = shown[shown.indexOf(name) + 1] ?? null
    return before === name || before === next ? undefined : before
  }

  function onDown(name: ColumnName, down: PointerEvent): void {
    const button = down.currentTarget
    isClickOfDrag = false
    if (!(button instanceof HTMLElement) || down.button !== 0)
      return
    const listening = new AbortController()
    const { signal } = listening
    function move(event: PointerEvent): void {
      if (dragged.value === null && Math.abs(event.clientX - down.clientX) < leastPixels)
        return
      dragged.value = name
      landing.value = landingAt(name, event.clientX)
    }
    function end(event: Event): void {
      listening.abort()
      const before = landing.value
      isClickOfDrag = dragged.value !== null
      dragged.value = null
      landing.value = undefined
      if (event.type === 'pointerup' && before !== undefined)
        put(withPlace(choice(), name, before))
    }
    button.setPointerCapture(down.pointerId)
    button.addEventListener('pointermove', move, { signal })
    button.addEventListener('pointerup', end, { signal })
    button.addEventListener('lostpointercapture', end, { signal })
    window.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape')
        return
      event.preventDefault()
      event.stopPropagation()
      end(event)
    }, { signal, capture: true })
  }

  async function step(name: ColumnName, event: KeyboardEvent): Promise<void> {
    const steps = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (steps === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    event.preventDefault()
    event.stopPropagation()
    put(withStep(choice(), name, steps))
    // An element that is moved in the page loses the focus.
    await nextTick()
    head(name)?.querySelector('button')?.focus()
    moved(name)
  }

  return {
    dragged: shallowReadonly(dragged),
    landing: shallowReadonly(landing),
    onDown,
    step,
    /** The click that ends a drag sorts nothing. */
    isClick: (): boolean => !isClickOfDrag,
  }
}
