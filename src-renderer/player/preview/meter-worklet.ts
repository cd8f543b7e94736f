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

class MeterProcessor extends AudioWorkletProcessor {
  readonly #meters: LoudnessMeter[] = []
  /** Inputs that were silent for a while are not measured. */
  readonly #quietFor: number[] = []
  #quanta = 0

  process(inputs: Float32Array[][]): boolean {
    inputs.forEach((channels, index) => {
      const isQuiet = channels.length === 0
      const quietFor = isQuiet ? (this.#quietFor[index] ?? Infinity) + quantum : 0
      this.#quietFor[index] = quietFor
      const meter = this.#meters[index] ??= createLoudnessMeter()
      if (quietFor < 48_000)
        meter.push(channels, quantum)
    })
    if (++this.#quanta % reportEvery === 0)
      this.port.postMessage(this.#meters.map((meter, index) => (this.#quietFor[index] ?? 0) < 48_000 ? meter.read() : null))
    return true
  }
}

registerProcessor('takeroom-meter', MeterProcessor)
