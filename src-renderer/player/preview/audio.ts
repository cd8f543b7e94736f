/** The sound output of the preview: an audio context that survives other devices and sleep, a bus for each track, and the meters. */
import type { TrackId } from '#contract/words.ts'
import type { Measured } from './loudness.ts'
import type { Report } from './media.ts'
import { createAudioDevices } from '../audio-devices.ts'
import { silent } from './loudness.ts'
import { saidBy, sampleRate } from './media.ts'
import meterUrl from './meter-worklet.ts?worker&url'

export interface Meters { readonly master: Measured, readonly tracks: Readonly<Record<TrackId, Measured>> }

export interface Audio {
  readonly context: AudioContext
  /** The output sample that can be scheduled next. */
  now: () => number
  /** The output sample that is heard now. */
  heard: () => number
  busOf: (trackId: TrackId) => AudioNode
  meters: () => Meters
  /** Loudness and the highest peaks count from now on. */
  resetMeters: () => void
  /** Resolves when sound runs, or after a second in which it did not. */
  resume: () => Promise<boolean>
  /** Saves power while nothing plays. */
  rest: () => void
  /** `isBroken`: its output does not play any more, and is not used again. */
  close: (how?: { isBroken?: boolean }) => void
}

/** Tracks beyond this number are heard, not measured. */
const measuredTracks = 48
const masterInput = measuredTracks
const resumeWithinMs = 1000
/** What some machines claim is too much to be true. */
const longestLatencySeconds = 1

const devices = createAudioDevices({
  context: { sampleRate, latencyHint: 'interactive' },
  moduleUrl: meterUrl,
  name: 'takeroom-meter',
  node: { numberOfInputs: measuredTracks + 1, numberOfOutputs: 1 },
})

export function openAudio({ report, onLost }: { report: Report, onLost: () => void }): Audio {
  const device = devices.take()
  const { context } = device
  const closing = new AbortController()
  const master = context.createGain()
  master.connect(context.destination)
  const buses = new Map<TrackId, { node: GainNode, input: number }>()
  let measured: (Measured | null)[] = []
  let meter: AudioWorkletNode | null = null
  let isWanted = false
  let isClosed = false

  function measure({ node, input }: { node: GainNode, input: number }): void {
    if (meter && input < measuredTracks)
      node.connect(meter, 0, input)
  }

  async function openMeter(): Promise<void> {
    try {
      const opened = await device.meter
      if (isClosed)
        return
      meter = opened
      meter.port.postMessage('reset')
      meter.port.onmessage = ({ data }: MessageEvent<(Measured | null)[]>) => measured = data
      master.connect(meter, 0, masterInput)
      buses.forEach(measure)
    }
    catch (cause) {
      if (!isClosed)
        report({ what: 'no-meters', said: saidBy(cause) })
    }
  }
  void openMeter()

  context.addEventListener('statechange', () => {
    if (isClosed || !isWanted || context.state === 'running')
      return
    // After sleep, a call, or a device that was unplugged.
    if (context.state === 'closed')
      onLost()
    else
      void context.resume().catch(() => {})
  }, { signal: closing.signal })

  return {
    context,
    now: () => Math.ceil(context.currentTime * sampleRate),
    heard: () => (context.currentTime - Math.min(longestLatencySeconds, context.outputLatency || context.baseLatency || 0)) * sampleRate,
    busOf(trackId) {
      const found = buses.get(trackId)
      if (found)
        return found.node
      const bus = { node: context.createGain(), input: buses.size }
      bus.node.connect(master)
      buses.set(trackId, bus)
      measure(bus)
      return bus.node
    },
    meters() {
      const tracks: Record<TrackId, Measured> = {}
      for (const [trackId, { input }] of buses)
        tracks[trackId] = measured[input] ?? silent
      return { master: measured[masterInput] ?? silent, tracks }
    },
    resetMeters() {
      measured = []
      meter?.port.postMessage('reset')
    },
    async resume() {
      isWanted = true
      if (context.state === 'running')
        return true
      if (context.state === 'closed')
        return false
      await Promise.race([context.resume().catch(() => {}), new Promise(resolve => setTimeout(resolve, resumeWithinMs))])
      return context.state === ('running' as AudioContextState) // it changed while this waited
    },
    rest() {
      isWanted = false
      if (context.state === 'running')
        void context.suspend().catch(() => {})
    },
    close({ isBroken = false } = {}) {
      isClosed = true
      isWanted = false
      closing.abort()
      master.disconnect()
      for (const { node } of buses.values())
        node.disconnect()
      if (isBroken && context.state !== 'closed')
        void context.close().catch(() => {})
      devices.giveBack(device)
    },
  }
}
