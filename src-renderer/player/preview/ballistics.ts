/** How a level meter moves: up at once, down evenly, with a mark that stays a while on the highest peak. Pure. */

/** In dB below full scale, no lower than the end of the scale. */
export interface Needle {
  readonly db: number
  readonly peakDb: number
  /** For how long the mark has stood, in ms. */
  readonly stoodMs: number
}

export const scaleEndDb = -60
/** As a meter of IEC 60268-18 falls: 20 dB in 1.7 s. */
const fallDbPerMs = 20 / 1700
const peakStaysMs = 1500
/** The largest sample of 16 bits. */
const fullScale = 32_767 / 32_768

export const atRest: Needle = { db: scaleEndDb, peakDb: scaleEndDb, stoodMs: 0 }

export function dbOf(amplitude: number): number {
  return 20 * Math.log10(amplitude)
}

export function isClipping(amplitude: number): boolean {
  return amplitude >= fullScale
}

/** `peak` is the highest amplitude since the step before, which was `ms` ago. */
export function moved(needle: Needle, peak: number, ms: number): Needle {
  const level = Math.min(0, Math.max(scaleEndDb, dbOf(peak)))
  const fall = ms * fallDbPerMs
  const db = Math.max(level, needle.db - fall, scaleEndDb)
  if (level >= needle.peakDb)
    return { db, peakDb: level, stoodMs: 0 }
  const stoodMs = needle.stoodMs + ms
  return { db, peakDb: stoodMs < peakStaysMs ? needle.peakDb : Math.max(db, needle.peakDb - fall), stoodMs }
}

export function isAtRest(needle: Needle): boolean {
  return needle.peakDb <= scaleEndDb
}

/** Where on the scale a level is: 0 at its end, 1 at full scale. */
export function shareOf(db: number): number {
  return 1 - Math.min(0, Math.max(scaleEndDb, db)) / scaleEndDb
}
