/** Where a recording belongs in what was playing while it was made. Pure. */

/** Samples per second of every recorded take. */
const sampleRate = 48_000

/** When a recording was made, and how late everything reached the program. */
export interface RecordingTiming {
  /** When its first sample reached the program, in ms on the clock of `performance.now()`; null when that is not known. */
  readonly startedAtMs: number | null
  /** From the microphone to the program, in seconds, as the browser says it. */
  readonly inputSeconds: number
  /** What the user added, in seconds; positive where recordings come too late. */
  readonly offsetSeconds: number
}

/**
 * When a person hears what a context plays at `contextTime`, in ms on the clock of `performance.now()`: the way to the speakers is
 * counted. For times that were or will be; a context that is suspended in between hears it later.
 */
export function heardAtMs(
  context: Pick<AudioContext, 'currentTime' | 'baseLatency' | 'outputLatency' | 'getOutputTimestamp'>,
  contextTime: number,
  nowMs: number = performance.now(),
): number {
  const { contextTime: sounding = 0, performanceTime = 0 } = context.getOutputTimestamp()
  // Before anything has sounded both are 0.
  return performanceTime > 0
    ? performanceTime + (contextTime - sounding) * 1000
    : nowMs + (contextTime - context.currentTime + (context.outputLatency || context.baseLatency)) * 1000
}

/**
 * The sample of the recorded take (48 kHz) that was spoken at this moment. Negative when the recording began that many samples later; null
 * when it is not known when it began.
 */
export function sampleSpokenAt({ startedAtMs, inputSeconds, offsetSeconds }: RecordingTiming, spokenAtMs: number): number | null {
  return startedAtMs === null ? null : Math.round(((spokenAtMs - startedAtMs) / 1000 + inputSeconds + offsetSeconds) * sampleRate)
}

/** Places a recording in what was playing while it was made. */
export interface RecordingPlace {
  /**
   * The sample of the take that was spoken at this moment, in ms on the clock of `performance.now()`. With the moment at which the user
   * heard a frame, see `heardAtMs`, it is the `in` of a clip placed at that frame. Negative: the clip begins so many samples later,
   * with `in` 0. Null: not known, place it by ear.
   */
  readonly sampleSpokenAt: (atMs: number) => number | null
}

export function placeOf(timing: RecordingTiming): RecordingPlace {
  return { sampleSpokenAt: atMs => sampleSpokenAt(timing, atMs) }
}
