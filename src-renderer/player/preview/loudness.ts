/** Peaks and loudness after ITU-R BS.1770 and EBU R 128, at 48 kHz. */

export interface Measured {
  /** Of each channel since the last reading, 1 is full scale. */
  readonly peaks: readonly [left: number, right: number]
  /** Of each channel since the meter began. */
  readonly highest: readonly [left: number, right: number]
  /** LUFS of the last 400 ms; −Infinity in silence. */
  readonly momentary: number
  /** LUFS of the last 3 s. */
  readonly shortTerm: number
  /** LUFS since the meter began, without what is silent compared with the rest. */
  readonly integrated: number
}

export const silent: Measured = { peaks: [0, 0], highest: [0, 0], momentary: -Infinity, shortTerm: -Infinity, integrated: -Infinity }

/** Coefficients for 48 kHz from the recommendation: the shelf of the head, then the high-pass. */
const shelf = { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] } as const
const highPass = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] } as const
/** Blocks of 100 ms, and how many of them momentary and short-term loudness count. */
const blockSamples = 4800
const momentaryBlocks = 4
const shortTermBlocks = 30
const offset = -0.691
/** What is below counts as silence. */
const absoluteGate = -70
/** Blocks this far below the mean of the rest do not count. */
const relativeGate = 10
const binsPerLu = 10
const bins = 90 * binsPerLu

type Filter = (value: number) => number

function biquad({ b, a }: typeof shelf | typeof highPass): Filter {
  let [one, two] = [0, 0]
  return (value) => {
    const out = b[0] * value + one
    one = b[1] * value - a[0] * out + two
    two = b[2] * value - a[1] * out
    return out
  }
}

function meanOf(powers: readonly number[]): number {
  return powers.reduce((total, power) => total + power, 0) / powers.length
}

function loudnessOf(power: number): number {
  return power > 1e-12 ? offset + 10 * Math.log10(power) : -Infinity
}

/** Integrated loudness of any length in the memory of a histogram: blocks of 400 ms, counted by their loudness. */
function createGate() {
  const [counts, sums] = [new Float64Array(bins), new Float64Array(bins)]

  function meanFrom(bin: number): number {
    let [count, sum] = [0, 0]
    for (let index = Math.max(0, bin); index < bins; index++) {
      count += counts[index] ?? 0
      sum += sums[index] ?? 0
    }
    return count === 0 ? -Infinity : loudnessOf(sum / count)
  }
  const binOf = (loudness: number): number => Math.min(bins - 1, Math.floor((loudness - absoluteGate) * binsPerLu))

  return {
    add(power: number): void {
      const loudness = loudnessOf(power)
      if (loudness < absoluteGate)
        return
      const bin = binOf(loudness)
      counts[bin] = (counts[bin] ?? 0) + 1
      sums[bin] = (sums[bin] ?? 0) + power
    },
    integrated(): number {
      const all = meanFrom(0)
      return all === -Infinity ? all : meanFrom(binOf(all - relativeGate))
    },
  }
}

export interface LoudnessMeter {
  /** One or two channels; none are silence of `length` samples. */
  push: (channels: readonly Float32Array[], length: number) => void
  read: () => Measured
}

export function createLoudnessMeter(): LoudnessMeter {
  const filters = [0, 1].map(() => [biquad(shelf), biquad(highPass)] as const)
  const powers: number[] = Array.from<number>({ length: shortTermBlocks }).fill(0)
  const peaks: [number, number] = [0, 0]
  const highest: [number, number] = [0, 0]
  const gate = createGate()
  let sum = 0
  let count = 0
  let closed = 0
  let integrated = -Infinity

  function closeBlock(): void {
    powers.push(sum / blockSamples)
    powers.shift()
    sum = 0
    count = 0
    if (++closed < momentaryBlocks)
      return
    gate.add(meanOf(powers.slice(-momentaryBlocks)))
    integrated = gate.integrated()
  }

  return {
    push(channels, length) {
      for (let index = 0; index < length; index++) {
        for (const channel of [0, 1] as const) {
          // One channel is heard from both sides.
          const value = (channels[channel] ?? channels[0])?.[index] ?? 0
          const filter = filters[channel]
          const weighted = filter ? filter[1](filter[0](value)) : 0
          sum += weighted * weighted
          peaks[channel] = Math.max(peaks[channel], Math.abs(value))
        }
        if (++count === blockSamples)
          closeBlock()
      }
    },
    read() {
      for (const channel of [0, 1] as const)
        highest[channel] = Math.max(highest[channel], peaks[channel])
      const measured: Measured = {
        peaks: [...peaks],
        highest: [...highest],
        momentary: loudnessOf(meanOf(powers.slice(-momentaryBlocks))),
        shortTerm: loudnessOf(meanOf(powers)),
        integrated,
      }
      peaks.fill(0)
      return measured
    },
  }
}
