/** The beats of music by its levels: how often the sound becomes louder at once, and at which steady distance (after Ellis, 2007). */
import { levelsPerSecond } from '../pauses/quiet.ts'

/** A beat of a source, in seconds, and how much louder the sound becomes there. */
export interface Beat { readonly at: number, readonly onset: number }

export interface Beats {
  readonly perMinute: number
  /** In order of time. */
  readonly beats: readonly Beat[]
}

/** Steps of a level below the loudest one; what is below is silence to a listener. */
const heardRange = 100
/** Steps of a level. A steady tone wavers by one, as a hundredth of a second is no whole number of its waves. */
const leastRise = 2
/** The most and the fewest beats for each minute that are looked for, and what listeners tap most often. */
const tempo = { most: 210, least: 48, usual: 120 }
/** In octaves: how readily one taps half or twice as fast. */
const tempoSpread = 0.8
/** How much of the onsets the steady distance explains: speech and noise have less. */
const leastSteadiness = 0.17
/** How much a beat costs that comes too early or too late. */
const tightness = 300
/** Onsets are told apart from what is usual within this many hundredths of a second. */
const usualWithin = 50
const fewestBeats = 8
/** The rise of a beat is measured from its middle to this long after it. */
const riseHundredths = 1.5

/** Null where nothing beats steadily. `levels` are bytes for each hundredth of a second, as `levelOf` gives them. */
export function beatsIn(levels: Uint8Array): Beats | null {
  const onsets = onsetsIn(levels)
  const period = onsets && periodOf(onsets)
  if (!onsets || !period)
    return null
  const beats = trackBeats(onsets, period)
    .map((at): Beat => ({ at: Math.max(0, at - riseHundredths) / levelsPerSecond, onset: onsets[at]! }))
  return beats.length < fewestBeats ? null : { perMinute: 60 * levelsPerSecond / period, beats }
}

/** Every second or fourth of them: those that are stressed most. */
export function everyBeat(beats: readonly Beat[], by: 1 | 2 | 4): Beat[] {
  const from = Array.from({ length: by }, (_, first) => first)
    .map(first => ({ first, stress: sumOf(beats.filter((_, index) => index % by === first)) }))
    .reduce((best, one) => one.stress > best.stress ? one : best)
    .first
  return beats.filter((_, index) => index % by === from)
}

function sumOf(beats: readonly Beat[]): number {
  return beats.reduce((sum, { onset }) => sum + onset, 0) / Math.max(1, beats.length)
}

/** How much louder each hundredth is than before, against what is usual there; null for silence. */
function onsetsIn(levels: Uint8Array): Float64Array | null {
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0)
  if (loudest === 0)
    return null
  const heard = (at: number): number => Math.max(0, (levels[Math.max(0, at)] ?? 0) - (loudest - heardRange))
  const rises = Float64Array.from(levels, (_, at) =>
    Math.max(0, (heard(at) + heard(at - 1)) / 2 - (heard(at - 2) + heard(at - 3)) / 2 - leastRise))
  let near = rises.slice(0, usualWithin).reduce((sum, rise) => sum + rise, 0)
  const onsets = rises.map((rise, at) => {
    near += (rises[at + usualWithin] ?? 0) - (rises[at - usualWithin - 1] ?? 0)
    return Math.max(0, rise - near / (2 * usualWithin + 1))
  })
  const spread = Math.sqrt(onsets.reduce((sum, onset) => sum + onset ** 2, 0) / onsets.length)
  return spread === 0 ? null : onsets.map(onset => onset / spread)
}

/** Hundredths of a second from beat to beat; null where no distance explains enough of the onsets. */
function periodOf(onsets: Float64Array): number | null {
  const [shortest, longest] = [tempo.most, tempo.least].map(perMinute => Math.round(60 * levelsPerSecond / perMinute)) as [number, number]
  if (onsets.length < longest * 2)
    return null
  const mean = onsets.reduce((sum, onset) => sum + onset, 0) / onsets.length
  const own = likenessAt(onsets, mean, 0)
  const likeness = Array.from({ length: longest + 2 }, (_, lag) => lag < shortest - 1 ? 0 : likenessAt(onsets, mean, lag))
  const weighed = (lag: number): number =>
    likeness[lag]! * Math.exp(-0.5 * (Math.log2(lag * tempo.usual / (60 * levelsPerSecond)) / tempoSpread) ** 2)
  let best = shortest
  for (let lag = shortest; lag <= longest; lag++) {
    if (weighed(lag) > weighed(best))
      best = lag
  }
  if (likeness[best]! < own * leastSteadiness)
    return null
  // Between hundredths: the top of the parabola through three of them.
  const [before, top, after] = [likeness[best - 1]!, likeness[best]!, likeness[best + 1]!]
  const bend = before - 2 * top + after
  return best + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0)
}

/** Of the onsets and the same ones this much later. Neighbours count as well, as a beat is seldom at a whole hundredth. */
function likenessAt(onsets: Float64Array, mean: number, lag: number): number {
  let sum = 0
  for (let at = lag + 1; at < onsets.length - 1; at++)
    sum += (onsets[at - lag]! - mean) * (onsets[at]! - mean + 0.5 * (onsets[at - 1]! + onsets[at + 1]! - 2 * mean))
  return sum / Math.max(1, onsets.length - lag)
}

/** The row of places that is loudest at its onsets and steadiest in its distances. */
function trackBeats(onsets: Float64Array, period: number): number[] {
  const [nearest, farthest] = [Math.round(period / 2), Math.round(period * 2)]
  const cost = Float64Array.from({ length: farthest + 1 }, (_, gap) => gap < nearest ? 0 : tightness * Math.log(gap / period) ** 2)
  const score = new Float64Array(onsets.length)
  const before = new Int32Array(onsets.length).fill(-1)
  for (let at = 0; at < onsets.length; at++) {
    let best = 0
    for (let gap = nearest; gap <= farthest && gap <= at; gap++) {
      const reached = score[at - gap]! - cost[gap]!
      if (reached > best) {
        best = reached
        before[at] = at - gap
      }
    }
    score[at] = onsets[at]! + best
  }
  let last = score.length - 1
  for (let at = Math.max(0, score.length - farthest); at < score.length; at++) {
    if (score[at]! > score[last]!)
      last = at
  }
  const beats: number[] = []
  for (let at = last; at >= 0; at = before[at]!)
    beats.push(at)
  return withoutSilentEnds(beats.reverse(), onsets)
}

/** Before the first sound and after the last one, nothing beats. */
function withoutSilentEnds(beats: readonly number[], onsets: Float64Array): number[] {
  const isHeard = (at: number): boolean => onsets.subarray(Math.max(0, at - 3), at + 4).some(onset => onset > 0.5)
  const first = beats.findIndex(isHeard)
  return first < 0 ? [] : beats.slice(first, beats.findLastIndex(isHeard) + 1)
}
