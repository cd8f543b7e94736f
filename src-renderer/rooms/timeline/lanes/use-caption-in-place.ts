/** The caption that is typed where it is, and what becomes of the keys afterwards. */
import type { Ref } from 'vue'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { computed, nextTick, watch } from 'vue'
import { findBox } from '../view/rows.ts'

/** A caption that is typed has room for a few words. */
const leastTyped = 240

interface Area {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly headWidth: number
  readonly rulerHeight: number
  readonly focusClip: (id: ClipId) => void
}

export function useCaptionInPlace(editor: Editor, { scroller, headWidth, rulerHeight, focusClip }: Area) {
  const { rows, view } = editor

  /** The caption that is typed, and where it is. */
  const typed = computed(() => {
    const found = editor.typed.value ? findBox(rows.value, editor.typed.value) : null
    if (!found || !('speaker' in found.box.clip))
      return null
    const { row, box } = found
    const [left, wide] = [box.start, box.end - box.start].map(frames => frames * view.pixelsPerFrame.value)
    return {
      row,
      clip: found.box.clip,
      style: {
        transform: `translate(${headWidth + (left ?? 0)}px, ${rulerHeight + row.top}px)`,
        width: `${Math.max(leastTyped, wide ?? 0)}px`,
        height: `${Math.max(44, row.height)}px`,
      },
    }
  })
  function takeWords(id: ClipId, text: string): void {
    editor.edit('caption', [{ do: 'setCaption', clipIds: [id], values: { text } }])
  }
  function goOnTyping(by: -1 | 1): void {
    const { row, clip } = typed.value ?? {}
    const next = row?.boxes[row.boxes.findIndex(box => box.clip.id === clip?.id) + by]
    if (!next)
      return endTyping()
    editor.select(next.clip.id)
    editor.seek(next.start)
    editor.reveal(next.start, leastTyped)
    editor.typed.value = next.clip.id
  }
  /** Afterwards the keys are the room's again, or the clip's if it was opened from the keyboard. */
  let isTypedByKeys = false
  watch(editor.typed, (id, before) => {
    if (id !== null && before === null)
      isTypedByKeys = Boolean(document.activeElement?.closest('[data-clip]'))
  }, { flush: 'sync' })
  function endTyping(): void {
    const id = editor.typed.value
    editor.typed.value = null
    if (id !== null && isTypedByKeys)
      return focusClip(id)
    void nextTick(() => document.activeElement === document.body && scroller.value?.focus({ preventScroll: true }))
  }

  return { typed, takeWords, goOnTyping, endTyping }
}
