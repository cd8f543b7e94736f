/**
 * Audio contexts with a node that measures. The browser keeps such a node until the page ends, even when its context is closed: one that is
 * no longer used therefore waits for the next measurement.
 */

export interface AudioDevice {
  readonly context: AudioContext
  /** Connected to the context's output, to which it adds nothing. Rejects when the browser cannot load it. */
  readonly meter: Promise<AudioWorkletNode>
}

export interface AudioDevices {
  /** A silent context: its node has no input and no output. */
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
  /** As many as were in use at the same time: the next preview may open before the sound of the one before has faded. */
  const spare: AudioDevice[] = []
  /** Without meters, as when the studio was away: the next one tries to load them. */
  const broken = new WeakSet<AudioContext>()

  async function openNode(context: AudioContext): Promise<AudioWorkletNode> {
    await context.audioWorklet.addModule(moduleUrl)
    const node = new AudioWorkletNode(context, name, nodeOptions)
    // A node that leads nowhere would not run.
    node.connect(context.destination)
    return node
  }

  return {
    take() {
      for (let kept = spare.pop(); kept; kept = spare.pop()) {
        if (kept.context.state !== 'closed')
          return kept
      }
      const context = new AudioContext(options)
      const meter = openNode(context)
      meter.catch(() => broken.add(context)) // reported where it is measured
      return { context, meter }
    },
    giveBack(device) {
      const { context, meter } = device
      meter.then(({ port }) => port.onmessage = null, () => {}) // As above.
      if (context.state === 'closed')
        return
      if (broken.has(context)) {
        void context.close().catch(() => {})
        return
      }
      spare.push(device)
      void context.suspend().catch(() => {})
    },
  }
}
