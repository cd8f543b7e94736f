/** The names that are offered while one is typed behind an @, chosen by arrows and Enter, Tab or a click. */
import type { ShallowRef } from 'vue'
import type { ShelfEntry } from '#contract/shelf.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { offeredNames, withName } from '#rules/shelf/complete.ts'
import { foldShelfName, typedNameAt } from '#rules/shelf/names.ts'

/** Writes as if it was pasted: the form hears of it, it is one step of undo, and the focus stays. */
function write(area: HTMLTextAreaElement, { from, to }: { from: number, to: number }, name: string): void {
  const { text, caret } = withName(area.value, { from, to }, name)
  area.focus()
  const said = { bubbles: true, inputType: 'insertReplacementText' }
  area.dispatchEvent(new InputEvent('beforeinput', said))
  area.setRangeText(text.slice(from, caret), from, to, 'end')
  area.dispatchEvent(new InputEvent('input', said))
  area.setSelectionRange(caret, caret)
}

export function useNameList(area: Readonly<ShallowRef<HTMLTextAreaElement | null>>, entries: () => readonly ShelfEntry[]) {
  /** Where the @ is; null while nothing is offered. */
  const from = shallowRef<number | null>(null)
  const offered = shallowRef<readonly ShelfEntry[]>([])
  const place = shallowRef(0)
  /** The @ at which the list was closed by hand. */
  let closedAt: number | null = null

  function close(): void {
    closedAt = from.value
    from.value = null
  }

  /** After each change of the text or the caret. */
  function look(): void {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.value ?? {}
    const found = selectionStart === selectionEnd ? typedNameAt(value, selectionStart) : null
    const all = found ? offeredNames(found.typed, entries()) : []
    // A name that is whole needs no list.
    const names = all.length === 1 && found && foldShelfName(all[0]?.name ?? '') === foldShelfName(found.typed) ? [] : all
    if (found?.from !== closedAt)
      closedAt = null
    const isShown = found !== null && names.length > 0 && closedAt === null
    if (!isShown || from.value !== found.from || names[place.value]?.id !== offered.value[place.value]?.id)
      place.value = 0
    offered.value = names
    from.value = isShown ? found.from : null
  }

  function choose(entry: ShelfEntry | undefined): void {
    if (!area.value || from.value === null || !entry)
      return
    write(area.value, { from: from.value, to: area.value.selectionStart }, entry.name)
    close()
  }

  return {
    from: shallowReadonly(from),
    offered: shallowReadonly(offered),
    place: shallowReadonly(place),
    current: computed(() => from.value === null ? null : offered.value[place.value] ?? null),
    look,
    choose,
    close: (): void => void (from.value = null),
    point: (index: number): void => void (place.value = index),
    /** At the caret, or in the place of the name that is being typed there. */
    insert(name: string): void {
      if (!area.value)
        return
      const { value, selectionStart: at, selectionEnd: to } = area.value
      const before = typedNameAt(value, at)?.from
      write(area.value, { from: before ?? at, to }, name)
      close()
    },
    onKey(event: KeyboardEvent): void {
      if (from.value === null || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined)
        place.value = (place.value + step + offered.value.length) % offered.value.length
      else if (event.key === 'Enter' || event.key === 'Tab')
        choose(offered.value[place.value])
      else if (event.key === 'Escape')
        close()
      else
        return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
