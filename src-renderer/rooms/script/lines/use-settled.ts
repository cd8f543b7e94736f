/** Whether a row has come to rest: in the first pause of the page after it was painted, or as soon as somebody points at it or writes in it. */
import { onBeforeUnmount, onMounted, shallowRef } from 'vue'
import { afterPaint } from '../../../parts/pauses/after-paint.ts'

/** In milliseconds, however busy the page is. */
const latestMs = 300

export function useSettled() {
  const isSettled = shallowRef(false)
  let forget = (): void => {}
  function settle(): void {
    isSettled.value = true
    forget()
  }
  onMounted(() => {
    if (!isSettled.value)
      forget = afterPaint(settle, latestMs)
  })
  onBeforeUnmount(() => forget())
  return { isSettled, settle }
}
