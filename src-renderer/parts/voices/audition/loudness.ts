/** How loud a sound is, and how far louder ones are lowered so that all are heard alike. Pure. */
import { mostLevellingDb } from '#rules/sequence/levelling.ts'

/** As EBU R 128 gates: blocks of 400 ms; what is below −70 dB, or 10 dB below the rest, is a pause. */
const blockSeconds = 0.4
const absoluteGateDb = -70
const relativeGateDb = 10

const dbOf = (power: number): number => power <= 0 ? -Infinity : 10 * Math.log10(power)
const meanOf = (powers: readonly number[]): number => powers.reduce((sum, power) => sum + power, 0) / powers.length

const powerOf = (block: Float32Array): number => block.reduce((sum, value) => sum + value * value, 0) / block.length

/**
 * Gated root mean square of all channels in decibels below full scale; null for silence. `channels` have samples from −1 to 1, each as
 * many. One channel is heard from both sides, and counts as two that are the same.
 */
export function loudnessOfSamples(channels: readonly Float32Array[], sampleRate: number): number | null {
  const size = Math.max(1, Math.round(blockSeconds * sampleRate))
  const length = channels[0]?.length ?? 0
  const powers: number[] = []
  for (let from = 0; from < length; from += size)
    powers.push(meanOf(channels.map(samples => powerOf(samples.subarray(from, from + size)))))
  const heard = powers.filter(power => dbOf(power) > absoluteGateDb)
  if (heard.length === 0)
    return null
  const floor = dbOf(meanOf(heard)) - relativeGateDb
  return Math.round(dbOf(meanOf(heard.filter(power => dbOf(power) > floor))) * 10) / 10
}

/**
 * The volume, from 0 to 1, at which a sound of this loudness is as loud as the quietest of all. A sound that is far quieter than the
 * loudest is broken rather than quiet: none is lowered by more than levelling would.
 */
export function matchedVolume(loudness: number | null, all: readonly (number | null)[]): number {
  const measured = all.filter(each => each !== null)
  if (loudness === null || measured.length === 0)
    return 1
  const quietest = Math.max(Math.min(...measured), Math.max(...measured) - mostLevellingDb)
  return 10 ** (Math.min(0, quietest - loudness) / 20)
}
