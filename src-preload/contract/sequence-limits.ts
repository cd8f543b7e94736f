/** The most that a sequence may contain. Within these limits, all arithmetic of times is exact in whole numbers. */

/** Frames per second. */
export const highestRate = 240
const secondsOfDay = 24 * 60 * 60
/** A day at the highest rate. */
export const mostFrames = secondsOfDay * highestRate
/** A day at 48 kHz. */
export const mostSamples = secondsOfDay * 48_000
export const mostTracks = 64
/** On one track. */
export const mostClips = 10_000
export const mostMarkers = 10_000
export const mostClipMarkers = 200
/** Marked on one clip. */
export const mostBeats = 10_000
/** Of the gain of one clip, and of its pan. */
export const mostGainPoints = 10_000
/** Of the speed of one clip. */
export const mostRampPoints = 100
/** Percent, of sounds in sequences that are slowed down or sped up in one another. */
export const [slowestSound, fastestSound] = [0.1, 100_000]
/** Of one property of one clip. */
export const mostKeys = 1000
