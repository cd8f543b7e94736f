/** Drags a point in a lane of a clip. The clip is built again with each move, so the window listens; Escape ends it without a step. */

/** Less is a click. */
const clickPixels = 3

interface LaneDrag {
  /** Pixels to the right and down from where it began, and the event that says so. */
  readonly move: (right: number, lower: number, event: PointerEvent) => void
  readonly end: (how: 'clicked' | 'dragged' | 'cancelled') => void
}

export function dragInLane(begun: PointerEvent, { move, end }: LaneDrag): void {
  const listening = new AbortController()
  const { signal } = listening
  let hasMoved = false
  const stop = (how: 'dropped' | 'cancelled'): void => {
    listening.abort()
    end(how === 'cancelled' ? how : hasMoved ? 'dragged' : 'clicked')
  }
  window.addEventListener('pointermove', (event) => {
    const [right, lower] = [event.clientX - begun.clientX, event.clientY - begun.clientY]
    hasMoved ||= Math.hypot(right, lower) >= clickPixels
    if (hasMoved)
      move(right, lower, event)
  }, { signal })
  window.addEventListener('pointerup', () => stop('dropped'), { signal })
  window.addEventListener('pointercancel', () => stop('cancelled'), { signal })
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape')
      return
    event.preventDefault()
    event.stopPropagation()
    stop('cancelled')
  }, { signal, capture: true })
}
