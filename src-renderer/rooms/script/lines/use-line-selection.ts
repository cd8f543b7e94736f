/** Which lines are selected, as in a list of files: Ctrl and Shift with a click, Shift with the arrows, Ctrl+A. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { Selection } from '../../../parts/takes/selection.ts'
import { computed, shallowRef, watch } from 'vue'
import { sceneFrom } from '#rules/script/script-lines.ts'
import { keepShown, nothingSelected, touch } from '../../../parts/takes/selection.ts'

interface Room {
  readonly lines: () => readonly Line[]
  /** The lines that are seen, in order. */
  readonly shown: () => readonly Line[]
  /** The line that has the caret, or had it last: a stretch begins there. */
  readonly activeId: () => LineId | null
}

export function useLineSelection({ lines, shown, activeId }: Room) {
  const selection = shallowRef<Selection<LineId>>(nothingSelected)
  const order = (): LineId[] => shown().map(line => line.id)
  watch(lines, (all) => {
    if (selection.value.ids.size > 0)
      selection.value = keepShown(selection.value, new Set(all.map(line => line.id)))
  })

  function begun(): Selection<LineId> {
    const anchor = selection.value.anchor ?? activeId()
    return { ...selection.value, anchor, at: selection.value.at ?? anchor }
  }

  return {
    ids: computed(() => selection.value.ids),
    /** The one that was touched last. */
    at: computed(() => selection.value.at),
    /** In the order of the script. */
    lines: computed(() => selection.value.ids.size === 0 ? [] : lines().filter(line => selection.value.ids.has(line.id))),
    click(lineId: LineId, how: { readonly adds: boolean, readonly stretches: boolean }): void {
      selection.value = touch(how.stretches ? begun() : selection.value, order(), lineId, how)
    },
    /** Adds a whole scene, or takes it out where all of it is selected, with what is folded away. */
    toggleScene(headingId: LineId): void {
      const scene = new Set(sceneFrom(lines(), headingId).map(line => line.id))
      const { ids } = selection.value
      const left = [...scene].every(id => ids.has(id)) ? [...ids].filter(id => !scene.has(id)) : [...ids, ...scene]
      selection.value = { ids: new Set(left), at: left.length > 0 ? headingId : null, anchor: headingId }
    },
    /** Makes the stretch one line longer or shorter. */
    stretch(by: 1 | -1): void {
      const from = begun()
      const all = order()
      const id = all[all.indexOf(from.at ?? all[0]!) + by] ?? from.at
      if (id !== null && id !== undefined)
        selection.value = touch(from, all, id, { adds: false, stretches: true })
    },
    all(): void {
      const ids = order()
      selection.value = { ids: new Set(ids), at: ids.at(-1) ?? null, anchor: ids[0] ?? null }
    },
    clear(): void {
      selection.value = nothingSelected
    },
  }
}

export type LineSelection = ReturnType<typeof useLineSelection>
