/** Live listening: plays the sound of a job while it is still being made. */
import type { ShallowRef } from 'vue'
import type { Output } from './output.ts'
import { readonly, shallowRef } from 'vue'
import { createLiveSchedule, createPcmReader } from './pcm.ts'

/** The studio's door gives PCM s16le, mono, at this rate. */
const sampleRate = 24_000
/** Pieces shorter than this are gathered: one node per network packet would click and cost more than it plays. */
const pieceSamples = sampleRate * 0.08

export type LiveState = 'waiting' | 'sounding' | 'ended' | 'failed'

export interface LiveSound {
  state: Readonly<ShallowRef<LiveState>>
  /** How much has arrived, in seconds. */
  arrivedSeconds: Readonly<ShallowRef<number>>
  setMuted: (isMuted: boolean) => void
  /** Silences it and hangs up; the job itself continues. */
  stop: () => void
  /** Resolves when the last sample has sounded, or on stop. Never rejects: failing is a state. */
  over: Promise<void>
}

export interface LiveHost {
  context: AudioContext
  output: Output
  fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>
}

/** Starts to sound as soon as the first piece is there; `url` stays open until the job ends. */
export function openLiveSound(url: string, host: LiveHost, isMuted = false): LiveSound {
  const { context, output } = host
  const state = shallowRef<LiveState>('waiting')
  const arrivedSeconds = shallowRef(0)
  const hangUp = new AbortController()
  const sources = new Set<AudioBufferSourceNode>()
  const schedule = createLiveSchedule()
  const reader = createPcmReader()
  const gain = context.createGain()
  gain.gain.value = isMuted ? 0 : 1
  gain.connect(context.destination)
  let gathered: Float32Array<ArrayBuffer>[] = []
  let gatheredSamples = 0
  let signalOver = (): void => {}
  const over = new Promise<void>((resolve) => {
    signalOver = resolve
  })

  function finish(last: LiveState): void {
    if (state.value === 'ended' || state.value === 'failed')
      return
    state.value = last
    output.release(stop)
    gain.disconnect()
    signalOver()
  }

  function stop(): void {
    hangUp.abort()
    for (const source of sources)
      source.stop()
    sources.clear()
    finish('ended')
  }

  function sound(): void {
    if (gatheredSamples === 0)
      return
    const buffer = context.createBuffer(1, gatheredSamples, sampleRate)
    let at = 0
    for (const piece of gathered) {
      buffer.copyToChannel(piece, 0, at)
      at += piece.length
    }
    gathered = []
    gatheredSamples = 0
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(gain)
    sources.add(source)
    source.onended = () => sources.delete(source)
    source.start(schedule.place(context.currentTime, buffer.duration))
    state.value = 'sounding'
  }

  async function listen(): Promise<void> {
    if (context.state === 'suspended')
      await context.resume()
    const response = await host.fetch(url, { signal: hangUp.signal })
    if (!response.ok || !response.body)
      throw new Error(`HTTP ${response.status} for live audio`)
    const stream = response.body.getReader()
    for (let chunk = await stream.read(); !chunk.done; chunk = await stream.read()) {
      const samples = reader.read(chunk.value)
      gathered.push(samples)
      gatheredSamples += samples.length
      arrivedSeconds.value += samples.length / sampleRate
      if (gatheredSamples >= pieceSamples)
        sound()
    }
    sound()
    const leftSeconds = Math.max(0, schedule.endsAt() - context.currentTime)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leftSeconds * 1000)
      hangUp.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      }, { once: true })
    })
  }

  output.take(stop)
  // Whatever breaks here costs only the listening: the take itself arrives by the queue.
  listen().then(() => finish('ended'), () => finish(hangUp.signal.aborted ? 'ended' : 'failed'))

  return {
    state: readonly(state),
    arrivedSeconds: readonly(arrivedSeconds),
    setMuted: (mute) => {
      gain.gain.value = mute ? 0 : 1
    },
    stop,
    over,
  }
}
