/** Flushes at once when the page is hidden or closed: what waits for a debounce would be lost. */
import { useEventListener } from '@vueuse/core'

/** `flush` may be called more than once; its calls can't be awaited while the page unloads. Lives as long as the scope. */
export function usePageHide(flush: () => unknown): void {
  useEventListener('pagehide', () => void flush())
  // A page in the background may be killed without another event.
  useEventListener(globalThis.document, 'visibilitychange', () => document.visibilityState === 'hidden' && void flush())
}
