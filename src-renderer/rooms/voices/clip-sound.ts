/** What the samples of a clip tell about it as a voice: noise, clipping, echo, several speakers, and which stretch is the best. Pure. */
import { pitchesOf } from './pitch.ts'

/** Of parts of this length everything is told. */
const frameSeconds = 0.02

export interface ClipSound {
  readonly seconds: number
  /** Decibels below full scale of each frame; −120 for digital silence. */
  readonly frames: readonly number[]
  /** Of the loudest tenth, of the quietest tenth, and of the highest sample. */
  readonly speechDb: number
  readonly floorDb: number
  readonly peakDb: number
  /** How many times the top of a wave is cut off. */
  readonly clippedCount: number
  /** From 0 to 1: the frames that are as quiet as a pause. */
  readonly silentShare: number
  /** Seconds until what was said has died away by 60 dB, estimated after words; null without an end that tells. */
  readonly decaySeconds: number | null
  /** Semitones between two groups of pitches, where there are two; 0 for one voice. */
  readonly pitchGap: number
}

const quietest = -120
const dbOf = (value: number): number => value <= 0 ? quietest : Math.max(quietest, 20 * Math.log10(value))

/** `samples` are one channel, from −1 to 1. */
export function listenTo(samples: Float32Array, sampleRate: number): ClipSound {
  const size = Math.max(1, Math.round(frameSeconds * sampleRate))
  const frames: number[] = []
  for (let from = 0; from + size <= samples.length; from += size) {
    const frame = samples.subarray(from, from + size)
    frames.push(dbOf(Math.sqrt(frame.reduce((sum, value) => sum + value * value, 0) / size)))
  }
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? quietest
  const peak = peakOf(samples)
  const [speechDb, floorDb] = [at(0.9), at(0.05)]
  return {
    seconds: samples.length / sampleRate,
    frames,
    speechDb,
    floorDb,
    peakDb: dbOf(peak),
    clippedCount: clippedIn(samples, peak),
    silentShare: frames.length === 0 ? 1 : frames.filter(frame => frame < pauseDb({ speechDb })).length / frames.length,
    decaySeconds: decayOf(frames, speechDb, floorDb),
    pitchGap: gapOf(pitchesOf(samples, sampleRate)),
  }
}

/** All channels as one voice; peak and clipping are those of the worst one. */
export function listenToAll(channels: readonly Float32Array[], sampleRate: number): ClipSound {
  const [first = new Float32Array(0), ...others] = channels
  const heard = listenTo(asOne(channels), sampleRate)
  if (others.length === 0)
    return heard
  const peaks = channels.map(peakOf)
  return {
    ...heard,
    peakDb: dbOf(Math.max(...peaks)),
    clippedCount: Math.max(clippedIn(first, peaks[0] ?? 0), ...others.map((samples, at) => clippedIn(samples, peaks[at + 1] ?? 0))),
  }
}

/** Their mean; the loudest alone where the mean is far quieter: the others are silent, or in opposite phase. */
function asOne(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels
  if (channels.length <= 1)
    return first
  const mean = first.map((_, at) => channels.reduce((sum, samples) => sum + (samples[at] ?? 0), 0) / channels.length)
  const powers = channels.map(powerOf)
  const loudest = Math.max(...powers)
  // A voice on one of two channels leaves a quarter in the mean, two people on one each a half.
  const leastShare = 0.3
  return powerOf(mean) >= loudest * leastShare ? mean : channels[powers.indexOf(loudest)] ?? first
}

function powerOf(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0)
}
function peakOf(samples: Float32Array): number {
  return samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** What is quieter is a pause; what is below −60 dB is one in any clip. */
export function pauseDb({ speechDb }: Pick<ClipSound, 'speechDb'>): number {
  return Math.max(-60, speechDb - 25)
}

/** Runs of samples at full scale, or on a flat top below it; one alone may just be the highest. */
function clippedIn(samples: Float32Array, peak: number): number {
  const longEnough = 3
  let [count, run, before] = [0, 0, 0]
  for (const value of samples) {
    const isTop = Math.abs(value) >= 0.99 || (peak > 0.5 && Math.abs(value) >= peak * 0.98 && Math.abs(value - before) < 1e-5)
    run = isTop ? run + 1 : 0
    before = value
    if (run === longEnough)
      count++
  }
  return count
}

/** How steeply the level falls after words: the median of those ends that fall by at least 15 dB before they meet the noise. */
function decayOf(frames: readonly number[], speechDb: number, floorDb: number): number | null {
  const from = speechDb - 6
  const until = Math.max(floorDb + 6, speechDb - 35)
  const slopes: number[] = []
  frames.forEach((level, place) => {
    if (level < from || (frames[place + 1] ?? level) >= from)
      return
    const rest = frames.slice(place + 1, place + 1 + 1 / frameSeconds)
    const rise = rest.findIndex((next, at) => next > (rest[at - 1] ?? level) + 3)
    const end = rest.findIndex(next => next <= until)
    if (end < 0 || (rise >= 0 && rise < end) || level - rest[end]! < 15) // within, by findIndex
      return
    slopes.push((level - rest[end]!) / ((end + 1) * frameSeconds))
  })
  const median = slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)]
  return median === undefined ? null : Math.round(60 / median * 100) / 100
}

/** The pitches of a voice vary around one value; those of two people leave a gap. `pitches` in hertz. */
function gapOf(pitches: readonly number[]): number {
  const semitones = pitches.map(hertz => 12 * Math.log2(hertz / 100)).sort((a, b) => a - b)
  const leastShare = 0.15
  const edge = Math.floor(semitones.length * leastShare)
  if (semitones.length < 20)
    return 0
  // The split that leaves the least spread within the two groups.
  const spread = (group: readonly number[]): number => {
    const mean = group.reduce((sum, value) => sum + value, 0) / group.length
    return group.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  }
  let best = { place: 0, within: Infinity }
  for (let place = edge; place < semitones.length - edge; place++) {
    const within = spread(semitones.slice(0, place)) + spread(semitones.slice(place))
    if (within < best.within)
      best = { place, within }
  }
  const isSplit = best.within < spread(semitones) * 0.3
  const middle = (group: readonly number[]): number => group[Math.floor(group.length / 2)] ?? 0
  return isSplit ? Math.round(middle(semitones.slice(best.place)) - middle(semitones.slice(0, best.place))) : 0
}

export interface Stretch { readonly from: number, readonly to: number }

/**
 * The stretch with the most speech of this length or a little less, beginning and ending in pauses where there are some; the whole clip
 * when it is no longer.
 */
export function bestStretch(sound: Pick<ClipSound, 'frames' | 'seconds' | 'speechDb'>, mostSeconds: number): Stretch {
  const { frames, seconds, speechDb } = sound
  if (seconds <= mostSeconds)
    return trimmed(frames, { from: 0, to: seconds }, speechDb)
  const isPause = frames.map(frame => frame < pauseDb({ speechDb }))
  const length = Math.floor(mostSeconds / frameSeconds)
  const before = [0]
  for (const pause of isPause)
    before.push((before.at(-1) ?? 0) + (pause ? 0 : 1))
  let best = { place: 0, spoken: -1 }
  for (let place = 0; place + length <= frames.length; place++) {
    // A word that is cut at the beginning or the end counts against it.
    const cuts = (isPause[place] ? 0 : 1) + (isPause[place + length - 1] ? 0 : 1)
    const spoken = before[place + length]! - before[place]! - cuts * length / 20 // as many as there are frames, and one
    if (spoken > best.spoken)
      best = { place, spoken }
  }
  return trimmed(frames, { from: best.place * frameSeconds, to: (best.place + length) * frameSeconds }, speechDb)
}

/** Without the silence at both ends, but for a breath of it. */
function trimmed(frames: readonly number[], { from, to }: Stretch, speechDb: number): Stretch {
  const breath = 0.1
  const [first, last] = [Math.round(from / frameSeconds), Math.round(to / frameSeconds)]
  const heard = frames.slice(first, last).map(frame => frame >= pauseDb({ speechDb }))
  if (!heard.includes(true))
    return { from, to }
  return {
    from: Math.max(from, (first + heard.indexOf(true)) * frameSeconds - breath),
    to: Math.min(to, (first + heard.lastIndexOf(true) + 1) * frameSeconds + breath),
  }
}

/** Decibels that bring the speech to the level that models are used to, with its peaks a decibel below full scale at most. */
export function levelGainDb({ speechDb, peakDb }: Pick<ClipSound, 'speechDb' | 'peakDb'>): number {
  const [target, top, most] = [-18, -1, 24]
  const gain = Math.min(target - speechDb, top - peakDb, most)
  return Math.abs(gain) < 1 ? 0 : Math.round(Math.max(-most, gain) * 10) / 10
}
