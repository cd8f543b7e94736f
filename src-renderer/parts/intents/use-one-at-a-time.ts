/** An act of a form or a button that is not begun again before it is over: Enter and a second press come while it still runs. */
import { shallowReadonly, shallowRef } from 'vue'

/** While the one before is not over, `run` does nothing and answers undefined. However that ends, it may be run again. */
export function useOneAtATime<Asked extends unknown[], Answer>(act: (...asked: Asked) => Promise<Answer>) {
  const isBusy = shallowRef(false)
  return {
    isBusy: shallowReadonly(isBusy),
    async run(...asked: Asked): Promise<Answer | undefined> {
      if (isBusy.value)
        return undefined
      isBusy.value = true
      try {
        return await act(...asked)
      }
      finally {
        isBusy.value = false
      }
    },
  }
}
