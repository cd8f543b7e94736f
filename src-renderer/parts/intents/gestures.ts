/** Tells a new press from the rest of an old one: the second click of a double-click, or a key that is held down. */

/** What is read of a click, a key or a pointer event. */
export interface GestureEvent {
  readonly type: string
  /** Clicks in a row, as the system counts them; 0 for a click that a key or a script made. */
  readonly detail?: number
  /** A key that is held down. */
  readonly repeat?: boolean
}

export const gestureEvents = ['pointerdown', 'mousedown', 'click', 'keydown', 'keyup'] as const

export interface Gestures {
  /** For every event of `gestureEvents`, in the capture phase: before anything acts on it. */
  readonly note: (event: GestureEvent) => void
  /** What happens now continues from a press that has been answered already. */
  readonly isRepeat: () => boolean
}

export function createGestures(): Gestures {
  let repeats: 'key' | 'pointer' | null = null

  return {
    note({ type, detail = 0, repeat = false }) {
      if (type === 'keydown')
        repeats = repeat ? 'key' : null
      else if ((type === 'mousedown' || type === 'click') && detail > 1)
        repeats = 'pointer'
      // A held Enter clicks its button again and again: such a click counts nothing itself.
      else if (type !== 'click' || detail === 1 || repeats === 'pointer')
        repeats = null
    },
    isRepeat: () => repeats !== null,
  }
}
