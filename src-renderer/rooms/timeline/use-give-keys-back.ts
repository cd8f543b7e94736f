/** A slider, a switch or a choice that was set with the pointer gives the keys back to the tracks: the next arrow steps, the next Space plays. */
import { useEventListener } from '@vueuse/core'
import { nextTick } from 'vue'
import { fieldAt } from '../../actions/fields.ts'

/** Set by the click itself. The others are set by what they open, which would close with the focus. */
const byClick = 'input:is([type=range], [type=checkbox], [type=radio]), [role=switch], [role=checkbox], [role=radio], [role=slider], .n-base-select-option'
const byChange = 'select, input:is([type=range], [type=color])'

export function useGiveKeysBack(): void {
  let isByPointer = false
  useEventListener(document, 'pointerdown', () => isByPointer = true, { capture: true })
  useEventListener(document, 'keydown', () => isByPointer = false, { capture: true })
  useEventListener(document, ['click', 'change'], async ({ type, target }) => {
    if (!isByPointer || !(target instanceof Element) || !target.closest(type === 'click' ? byClick : byChange))
      return
    await nextTick()
    const { activeElement: at } = document
    const kind = fieldAt(at)
    if (at instanceof HTMLElement && kind !== null && kind !== 'text' && !at.closest('[role=dialog]'))
      at.blur()
  })
}
