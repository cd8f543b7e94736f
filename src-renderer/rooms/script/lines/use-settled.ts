/** Whether a row has come to rest: after the first pause of the page, or as soon as somebody points at it or writes in it. */
import { onBeforeUnmount, onMounted, shallowRef } from 'vue'

/** In milliseconds, however busy the page is. */
const latestMs = 300

export function useSettled() {
  const isSettled = shallowRef(false)
  let waiting = 0
  function settle(): void {
    isSettled.value = true
    cancelIdleCallback(waiting)
  }
  onMounted(() => {
    if (!isSettled.value)
      waiting = requestIdleCallback(settle, { timeout: latestMs })
  })
  onBeforeUnmount(() => cancelIdleCallback(waiting))
  return { isSettled, settle }
}
