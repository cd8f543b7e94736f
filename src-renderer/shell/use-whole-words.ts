/** Words that are cut off are said whole while the pointer is over them, as the tooltip of their element. */
import { useEventListener } from '@vueuse/core'

/** How far above what the pointer is over the words may be cut off: an icon or a mark in them is no place of its own. */
const levels = 3

export function useWholeWords(): void {
  let shown: { readonly element: HTMLElement, readonly words: string } | null = null
  const hide = (): void => {
    // Its room may have given it a tooltip of its own meanwhile.
    if (shown?.element.title === shown?.words)
      shown?.element.removeAttribute('title')
    shown = null
  }
  useEventListener(document, 'pointerover', ({ target }: PointerEvent) => {
    hide()
    // A tooltip of the room's own says more.
    if (!(target instanceof HTMLElement) || target.closest('[title]'))
      return
    let element: HTMLElement | null = target
    for (let level = 0; element && level < levels; level++, element = element.parentElement) {
      if (isCut(element)) {
        shown = { element, words: element.textContent.trim() }
        element.title = shown.words
        return
      }
    }
  }, { passive: true })
  useEventListener(document, 'pointerleave', hide)
}

function isCut(element: HTMLElement): boolean {
  const style = getComputedStyle(element)
  const isClamped = style.webkitLineClamp !== 'none' && style.webkitLineClamp !== ''
  return isClamped
    ? element.scrollHeight > element.clientHeight
    : style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth
}
