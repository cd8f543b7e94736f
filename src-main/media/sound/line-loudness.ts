/** Loudness of a part of a WAV after ITU-R BS.1770: of single lines, where starting ffmpeg for each would take longer than measuring. */
import type { WavLayout } from '../wav.ts'
import { open } from 'node:fs/promises'
import { mixSampleRate } from './decode.ts'
import { gatedLoudness, meanOf } from './gating.ts'

/** Of 48 kHz stereo with 16 bits. */
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
      const bytes = new Uint8Array(Math.min(readFrames, length - at) * 4)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, layout.dataOffset + (from + at) * 4)
      const samples = new Int16Array(bytes.buffer, 0, (bytesRead - bytesRead % 4) / 2)
      for (let block = 0; block < samples.length; block += blockFrames * 2)
        powers.push(weigh(samples.subarray(block, block + blockFrames * 2)))
    }
    return powers
  }
  finally {
    await file.close()
  }
}

/** The shelf of the head and the high-pass of the recommendation, for 48 kHz. Written out: this runs for every sample of an hour. */
function createWeighing(): (samples: Int16Array) => number {
  const state = [new Float64Array(4), new Float64Array(4)] as const
  const channel = (samples: Int16Array, of: 0 | 1): number => {
    const kept = state[of]
    let [s1 = 0, s2 = 0, h1 = 0, h2 = 0] = kept
    let sum = 0
    for (let at: number = of; at < samples.length; at += 2) {
      const value = (samples[at] ?? 0) / 32768
      const shelved = 1.53512485958697 * value + s1
      s1 = -2.69169618940638 * value + 1.69065929318241 * shelved + s2
      s2 = 1.19839281085285 * value - 0.73248077421585 * shelved
      const passed = shelved + h1
      h1 = -2 * shelved + 1.99004745483398 * passed + h2
      h2 = shelved - 0.99007225036621 * passed
      sum += passed * passed
    }
    kept.set([s1, s2, h1, h2])
    return sum
  }
  return samples => (channel(samples, 0) + channel(samples, 1)) / Math.max(1, samples.length / 2)
}
