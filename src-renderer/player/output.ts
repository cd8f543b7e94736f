/** The studio's one audio output: taking it silences the previous holder. */

/** Stops whatever the holder is playing. Called when another takes the output, never when the holder gives it back. */
export type Silence = () => void

export interface Output {
  /** Takes the output; the holder before is silenced first. Taking it twice in a row is taking it once. */
  take: (silence: Silence) => void
  /** Gives it back, if it is still held under the same function. */
  release: (silence: Silence) => void
  /** Whether something plays. */
  isHeld: () => boolean
}

export function createOutput(): Output {
  let holder: Silence | null = null
  return {
    take(silence) {
      if (holder === silence)
        return
      const before = holder
      holder = silence
      before?.()
    },
    isHeld: () => holder !== null,
    release(silence) {
      if (holder === silence)
        holder = null
    },
  }
}
