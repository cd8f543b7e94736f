/** Peak and momentary loudness after ITU-R BS.1770 and EBU R 128, at 48 kHz. */

export interface Measured {
  /** Of each channel since the last reading, 1 is full scale. */
  readonly peaks: readonly [left: number, right: number]
  /** LUFS of the last 400 ms; −Infinity in silence. */
  readonly momentary: number
}

export const silent: Measured = { peaks: [0, 0], momentary: -Infinity }

/** Coefficients for 48 kHz from the recommendation: the shelf of the head, then the high-pass. */
const shelf = { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] } as const
const highPass = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] } as const
/** Momentary loudness counts four such blocks of 100 ms. */
const blockSamples = 4800
const blocks = 4
const offset = -0.691

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

export interface LoudnessMeter {
  /** One or two channels; none are silence of `length` samples. */
  push: (channels: readonly Float32Array[], length: number) => void
  read: () => Measured
}

export function createLoudnessMeter(): LoudnessMeter {
  const filters = [0, 1].map(() => [biquad(shelf), biquad(highPass)] as const)
  const powers: number[] = Array.from<number>({ length: blocks }).fill(0)
  const peaks: [number, number] = [0, 0]
  let sum = 0
  let count = 0

  function closeBlock(): void {
    powers.push(sum / blockSamples)
    powers.shift()
    sum = 0
    count = 0
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
      const mean = powers.reduce((total, power) => total + power, 0) / blocks
      const measured: Measured = { peaks: [...peaks], momentary: mean > 1e-12 ? offset + 10 * Math.log10(mean) : -Infinity }
      peaks.fill(0)
      return measured
    },
  }
}
