/** Levels of a sound, for a meter. Pure. */

/** Peaks and means of a piece of sound; 1 is full scale. */
export interface Level { readonly peak: number, readonly rms: number }

/** What a meter shows. */
export interface MeterReading {
  /** In dB below full scale; −Infinity for silence. */
  readonly rmsDb: number
  /** The highest peak of the last moments, in dB. */
  readonly peakDb: number
  /** Since when nothing at all has come, in ms on the clock of the levels; null while something comes. */
  readonly silentSinceMs: number | null
  /** It reached full scale since the last reset. */
  readonly isClipped: boolean
}

export interface LevelMeter {
  add: (level: Level, atMs: number) => MeterReading
  /** Forgets that it clipped. */
  reset: () => void
}

const peakStaysMs = 1500
/** Converters clip a little below the largest number. */
const clipsFrom = 0.999

export function toDb(amplitude: number): number {
  return 20 * Math.log10(amplitude)
}

export function createLevelMeter(): LevelMeter {
  let isClipped = false
  let peak = 0
  let peakAtMs = 0
  let silentSinceMs: number | null = null
  return {
    add(level, atMs) {
      if (level.peak >= peak || atMs - peakAtMs > peakStaysMs) {
        peak = level.peak
        peakAtMs = atMs
      }
      isClipped ||= level.peak >= clipsFrom
      // A live microphone always has some noise: exact zeros come from a muted one.
      silentSinceMs = level.peak === 0 ? silentSinceMs ?? atMs : null
      return { rmsDb: toDb(level.rms), peakDb: toDb(peak), silentSinceMs, isClipped }
    },
    reset() {
      isClipped = false
    },
  }
}
