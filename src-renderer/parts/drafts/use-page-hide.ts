/** Does something at once when the page goes or is put away: what is only kept after a pause would be lost with it. */
import { useEventListener } from '@vueuse/core'

/** Called more than once on the way out; as long as the scope lives. What it sends can't be awaited there. */
export function usePageHide(flush: () => unknown): void {
  useEventListener('pagehide', () => void flush())
  // A page in the background may be ended without another word.
  useEventListener(globalThis.document, 'visibilitychange', () => document.visibilityState === 'hidden' && void flush())
}
