/** Runs in the audio thread: the peak and the mean of its input, twenty times a second, over all channels. */

// The scope of a worklet, which TypeScript's library does not describe.
declare class AudioWorkletProcessor { readonly port: MessagePort }
declare const sampleRate: number
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void

class MeterProcessor extends AudioWorkletProcessor {
  private peak = 0
  private sum = 0
  private count = 0
  private frames = 0

  process([input]: Float32Array[][]): boolean {
    for (const channel of input ?? []) {
      for (const sample of channel) {
        this.peak = Math.max(this.peak, Math.abs(sample))
        this.sum += sample * sample
      }
      this.count += channel.length
    }
    this.frames += input?.[0]?.length ?? 128
    if (this.frames >= sampleRate / 20) {
      this.port.postMessage({ peak: this.peak, rms: this.count === 0 ? 0 : Math.sqrt(this.sum / this.count) })
      this.peak = this.sum = this.count = this.frames = 0
    }
    return true
  }
}

registerProcessor('takeroom-meter', MeterProcessor)
