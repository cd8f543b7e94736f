/** An element that gets another address of the same file continues where it was, as it was. */
import type { Ref } from 'vue'
import { watch } from 'vue'
import { isSameMedia } from '../../stores/media.ts'

type Continued = Pick<HTMLMediaElement, 'currentTime' | 'paused' | 'playbackRate' | 'play'>

/** `onOther` is called when the address is one of another file. */
export function useContinued(element: Readonly<Ref<Continued | null>>, url: () => string | null, onOther: () => void = () => {}) {
  let left: { readonly seconds: number, readonly rate: number } | null = null

  // Before the element gets it, which sets its time and its rate back.
  watch(url, (now, before) => {
    const at = element.value
    if (!at || !isSameMedia(now, before ?? null))
      left = null
    else
      left ??= { seconds: at.currentTime, rate: at.paused ? 0 : at.playbackRate }
    if (!left)
      onOther()
  })

  return {
    /** It has not come back to where it was: its time says nothing. */
    isUnderWay: () => left !== null,
    /** Call it when the metadata are there. Answers whether it continues something. */
    resume(): boolean {
      const at = element.value
      if (!at || !left)
        return false
      const { seconds, rate } = left
      left = null
      at.currentTime = seconds
      if (rate > 0) {
        at.playbackRate = rate
        at.play().catch(() => {}) // Interrupted by a pause, or failed again: the error event tells.
      }
      return true
    },
  }
}
