/** Words that were typed into a dialog are not lost by one Escape or one click next to it: the first asks, the second closes. */
import type { Ref } from 'vue'
import { useEventListener } from '@vueuse/core'
import { shallowReadonly, shallowRef, watch } from 'vue'
import { takesText } from '../../actions/fields.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

function fieldOf(target: EventTarget | null): Field | null {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  // What is typed to find an entry of a list goes with the list; some fields keep what they have at once.
  return isField && takesText(target) && !target.closest('.n-base-selection, [data-kept]') ? target : null
}

export function useTypedWords(place: Readonly<Ref<HTMLElement | null>>) {
  /** What each field had when it got the focus first. */
  const before = new Map<Field, string>()
  const typed = new Set<Field>()
  const isAsking = shallowRef(false)
  function meet(target: EventTarget | null): void {
    const field = fieldOf(target)
    if (field && !before.has(field))
      before.set(field, field.value)
  }
  watch(place, element => element?.contains(document.activeElement) && meet(document.activeElement), { flush: 'post' })
  useEventListener(place, 'focusin', ({ target }) => {
    meet(target)
    if (fieldOf(target))
      isAsking.value = false
  })
  useEventListener(place, 'input', ({ target }) => {
    isAsking.value = false
    const field = fieldOf(target)
    if (field)
      typed.add(field)
  })

  return {
    /** The next Escape closes it. */
    isAsking: shallowReadonly(isAsking),
    /** Whether it may close now. When typed words would be lost, it may the second time; the field is left in the meantime. */
    mayClose(): boolean {
      const hasWords = [...typed].some(field => !field.isConnected || (field.value.trim() !== '' && field.value !== before.get(field)))
      if (!hasWords || isAsking.value)
        return true
      place.value?.focus({ preventScroll: true })
      isAsking.value = true
      return false
    },
  }
}
