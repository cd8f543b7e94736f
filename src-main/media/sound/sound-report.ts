/** What was measured of the sound of a render while it was mixed and brought to its loudness. */
import type { LoudnessDetails } from '#contract/loudness.ts'
import type { Sides } from '#rules/sequence/balance.ts'
import type { Level } from '#rules/sequence/levels.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Loudness } from './loudness.ts'
import type { Mastering } from './master.ts'
import { jointLoudness } from './line-loudness.ts'

/** One line as it was mixed. */
export interface MixedLine {
  readonly speaker: string
  readonly seconds: number
  /** LUFS as it is on the timeline, with its own gain and that of its track; null for silence. */
  readonly loudness: number | null
  /** What levelling added. */
  readonly levelledDb: number
}

/** Its gain is given to the whole mix. */
export interface SoundReport extends Mastering {
  /** The mix with its levelled lines, before that gain; null where it was not measured. */
  readonly before: Loudness | null
  readonly lines: readonly MixedLine[]
}

/** For the delivery's list and its files. */
export function loudnessDetails(
  { rangeLu, sound }: { readonly rangeLu: number | null, readonly sound: SoundReport },
  { loudness, levelsLines }: Pick<RenderPlan, 'loudness' | 'levelsLines'>,
): LoudnessDetails {
  const levelled = sound.lines.map(({ levelledDb }) => Math.abs(levelledDb)).filter(db => db > 0)
  return {
    rangeLu,
    limitDbtp: loudness?.truePeakDbtp ?? null,
    gainDb: sound.gainDb,
    isLimited: sound.ceilingDb !== null,
    before: sound.before,
    speakers: speakersIn(sound),
    levelled: levelsLines ? { lines: levelled.length, mostDb: Math.max(0, ...levelled) } : null,
  }
}

/** Those that are heard, by their names. */
export function speakersIn({ lines, gainDb }: Pick<SoundReport, 'lines' | 'gainDb'>): LoudnessDetails['speakers'] {
  return [...Map.groupBy(lines, ({ speaker }) => speaker)].flatMap(([name, theirs]) => {
    const before = jointLoudness(theirs)
    const after = jointLoudness(theirs.map(({ loudness, levelledDb, seconds }) =>
      ({ seconds, loudness: loudness === null ? null : loudness + levelledDb })))
    return before === null || after === null ? [] : [{ name, lines: theirs.length, beforeLufs: before, afterLufs: after + gainDb }]
  }).sort((a, b) => a.name < b.name ? -1 : 1)
}

/** What the sides of a sound that moves take from its power, where it is alike on both. */
export function sidesDb({ left, right }: Sides, length: number): number {
  const [one, other] = [meanGainDb(left, length), meanGainDb(right, length)]
  return 10 * Math.log10((10 ** (one / 10) + 10 ** (other / 10)) / 2)
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
