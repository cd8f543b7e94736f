/** Levelling: brings the lines of a sequence to one loudness before the whole is brought to its target. Preview and render follow it. */
import type { ClipId } from '#contract/words.ts'
import type { Level, SoundEvent } from './levels.ts'

export interface SpokenLine {
  /** LUFS of the part that is heard, as recorded; null when it is silent. */
  readonly loudness: number | null
  readonly seconds: number
  /** The user set the gain of the clip: it stays as it is. */
  readonly hasOwnGain: boolean
}

/** A line that is further off is broken rather than quiet, and its noise would come up with it. */
export const mostLevellingDb = 12
/** Inaudible clips are not changed. */
const leastLevellingDb = 0.5

/** Decibels for each line, rounded to tenths. They meet at the loudness that half of the spoken time is below. */
export function levellingGains(lines: readonly SpokenLine[]): number[] {
  const common = middleOf(lines.filter(line => !line.hasOwnGain))
  return lines.map(({ loudness, hasOwnGain }) => {
    if (loudness === null || common === null || hasOwnGain)
      return 0
    const gain = Math.max(-mostLevellingDb, Math.min(mostLevellingDb, common - loudness))
    return Math.abs(gain) < leastLevellingDb ? 0 : Math.round(gain * 10) / 10
  })
}

function middleOf(lines: readonly SpokenLine[]): number | null {
  const heard = lines.flatMap(({ loudness, seconds }) => loudness === null ? [] : [{ loudness, seconds }])
    .sort((a, b) => a.loudness - b.loudness)
  const half = heard.reduce((sum, { seconds }) => sum + seconds, 0) / 2
  let before = 0
  return heard.find(({ seconds }) => (before += seconds) >= half)?.loudness ?? null
}

/** The same lines of amplitude, louder by this. */
export function raised(levels: readonly Level[], gainDb: number): Level[] {
  const factor = 10 ** (gainDb / 20)
  return levels.map(({ at, amplitude }) => ({ at, amplitude: amplitude * factor }))
}

/** What a delivery adds to the sound of a sequence, in decibels. */
export interface DeliveredGains {
  /** To everything, to reach its loudness. */
  readonly gainDb: number
  /** To clips of lines that are levelled. */
  readonly clips: ReadonlyMap<ClipId, number>
}

/** Makes events as loud as they are delivered, before peaks are limited. What stays the same event stays the same object. */
export function createDelivered({ gainDb, clips }: DeliveredGains): (events: readonly SoundEvent[]) => SoundEvent[] {
  const known = new WeakMap<SoundEvent, SoundEvent>()
  return events => events.map((event) => {
    const kept = known.get(event)
    if (kept)
      return kept
    const made = { ...event, levels: raised(event.levels, gainDb + (clips.get(event.clip.id) ?? 0)) }
    known.set(event, made)
    return made
  })
}
