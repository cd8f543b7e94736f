/** Where the mix passes full scale before it is brought to its loudness: there the limiter works hard, and may be heard. */
import type { FindingPlace } from '#contract/deliveries.ts'
import type { SoundClip } from '#contract/sequence-document.ts'
import type { Level, SoundEvent } from '#rules/sequence/levels.ts'
import type { Delivered } from './delivered.ts'
import { frameAtSample, sampleOfFrame, samplesPerSecond } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { placeOf as placeOfSource } from '#rules/sequence/ramp.ts'
import { peaksPerSecond } from '../media/sound/peaks.ts'
import { placeOf } from './delivered.ts'

/** Minimum and maximum of each hundredth of a second, from −128 to 127. */
export type Outline = Int8Array
/** What a clip plays, and what is chosen of its sound. */
export type HeardClip = Pick<SoundClip, 'takeId' | 'heard'>

const samplesPerPoint = samplesPerSecond / peaksPerSecond
/** Places nearer to each other than this are one. */
const joinedWithin = 1 * peaksPerSecond
/** A tenth of a decibel is nothing that anybody hears. */
const leastOver = 10 ** (0.1 / 20)

/**
 * Each place with the clip that is loudest there. Sums the outlines of what sounds at once, so that it is never too low; where several
 * sounds peak in the same hundredth of a second but not at the same moment, it is a little too high.
 */
export function clippingPlaces(delivered: Delivered, outlineOf: (clip: HeardClip) => Outline | null): FindingPlace[] {
  const { sequence, range } = delivered
  const [from, end] = [range.startFrame, range.startFrame + range.frames].map(frame => sampleOfFrame(frame, sequence.rate))
  const first = Math.floor((from ?? 0) / samplesPerPoint)
  const points = Math.max(0, Math.ceil((end ?? 0) / samplesPerPoint) - first)
  const sum = { low: new Float32Array(points), high: new Float32Array(points) }
  const loudest = { peak: new Float32Array(points), event: new Int32Array(points).fill(-1) }
  const events = soundEvents(sequence)
  events.forEach((event, at) => {
    const outline = outlineOf(event.clip)
    if (outline)
      addEvent({ event, at, outline, first }, sum, loudest)
  })
  const peak = (point: number): number => Math.max(sum.high[point] ?? 0, -(sum.low[point] ?? 0))
  const places: { start: number, end: number, top: number }[] = []
  for (let point = 0; point < points; point++) {
    if (peak(point) <= leastOver)
      continue
    const last = places.at(-1)
    if (last && point - last.end < joinedWithin) {
      last.end = point + 1
      last.top = peak(point) > peak(last.top) ? point : last.top
    }
    else {
      places.push({ start: point, end: point + 1, top: point })
    }
  }
  return places.flatMap(({ start, end: until, top }) => {
    const event = events[loudest.event[top] ?? -1]
    const track = event && sequence.tracks[event.trackId]
    if (!event || !track)
      return []
    const frameOf = (point: number): number => frameAtSample((first + point) * samplesPerPoint, sequence.rate)
    const name = delivered.takes.get(event.clip.takeId)?.title ?? ''
    const startFrame = Math.max(range.startFrame, frameOf(start))
    const frames = Math.max(1, frameOf(until) - startFrame)
    return [placeOf(delivered, track, event.clip, { name, startFrame, frames, value: 20 * Math.log10(peak(top)) })]
  })
}

interface Added { readonly event: SoundEvent, readonly at: number, readonly outline: Outline, readonly first: number }

function addEvent(
  { event: { clip, start, length, levels, isReversed }, at, outline, first }: Added,
  { low, high }: { low: Float32Array, high: Float32Array },
  loudest: { peak: Float32Array, event: Int32Array },
): void {
  const from = Math.max(0, Math.floor(start / samplesPerPoint) - first)
  const end = Math.min(low.length, Math.ceil((start + length) / samplesPerPoint) - first)
  const amplitude = levelReader(levels)
  for (let point = from; point < end; point++) {
    const offset = Math.min(length, Math.max(0, (first + point) * samplesPerPoint + samplesPerPoint / 2 - start))
    const source = Math.floor(placeOfSource(clip, isReversed ? length - offset : offset) / 100 / samplesPerPoint)
    const gain = amplitude(offset) / 128
    const [min, max] = [(outline[2 * source] ?? 0) * gain, (outline[2 * source + 1] ?? 0) * gain]
    low[point] = (low[point] ?? 0) + min
    high[point] = (high[point] ?? 0) + max
    const own = Math.max(max, -min)
    if (own > (loudest.peak[point] ?? 0)) {
      loudest.peak[point] = own
      loudest.event[point] = at
    }
  }
}

/** Reads levels at places that only go forward. */
function levelReader(levels: readonly Level[]): (at: number) => number {
  let next = 0
  return (at) => {
    while (next < levels.length && (levels[next]?.at ?? 0) <= at)
      next++
    const [before, after] = [levels[next - 1], levels[next]]
    if (!before || !after)
      return (before ?? after)?.amplitude ?? 1
    return before.amplitude + (after.amplitude - before.amplitude) * (at - before.at) / (after.at - before.at)
  }
}
