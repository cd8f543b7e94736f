/** Listens to a microphone: its level, and the microphone itself where the person wants to hear it. */
import type { Level } from './levels.ts'
import workletUrl from './meter-worklet.ts?worker&url'

export interface Meter {
  /** Plays the microphone on the speakers; off at first, for without headphones it howls. */
  setMonitoring: (isOn: boolean) => void
  close: () => Promise<void>
}

/** Rejects where the browser has no worklets. */
export async function openMeter(stream: MediaStream, onLevel: (level: Level) => void): Promise<Meter> {
  const context = new AudioContext({ latencyHint: 'interactive' })
  try {
    await context.audioWorklet.addModule(workletUrl)
    const source = context.createMediaStreamSource(stream)
    const node = new AudioWorkletNode(context, 'takeroom-meter', { numberOfOutputs: 1 })
    const monitor = context.createGain()
    monitor.gain.value = 0
    source.connect(node)
    // The worklet writes nothing to its output; it runs only while something pulls it.
    node.connect(context.destination)
    source.connect(monitor).connect(context.destination)
    node.port.onmessage = ({ data }: MessageEvent<Level>) => onLevel(data)
    // A context that was opened without a click waits for one.
    await context.resume()
    return {
      setMonitoring: (isOn) => {
        monitor.gain.value = isOn ? 1 : 0
      },
      close: () => context.close(),
    }
  }
  catch (error) {
    await context.close()
    throw error
  }
}
