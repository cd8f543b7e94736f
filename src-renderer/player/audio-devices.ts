/**
 * Audio contexts with a node that measures. The browser keeps such a node until the page ends, even when its context is closed: one that is
 * no longer used therefore waits for whoever measures next.
 */

export interface AudioDevice {
  readonly context: AudioContext
  /** Connected to the context's output, to which it adds nothing. Rejects when the browser cannot load it. */
  readonly meter: Promise<AudioWorkletNode>
}

export interface AudioDevices {
  /** A silent one: nothing leads to it, and nobody listens to its node. */
  readonly take: () => AudioDevice
  /** What led to it must be disconnected. */
  readonly giveBack: (device: AudioDevice) => void
}

export interface DeviceKind {
  readonly context: AudioContextOptions
  /** The address of the module that registers `name`. */
  readonly moduleUrl: string
  readonly name: string
  readonly node: AudioWorkletNodeOptions
}

export function createAudioDevices({ context: options, moduleUrl, name, node: nodeOptions }: DeviceKind): AudioDevices {
  let spare: AudioDevice | null = null

  async function openNode(context: AudioContext): Promise<AudioWorkletNode> {
    await context.audioWorklet.addModule(moduleUrl)
    const node = new AudioWorkletNode(context, name, nodeOptions)
    // A node that leads nowhere would not run.
    node.connect(context.destination)
    return node
  }

  return {
    take() {
      const kept = spare
      spare = null
      if (kept && kept.context.state !== 'closed')
        return kept
      const context = new AudioContext(options)
      const meter = openNode(context)
      meter.catch(() => {}) // Whoever measures is told.
      return { context, meter }
    },
    giveBack(device) {
      const { context, meter } = device
      meter.then(({ port }) => port.onmessage = null, () => {}) // As above.
      if (context.state === 'closed')
        return
      if (spare) {
        void context.close().catch(() => {})
        return
      }
      spare = device
      void context.suspend().catch(() => {})
    },
  }
}
