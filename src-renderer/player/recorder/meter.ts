/** Listens to a microphone: its level, and the microphone itself where the user wants to hear it. */
import type { Level } from './levels.ts'
import { createAudioDevices } from '../audio-devices.ts'
import workletUrl from './meter-worklet.ts?worker&url'

export interface Meter {
  /** Plays the microphone on the speakers; off at first, for without headphones it howls. */
  setMonitoring: (isOn: boolean) => void
  close: () => Promise<void>
}

const devices = createAudioDevices({
  context: { latencyHint: 'interactive' },
  moduleUrl: workletUrl,
  name: 'takeroom-meter',
  node: { numberOfOutputs: 1 },
})

/** Rejects where the browser has no worklets. */
export async function openMeter(stream: MediaStream, onLevel: (level: Level) => void): Promise<Meter> {
  const device = devices.take()
  const { context } = device
  try {
    const node = await device.meter
    const source = context.createMediaStreamSource(stream)
    const monitor = context.createGain()
    monitor.gain.value = 0
    source.connect(node)
    source.connect(monitor).connect(context.destination)
    node.port.onmessage = ({ data }: MessageEvent<Level>) => onLevel(data)
    // A context that was opened without a click waits for one.
    await context.resume()
    return {
      setMonitoring: (isOn) => {
        monitor.gain.value = isOn ? 1 : 0
      },
      async close() {
        source.disconnect()
        monitor.disconnect()
        devices.giveBack(device)
      },
    }
  }
  catch (error) {
    await context.close()
    throw error
  }
}
