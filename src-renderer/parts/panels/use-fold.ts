/** Folds the less important parts of a bar, step by step, until all of it fits: nothing in it is covered or cut off. */
import type { Ref } from 'vue'
import { useResizeObserver } from '@vueuse/core'
import { nextTick, onMounted, shallowReadonly, shallowRef, watch } from 'vue'

interface Fold {
  /** Its content is wider than it is while too much is shown: its parts do not shrink. */
  readonly bar: Readonly<Ref<HTMLElement | null>>
  /** How many steps there are. */
  readonly most: number
  /** What makes the content wider or narrower. Digits are of one width. */
  readonly content: () => unknown
}

export function useFold({ bar, most, content }: Fold) {
  const folded = shallowRef(0)
  let run = 0

  async function fit(): Promise<void> {
    const mine = ++run
    for (let step = 0; step <= most; step += 1) {
      folded.value = step
      await nextTick()
      const element = bar.value
      // A bar that changed meanwhile is measured by that change.
      if (mine !== run || !element || element.scrollWidth <= element.clientWidth)
        return
    }
  }

  useResizeObserver(bar, () => void fit())
  // To measure is to lay out the page: counts that change many times a second are measured when they get another digit.
  watch(() => JSON.stringify(content()).replaceAll(/\d/g, '0'), () => void fit(), { flush: 'post' })
  onMounted(fit)
  return shallowReadonly(folded)
}
