/** Loudness of a part of a WAV after ITU-R BS.1770: of single lines, where starting ffmpeg for each would take longer than measuring. */
import type { WavLayout } from '../wav.ts'
import { open } from 'node:fs/promises'
import { mixSampleRate } from './decode.ts'
import { gatedLoudness, meanOf } from './gating.ts'
import { readStereo } from './samples.ts'

/** Of a WAV that `isMixable`. */
interface SoundPart {
  readonly path: string
  readonly layout: WavLayout
  /** In samples. */
  readonly from: number
  readonly length: number
}

const blockFrames = mixSampleRate / 10
/** Momentary loudness counts 400 ms. */
const blocksAtOnce = 4
const readFrames = 10 * mixSampleRate

/** LUFS; null for silence. A part shorter than 400 ms, which the recommendation does not define, is measured as a whole. */
export async function partLoudness(part: SoundPart, signal?: AbortSignal): Promise<number | null> {
  const powers = await blockPowers(part, signal)
  const gates = powers.length < blocksAtOnce
    ? [meanOf(powers)]
    : powers.slice(blocksAtOnce - 1).map((_, at) => meanOf(powers.slice(at, at + blocksAtOnce)))
  return gatedLoudness(gates)
}

/** Of several parts together: what was heard of each counts as long as it lasted. */
export function jointLoudness(parts: readonly { readonly loudness: number | null, readonly seconds: number }[]): number | null {
  let [power, seconds] = [0, 0]
  for (const part of parts) {
    if (part.loudness === null)
      continue
    power += part.seconds * 10 ** (part.loudness / 10)
    seconds += part.seconds
  }
  return seconds === 0 ? null : 10 * Math.log10(power / seconds)
}

/** The weighted power of each 100 ms, and of what is left at the end. */
async function blockPowers({ path, layout, from, length }: SoundPart, signal?: AbortSignal): Promise<number[]> {
  const file = await open(path)
  const powers: number[] = []
  const weigh = createWeighing()
  try {
    for (let at = 0; at < length; at += readFrames) {
      signal?.throwIfAborted()
      const samples = await readStereo(file, layout, { first: from + at, count: Math.min(readFrames, length - at) })
      for (let block = 0; block < samples.length; block += blockFrames * 2)
        powers.push(weigh(samples.subarray(block, block + blockFrames * 2)))
    }
    return powers
  }
  finally {
    await file.close()
  }
}

/**
 * Far below anything that is heard. Without it, what the filters hold sinks in silence to numbers so small that processors need ten times
 * as long for them.
 */
const nearlyNothing = 1e-20

/** The shelf of the head and the high-pass of the recommendation, for 48 kHz, of both channels. Written out: this runs for every sample of an hour. */
function createWeighing(): (samples: Float32Array) => number {
  const kept = new Float64Array(8)
  return (samples) => {
    let [leftS1 = 0, leftS2 = 0, leftH1 = 0, leftH2 = 0, rightS1 = 0, rightS2 = 0, rightH1 = 0, rightH2 = 0] = kept
    let sum = 0
    for (let at = 0; at < samples.length; at += 2) {
      const left = (samples[at] ?? 0) + nearlyNothing
      const right = (samples[at + 1] ?? 0) + nearlyNothing
      const leftShelved = 1.53512485958697 * left + leftS1
      const rightShelved = 1.53512485958697 * right + rightS1
      leftS1 = -2.69169618940638 * left + 1.69065929318241 * leftShelved + leftS2
      rightS1 = -2.69169618940638 * right + 1.69065929318241 * rightShelved + rightS2
      leftS2 = 1.19839281085285 * left - 0.73248077421585 * leftShelved
      rightS2 = 1.19839281085285 * right - 0.73248077421585 * rightShelved
      const leftPassed = leftShelved + leftH1
      const rightPassed = rightShelved + rightH1
      leftH1 = -2 * leftShelved + 1.99004745483398 * leftPassed + leftH2
      rightH1 = -2 * rightShelved + 1.99004745483398 * rightPassed + rightH2
      leftH2 = leftShelved - 0.99007225036621 * leftPassed
      rightH2 = rightShelved - 0.99007225036621 * rightPassed
      sum += leftPassed * leftPassed + rightPassed * rightPassed
    }
    kept.set([leftS1, leftS2, leftH1, leftH2, rightS1, rightS2, rightH1, rightH2])
    return sum / Math.max(1, samples.length / 2)
  }
}
