/** Merges what comes in a burst: the first of it is shown at once, the rest once for each frame of the screen. */

export interface PerFrame {
  /** Acts at once when nothing was shown in this frame yet, otherwise once with the next frame, however often it is asked. */
  readonly ask: () => void
  /** What was asked for and not done yet is forgotten. */
  readonly drop: () => void
}

/** A window that is covered gets no frames, though it does not count as hidden. */
const longestWaitMs = 250

/** Calls back with the next frame; in a hidden page, when everything that has arrived was read. */
export function nextFrame(act: () => void): void {
  if (typeof document === 'undefined' || document.hidden) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      act()
    }
    port2.postMessage(null)
    return
  }
  const isLate = setTimeout(begin, longestWaitMs)
  const frame = requestAnimationFrame(begin)
  function begin(): void {
    clearTimeout(isLate)
    cancelAnimationFrame(frame)
    act()
  }
}

export function perFrame(act: () => void, next = nextFrame): PerFrame {
  let isShown = false
  let isAsked = false

  function show(): void {
    isShown = true
    isAsked = false
    next(() => {
      isShown = false
      if (isAsked)
        show()
    })
    act()
  }

  return {
    ask() {
      isAsked = true
      if (!isShown)
        show()
    },
    drop() {
      isAsked = false
    },
  }
}
