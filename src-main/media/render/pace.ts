/** How fast a film is encoded, over the last seconds. */

const windowMs = 5000
/** Before that a number would jump about. */
const leastMs = 1000

export interface Pace {
  add: (frames: number) => void
  /** Frames per second; null while it is not known, such as before the first frames and after the last ones. */
  perSecond: () => number | null
}

/** `now` counts milliseconds. */
export function createPace(now: () => number): Pace {
  let counted: { readonly at: number, readonly frames: number }[] = []
  return {
    add(frames) {
      if (frames > 0)
        counted.push({ at: now(), frames })
    },
    perSecond() {
      const since = now() - windowMs
      // The first one tells when encoding was under way, not how long its frames had taken.
      counted = counted.filter(({ at }) => at >= since)
      const [first, ...later] = counted
      const span = first ? now() - first.at : 0
      const frames = later.reduce((sum, each) => sum + each.frames, 0)
      return span >= leastMs && frames > 0 ? frames / span * 1000 : null
    },
  }
}
