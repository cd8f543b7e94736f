/** Colours for what is painted: read once for each theme, by the first that asks for them. */
import { createSharedComposable, useMutationObserver } from '@vueuse/core'
import { shallowRef } from 'vue'

/** `look` changes with the theme. One observer for all: the root element tells each of its observers of each change. */
export const useLook = createSharedComposable(() => {
  const look = shallowRef(0)
  const colours = new Map<string, string>()
  useMutationObserver(() => document.documentElement, () => {
    colours.clear()
    look.value++
  }, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] })
  return {
    look,
    /** The text colour of the element, which is that of all elements with this name. */
    colourOf(name: string, element: Element): string {
      const colour = colours.get(name) ?? getComputedStyle(element).color
      colours.set(name, colour)
      return colour
    },
  }
})
