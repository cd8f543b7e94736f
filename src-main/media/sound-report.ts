/** What was measured of the sound of a render while it was mixed and brought to its loudness. */
import type { Level } from '#rules/sequence/levels.ts'
import type { Loudness } from './loudness.ts'
import { jointLoudness } from './line-loudness.ts'

/** One line as it was mixed. */
export interface MixedLine {
  readonly speaker: string
  readonly seconds: number
  /** LUFS as it lies on the timeline, with its own gain and that of its track; null for silence. */
  readonly loudness: number | null
  /** What levelling added. */
  readonly levelledDb: number
}

export interface SoundReport {
  /** The one gain given to the whole mix. */
  readonly gainDb: number
  /** The mix with its levelled lines, before that gain; null where it was not measured. */
  readonly before: Loudness | null
  /** Whether peaks had to be lowered to stay under the limit. */
  readonly isLimited: boolean
  readonly lines: readonly MixedLine[]
}

/** LUFS of the lines alone, without music and limiter. */
export interface SpeakerLoudness {
  /** Empty for lines without a speaker. */
  readonly name: string
  readonly lines: number
  readonly beforeLufs: number
  readonly afterLufs: number
}

/** Those that are heard, by their names. */
export function speakersIn({ lines, gainDb }: Pick<SoundReport, 'lines' | 'gainDb'>): SpeakerLoudness[] {
  return [...Map.groupBy(lines, ({ speaker }) => speaker)].flatMap(([name, theirs]): SpeakerLoudness[] => {
    const before = jointLoudness(theirs)
    const after = jointLoudness(theirs.map(({ loudness, levelledDb, seconds }) =>
      ({ seconds, loudness: loudness === null ? null : loudness + levelledDb })))
    return before === null || after === null ? [] : [{ name, lines: theirs.length, beforeLufs: before, afterLufs: after + gainDb }]
  }).sort((a, b) => a.name < b.name ? -1 : 1)
}

/** Decibels of straight lines of amplitude over this many samples, by their power. */
export function meanGainDb(levels: readonly Level[], length: number): number {
  let power = 0
  levels.forEach(({ at, amplitude }, index) => {
    const next = levels[index + 1] ?? { at: length, amplitude }
    const [from, until] = [index === 0 ? 0 : Math.max(0, at), Math.min(length, next.at)]
    if (until > from)
      power += (until - from) * (amplitude ** 2 + amplitude * next.amplitude + next.amplitude ** 2) / 3
  })
  return power > 0 ? 10 * Math.log10(power / length) : -Infinity
}
