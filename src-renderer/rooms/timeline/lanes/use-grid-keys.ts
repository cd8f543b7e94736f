/** The keys of the grid of clips: arrows go from clip to clip, Enter and Space select. */
import type { Ref } from 'vue'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { findBox } from '../view/rows.ts'
import { neighbourOf } from '../view/selection.ts'

const steps = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' } as const

export function useGridKeys(editor: Editor, scroller: Readonly<Ref<HTMLElement | null>>) {
  const { rows, view } = editor

  function focusClip(id: ClipId): void {
    const found = findBox(rows.value, id)
    if (found)
      editor.reveal(found.box.start)
    requestAnimationFrame(() => scroller.value?.querySelector<HTMLElement>(`[data-clip="${id}"]`)?.focus())
  }
  function onKey(event: KeyboardEvent): void {
    const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-clip]') : null
    if (!cell || event.altKey || event.ctrlKey || event.metaKey)
      return
    const to = event.key in steps ? steps[event.key as keyof typeof steps] : null // `in` has just shown it
    const at = cell.dataset.clip as ClipId // written by ClipBox
    if (to) {
      const next = neighbourOf(rows.value, at, to)
      if (next) {
        if (event.shiftKey)
          view.selection.value = { ids: new Set([...view.selection.value.ids, at, next]), at: next }
        else
          editor.select(next)
        focusClip(next)
      }
    }
    else if (event.key === 'Enter') {
      const found = findBox(rows.value, at)
      editor.select(at)
      if (found)
        editor.seek(found.box.start)
    }
    else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return { focusClip, onKey }
}
