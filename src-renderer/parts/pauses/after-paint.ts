/** Work that what is on the page now need not wait for: done in a pause, once that has been painted. */

/**
 * A pause alone would not do: the browser takes the wait for a frame for one. After `latestMs` from the paint it is done even if the page
 * never rests. Returns how to call it off.
 */
export function afterPaint(act: () => void, latestMs: number): () => void {
  let pause = 0
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      pause = requestIdleCallback(act, { timeout: latestMs })
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    cancelIdleCallback(pause)
  }
}
