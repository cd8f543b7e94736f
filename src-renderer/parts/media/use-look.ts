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
    /** What CSS makes of a colour, such as `var(--audio)`: a canvas knows no variables and no schemes. */
    colourOf(name: string): string {
      const kept = colours.get(name)
      if (kept !== undefined)
        return kept
      const probe = document.createElement('span')
      probe.style.color = name
      document.body.append(probe)
      const colour = getComputedStyle(probe).color
      probe.remove()
      colours.set(name, colour)
      return colour
    },
  }
})
