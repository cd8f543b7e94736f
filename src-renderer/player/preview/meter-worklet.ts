/** Runs on the audio thread: measures every input of its node and reports twenty times a second. */
import type { LoudnessMeter } from './loudness.ts'
import { createLoudnessMeter } from './loudness.ts'

// The types of the page do not know the audio thread.
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void

const quantum = 128
/** Of 128 samples at 48 kHz: 50 ms. */
const reportEvery = 19
/** After this many samples of silence no measurement changes. */
const settledAfter = 3.1 * 48_000

class MeterProcessor extends AudioWorkletProcessor {
  readonly #meters: (LoudnessMeter | undefined)[] = []
  /** Inputs that were silent for a while are not measured. */
  readonly #quietFor: number[] = []
  #quanta = 0

  constructor() {
    super()
    // Any message begins the measuring again.
    this.port.onmessage = () => {
      this.#meters.length = 0
      this.#quietFor.length = 0
    }
  }

  process(inputs: Float32Array[][]): boolean {
    inputs.forEach((channels, index) => {
      const quietFor = channels.length === 0 ? (this.#quietFor[index] ?? Infinity) + quantum : 0
      this.#quietFor[index] = quietFor
      if (quietFor >= settledAfter)
        return
      const meter = this.#meters[index] ??= createLoudnessMeter()
      meter.push(channels, quantum)
    })
    if (++this.#quanta % reportEvery === 0)
      this.port.postMessage(Array.from(inputs, (_, index) => this.#meters[index]?.read() ?? null))
    return true
  }
}

registerProcessor('takeroom-meter', MeterProcessor)
