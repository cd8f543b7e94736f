/** Puts the caret into a field of a line as soon as it is there. */
import type { Ref } from 'vue'
import { nextTick, watch } from 'vue'

export function useLineCaret(
  field: Readonly<Ref<HTMLInputElement | HTMLTextAreaElement | null>>,
  caret: () => 'start' | 'end' | null,
  taken: () => void,
): void {
  watch(caret, async (at) => {
    if (at === null)
      return
    await nextTick()
    const end = at === 'end' ? field.value?.value.length ?? 0 : 0
    // The caret is not moved while it is already in this field.
    if (field.value !== document.activeElement) {
      field.value?.focus()
      field.value?.setSelectionRange(end, end)
    }
    taken()
  }, { immediate: true })
}
