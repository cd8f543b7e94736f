/** Records a microphone: devices, permission, countdown, slices on their way to the studio, and whatever may end it. No Vue, no stores. */
import type { Level } from './levels.ts'
import type { Meter } from './meter.ts'
import type { RecordingTiming } from './place-recording.ts'
import type { SliceAnswer, SliceSender } from './send-slices.ts'
import type { Blocked, Ended, RecorderState } from './states.ts'
import { createSliceSender } from './send-slices.ts'
import { whyBlocked } from './states.ts'

/** What a browser may record, best first. */
export const recordingFormats = ['audio/webm;codecs=pcm', 'audio/webm;codecs=opus'] as const
export type RecordingFormat = (typeof recordingFormats)[number]

/** Where a recording goes. Nothing here rejects. */
export interface RecordingSink<Kept> {
  /** The recording's id; null when the studio takes none. */
  readonly begin: (format: RecordingFormat) => Promise<string | null>
  readonly append: (id: string, at: number, slice: Blob) => Promise<SliceAnswer>
  /** It was begun, and is not made after all. */
  readonly leave: (id: string) => Promise<void>
  /** What became of it; null when it could not be filed, or had no sound. `startedAtMs` is on the clock of the slices. */
  readonly finish: (id: string, slices: readonly SliceTime[]) => Promise<{ kept: Kept, startedAtMs: number | null } | null>
}

/** Up to which byte the recording was there, at which time of `RecorderHost.now`. */
export interface SliceTime { readonly endByte: number, readonly atMs: number }

/** What a recorder asks of the page; a test lends its own. */
export interface RecorderHost {
  /** Undefined where the page is not secure. */
  readonly devices: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'> | undefined
  readonly canRecord: (format: string) => boolean
  readonly openRecorder: (stream: MediaStream, format: string) => MediaRecorder
  readonly openMeter: (stream: MediaStream, onLevel: (level: Level) => void) => Promise<Meter>
  /** Milliseconds, rising. */
  readonly now: () => number
  /** The clock on the wall, which continues while the machine sleeps. */
  readonly wallNow: () => number
  readonly pause: (ms: number) => Promise<void>
}

export interface Microphone { readonly deviceId: string, readonly label: string }

export interface RecorderEvents<Kept> {
  readonly onState: (state: RecorderState<Kept>) => void
  readonly onDevices: (devices: readonly Microphone[]) => void
  readonly onLevel: (level: Level) => void
}

export interface Recorder {
  /** Opens a microphone, or the system's usual one. Asks for permission where that is needed. */
  open: (deviceId: string | null) => Promise<void>
  /** Counts down from `count`, then records. Called again meanwhile, it changes nothing. */
  record: (count: number) => Promise<void>
  /** Stops a countdown, what has not begun yet, or a recording. Resolves when the recording is kept. */
  stop: () => Promise<void>
  /** Back to ready, for another recording. */
  again: () => void
  setMonitoring: (isOn: boolean) => void
  /** The device in use; empty before one is open. */
  readonly deviceId: string
  /** When the last recording was made; `offsetSeconds` is the user's to say. */
  readonly timing: Omit<RecordingTiming, 'offsetSeconds'>
  /** The id of the recording that is being made. */
  readonly recordingId: string | null
  /** The page may be left in a moment; the user may still stay. */
  readonly noteLeaving: () => void
  /** Lets go of the microphone. A recording that is being made is ended and kept. */
  close: () => Promise<void>
}

const sliceMs = 1000
/** A microphone that is silent for this long was unplugged, or the computer slept: no page is that busy. */
const stalledMs = 15_000
/** The studio needs no more to say when a recording began. */
const mostTimes = 120
/** How long the browser's recorder may take to hand over its end. */
const endWithinMs = 3000
/** A page that has lost its microphone because it is being left is gone well before this. */
const leavingMs = 5000

export function createRecorder<Kept>(host: RecorderHost, sink: RecordingSink<Kept>, events: RecorderEvents<Kept>): Recorder {
  let state: RecorderState<Kept> = { is: 'closed' }
  let stream: MediaStream | null = null
  let meter: Meter | null = null
  let isMonitoring = false
  let recordingId: string | null = null
  let timing: Omit<RecordingTiming, 'offsetSeconds'> = { startedAtMs: null, inputSeconds: 0 }
  /** The user was about to leave the page while this recording was made. */
  let mayLeave = false
  let endNow: ((because: Ended) => void) | null = null
  let running: Promise<void> = Promise.resolve()
  /** Grows with every opening, closing and stopped countdown: what was begun before is stale. */
  let turn = 0
  /** What `record` does, and in which turn: before the browser's recorder starts, no state tells of it. */
  let recorded: { readonly turn: number, readonly work: Promise<void> } | null = null
  /** The studio's recording that nothing is recorded for yet. */
  let begun: Promise<string | null> | null = null

  function nextTurn(): number {
    const left = begun
    begun = null
    // Otherwise the studio waits for its first slice, and quitting asks about it.
    void left?.then(id => id === null ? undefined : sink.leave(id))
    return ++turn
  }

  function enter(next: RecorderState<Kept>): void {
    state = next
    events.onState(next)
  }

  async function listDevices(): Promise<void> {
    const all = await host.devices?.enumerateDevices().catch(() => []) ?? []
    events.onDevices(all.filter(device => device.kind === 'audioinput').map(({ deviceId, label }) => ({ deviceId, label })))
  }
  const onDeviceChange = (): void => void listDevices()

  function letGo(): void {
    for (const track of stream?.getTracks() ?? [])
      track.stop()
    stream = null
    void meter?.close().catch(() => {}) // A context that is closed already is what is wanted.
    meter = null
  }

  function onGone(): void {
    if (endNow !== null)
      return endNow('gone')
    if (state.is === 'ready' || state.is === 'counting') {
      nextTurn()
      letGo()
      enter({ is: 'blocked', because: 'gone' })
    }
    void listDevices()
  }

  async function open(deviceId: string | null): Promise<void> {
    const mine = nextTurn()
    letGo()
    const block = (because: Blocked): void => enter({ is: 'blocked', because })
    if (!host.devices || !recordingFormats.some(host.canRecord))
      return block('unsupported')
    enter({ is: 'opening' })
    try {
      const opened = await host.devices.getUserMedia({ audio: {
        ...deviceId !== null && { deviceId: { exact: deviceId } },
        // Made for calls: they pump, cut off words and take the room out of a voice.
        echoCancellation: false,
        noiseSuppression: false,
        autoGainControl: false,
        channelCount: { ideal: 1 },
        sampleRate: { ideal: 48_000 },
      } })
      if (mine !== turn)
        return opened.getTracks().forEach(track => track.stop())
      stream = opened
    }
    catch (thrown) {
      return mine === turn ? block(whyBlocked(thrown)) : undefined
    }
    const source = stream
    for (const track of source.getAudioTracks())
      track.addEventListener('ended', onGone, { once: true })
    host.devices.addEventListener('devicechange', onDeviceChange)
    enter({ is: 'ready' })
    await listDevices()
    // Without a meter it still records.
    const opened = await host.openMeter(source, events.onLevel).catch(() => null)
    if (stream !== source)
      return void opened?.close()
    meter = opened
    meter?.setMonitoring(isMonitoring)
  }

  async function record(count: number): Promise<void> {
    if (recorded?.turn === turn)
      return recorded.work
    const format = recordingFormats.find(host.canRecord)
    if (state.is !== 'ready' || !stream || !format)
      return
    const mine = { turn, work: beginAndRun(count, format) }
    recorded = mine
    await mine.work
    if (recorded === mine)
      recorded = null
  }

  async function beginAndRun(count: number, format: RecordingFormat): Promise<void> {
    const mine = turn
    begun = sink.begin(format)
    const beginning = begun
    for (let left = count; left > 0; left--) {
      enter({ is: 'counting', left })
      await host.pause(1000)
      if (mine !== turn)
        return
    }
    const id = await beginning
    if (!stream || mine !== turn)
      return
    begun = null
    if (id === null)
      return enter({ is: 'blocked', because: 'studio' })
    running = run(stream, id, format)
    await running
  }

  async function run(source: MediaStream, id: string, format: RecordingFormat): Promise<void> {
    const times: SliceTime[] = []
    const sender: SliceSender = createSliceSender({
      send: (at, slice) => sink.append(id, at, slice),
      onFailure: because => endNow?.(because),
      now: host.now,
      pause: host.pause,
    })
    const ended = Promise.withResolvers<Ended>()
    const stopped = Promise.withResolvers<void>()
    let lastSliceAt = host.wallNow()
    let lastLookAt = lastSliceAt
    endNow = ended.resolve
    recordingId = id
    mayLeave = false
    // Chromium tells it; the type does not know it.
    const { latency = 0 }: MediaTrackSettings & { latency?: number } = source.getAudioTracks()[0]?.getSettings() ?? {}
    timing = { startedAtMs: null, inputSeconds: latency }
    const recorder = host.openRecorder(source, format)
    recorder.ondataavailable = ({ data }) => {
      const wall = host.wallNow()
      // Timers may be late in a hidden page; slices are not.
      if (wall - lastSliceAt > stalledMs)
        ended.resolve('slept')
      lastSliceAt = wall
      if (data.size === 0)
        return
      sender.add(data)
      if (times.length < mostTimes)
        times.push({ endByte: sender.addedBytes, atMs: host.now() })
    }
    recorder.onstart = () => state.is !== 'recording' && enter({ is: 'recording', sinceMs: host.now() })
    recorder.onerror = () => ended.resolve('broken')
    recorder.onstop = () => stopped.resolve()
    const watch = setInterval(() => {
      const wall = host.wallNow()
      if (wall - lastSliceAt > stalledMs)
        ended.resolve(wall - lastLookAt > stalledMs ? 'slept' : 'gone')
      lastLookAt = wall
    }, 1000)
    try {
      recorder.start(sliceMs)
    }
    catch {
      ended.resolve('broken')
    }
    const because = await ended.promise
    clearInterval(watch)
    endNow = null
    enter({ is: 'ending', because })
    if (recorder.state !== 'inactive') {
      recorder.stop()
      await Promise.race([stopped.promise, host.pause(endWithinMs)])
    }
    await sender.drained()
    // A page that is being left loses its microphone first. Should it still file the recording, the next page would be told of nothing.
    if (because === 'gone' && mayLeave)
      await host.pause(leavingMs)
    const finished = await sink.finish(id, times)
    timing = { ...timing, startedAtMs: finished?.startedAtMs ?? null }
    recordingId = null
    enter({ is: 'ended', because, kept: finished?.kept ?? null })
  }

  async function stop(): Promise<void> {
    if (state.is === 'counting' || begun !== null) {
      nextTurn()
      return enter({ is: 'ready' })
    }
    endNow?.('stopped')
    await running
  }

  return {
    open,
    record,
    stop,
    again() {
      if (state.is !== 'ended')
        return
      if (stream?.getAudioTracks().some(track => track.readyState === 'live'))
        enter({ is: 'ready' })
      else
        void open(null)
    },
    setMonitoring(isOn) {
      isMonitoring = isOn
      meter?.setMonitoring(isOn)
    },
    get deviceId() { return stream?.getAudioTracks()[0]?.getSettings().deviceId ?? '' },
    get timing() { return timing },
    get recordingId() { return recordingId },
    noteLeaving() {
      mayLeave = true
    },
    async close() {
      await stop()
      nextTurn()
      host.devices?.removeEventListener('devicechange', onDeviceChange)
      letGo()
      enter({ is: 'closed' })
    },
  }
}
