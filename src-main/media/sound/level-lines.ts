/** Measures the spoken lines of a mix, and brings them to one loudness where that is wanted. */
import type { RenderSound } from '../plan/render-plan.ts'
import type { MixedLine } from './sound-report.ts'
import { availableParallelism } from 'node:os'
import { balanceDb } from '#rules/sequence/balance.ts'
import { secondsOfSamples } from '#rules/sequence/frames.ts'
import { levellingGains, raised } from '#rules/sequence/levelling.ts'
import { mapConcurrently } from '../../base/concurrency.ts'
import { readWavLayout } from '../wav.ts'
import { partLoudness } from './line-loudness.ts'
import { meanGainDb, sidesDb } from './sound-report.ts'

/** Without `speed`, as `mixToWav` takes them. */
type MixableSound = Omit<RenderSound, 'speed'>

export interface LevelledSounds<Sound extends MixableSound> {
  /** In the order given. */
  readonly sounds: readonly Sound[]
  /** Those that are speech; null for the rest. */
  readonly lines: readonly (MixedLine | null)[]
}

export async function levelLines<Sound extends MixableSound>(
  sounds: readonly Sound[],
  { isWanted, signal }: { readonly isWanted: boolean, readonly signal?: AbortSignal },
): Promise<LevelledSounds<Sound>> {
  const measured = new Map<string, Promise<Measured>>()
  await mapConcurrently(availableParallelism(), sounds.filter(({ speech }) => speech), async (sound) => {
    // A take that is heard twice is measured once.
    const key = keyOf(sound)
    const measuring = measured.get(key) ?? measure(sound, signal)
    measured.set(key, measuring)
    await measuring
  })
  const facts = await Promise.all(sounds.map(sound => sound.speech ? measured.get(keyOf(sound)) : undefined))
  const spoken = sounds.flatMap((sound, at) => {
    const fact = facts[at]
    return sound.speech && fact ? [{ at, sound, ...fact, ...sound.speech, seconds: secondsOfSamples(fact.samples) }] : []
  })
  const gains = isWanted ? levellingGains(spoken) : []
  const lines = sounds.map((): MixedLine | null => null)
  const levelled = [...sounds]
  spoken.forEach(({ at, sound, speaker, loudness, samples, seconds }, index) => {
    const levelledDb = gains[index] ?? 0
    const own = meanGainDb(sound.levels, samples) + (sound.sides ? sidesDb(sound.sides, samples) : balanceDb(sound.balance))
    lines[at] = { speaker, seconds, loudness: loudness === null || own === -Infinity ? null : loudness + own, levelledDb }
    if (levelledDb !== 0)
      levelled[at] = { ...sound, levels: raised(sound.levels, levelledDb) }
  })
  return { sounds: levelled, lines }
}

function keyOf({ path, in: from, length }: MixableSound): string {
  return `${from} ${length} ${path}`
}

interface Measured { readonly loudness: number | null, readonly samples: number }

async function measure({ path, in: from, length }: MixableSound, signal?: AbortSignal): Promise<Measured> {
  const layout = await readWavLayout(path)
  const samples = Math.max(0, Math.min(length ?? Infinity, layout.frames - from))
  return { samples, loudness: samples === 0 ? null : await partLoudness({ path, layout, from, length: samples }, signal) }
}
