/** Play, pause, shuttle and seek: runs the clock and the sound, and calls for a picture at every animation frame. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { SoundEvent } from '#rules/sequence/levels.ts'
import type { Output } from '../output.ts'
import type { Rate } from '../shuttle.ts'
import type { Audio, Meters } from './audio.ts'
import type { Clock, Lap } from './clock.ts'
import type { Report } from './media.ts'
import type { Slices } from './slices.ts'
import type { Sound } from './sound.ts'
import { frameAtSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { openAudio } from './audio.ts'
import { createClock } from './clock.ts'
import { silent } from './loudness.ts'
import { sampleRate } from './media.ts'
import { createSound, loadSounds } from './sound.ts'

/** The part that is looped, and at whose end playing stops; null is from the beginning, or to the end. */
export interface Range { readonly inFrame: number | null, readonly outFrame: number | null }

/** What there is to play. */
export interface Timeline extends Range {
  readonly rate: FrameRate
  readonly durationFrames: number
  /** Asked when they are needed. */
  readonly events: () => readonly SoundEvent[]
}

/** A start: this frame sounds at this time of the context. */
export interface Begun { readonly frame: number, readonly context: AudioContext, readonly contextTime: number }

export interface Transport {
  /** While it plays, only what changed starts again. */
  setTimeline: (timeline: Timeline) => void
  start: (rate: Rate) => Promise<void>
  pause: () => void
  seek: (frame: number, isHeard: boolean) => void
  setLoop: (isLooping: boolean) => void
  setRange: (range: Range | null) => void
  /** Sounds were added or removed. */
  refill: () => void
  readonly frame: number
  /** 0 while paused. */
  readonly rate: Rate
  readonly isLooping: boolean
  readonly isRunning: boolean
  /** What will be heard, and so seen, within this many samples. */
  lapsAhead: (samples: number) => { laps: Lap[], heard: number }
  meters: () => Meters
  resetMeters: () => void
  /** The last start; null before one. */
  readonly begun: Begun | null
  readonly figures: { readonly startMs: number, readonly lateSounds: number }
  close: () => void
}

export interface TransportOptions {
  readonly slices: Slices
  readonly report: Report
  /** Sound is heard again. */
  readonly onSound: () => void
  readonly output: Output | null
  readonly onChange: () => void
  readonly onFrame: () => void
}

/** What is scheduled at once, in samples, is reached by then. */
const leadSamples = 0.02 * sampleRate
const readyWithinMs = 250
const tickMs = 100
const loadAfterMs = 100
const restAfterMs = 10_000
const stuckAfterMs = 1500

export function createTransport({ slices, report, onSound, output, onChange, onFrame }: TransportOptions): Transport {
  const clock: Clock = createClock()
  let timeline: Timeline = { rate: { numerator: 25, denominator: 1 }, durationFrames: 0, inFrame: null, outFrame: null, events: () => [] }
  let audio: Audio | null = null
  let sound: Sound | null = null
  /** The position while the clock does not run, in samples. */
  let rest = 0
  let rate: Rate = 0
  let begun: Begun | null = null
  let isLooping = false
  let ownRange: Range | null = null
  let isClosed = false
  /** Rises with each start and stop, so that a start that waited knows whether it is still wanted. */
  let run = 0
  let animation = 0
  let ticker: ReturnType<typeof setInterval> | undefined
  let loading: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let lastNow = { output: -1, at: 0 }
  let [startMs, lateBefore] = [0, 0]

  const sampleAt = (frame: number): number => sampleOfFrame(frame, timeline.rate)
  const within = (frame: number): number => Math.min(Math.max(0, Math.round(frame)), timeline.durationFrames)
  const heardNow = (): number => audio?.heard() ?? 0

  function position(): number {
    const sample = clock.isRunning ? clock.positionAt(heardNow()) : rest
    // The sum of a position in samples may be a hair below the whole number that it stands for.
    const frame = within(frameAtSample(Math.floor(sample + 1e-3), timeline.rate))
    // At the very end of a loop that would be the frame behind it, which is never shown.
    const last = isLooping && clock.isRunning ? (range().end ?? timeline.durationFrames) - 1 : Infinity
    return Math.min(frame, Math.max(0, last))
  }

  function standAt(frame: number): void {
    rest = sampleAt(within(frame))
    clock.rest(rest)
  }

  function range(): { start: number, end: number | null } {
    const { inFrame, outFrame } = ownRange ?? timeline
    const start = Math.min(inFrame ?? 0, timeline.durationFrames)
    return outFrame !== null && outFrame > start ? { start, end: Math.min(outFrame, timeline.durationFrames) } : { start, end: null }
  }

  function setBounds(from: number): void {
    const { start, end } = range()
    clock.setBounds(isLooping
      ? { start: sampleAt(start), end: sampleAt(end ?? timeline.durationFrames), isLooping }
      : { start: 0, end: end !== null && from < end ? sampleAt(end) : Infinity, isLooping })
  }

  function openOutput(): Audio {
    if (audio)
      return audio
    const opened = openAudio({ report, onLost: reopen })
    audio = opened
    sound = createSound({ context: opened.context, busOf: opened.busOf, slices })
    return opened
  }

  /** The output was lost, such as an unplugged device: another one continues from here. */
  function reopen(): void {
    standAt(position())
    lateBefore += sound?.lateCount ?? 0
    sound = null
    audio?.close({ isBroken: true })
    audio = null
    if (rate !== 0 && !isClosed)
      void start(rate)
  }

  /** Where playing begins: at the end of what is played it begins again. */
  function firstFrame(next: Rate): number {
    const frame = position()
    const { start: first, end } = range()
    const isOutside = isLooping
      ? frame < first || frame >= (end ?? timeline.durationFrames)
      : next > 0 && frame >= timeline.durationFrames
    return isOutside ? first : frame
  }

  async function start(next: Rate): Promise<void> {
    if (isClosed || timeline.durationFrames === 0)
      return
    const pressedAt = performance.now()
    const mine = ++run
    clearTimeout(resting)
    output?.take(pause)
    const frame = firstFrame(next)
    const wasPaused = rate === 0
    sound?.stop()
    standAt(frame)
    rate = next
    onChange()
    const opened = openOutput()
    // Measured is what is heard in one go, also over jumps.
    if (wasPaused)
      opened.resetMeters()
    sound?.setEvents(timeline.events())
    const [canSound] = await Promise.all([
      opened.resume(),
      next > 0 && Promise.race([loadSounds(slices, timeline.events(), rest), new Promise(resolve => setTimeout(resolve, readyWithinMs))]),
    ])
    if (mine !== run || opened !== audio)
      return
    if (canSound)
      onSound()
    else
      report({ what: 'no-sound', said: opened.context.state })
    setBounds(frame)
    const from = opened.now() + leadSamples
    clock.start(rest, from, next)
    begun = { frame, context: opened.context, contextTime: from / sampleRate }
    startMs = performance.now() - pressedAt + (from - opened.heard()) / sampleRate * 1000
    lastNow = { output: -1, at: performance.now() }
    sound?.start(clock.laps)
    clearInterval(ticker)
    ticker = setInterval(tick, tickMs)
    cancelAnimationFrame(animation)
    animation = requestAnimationFrame(draw)
  }

  function restart(): void {
    if (clock.isRunning)
      void start(rate)
  }

  function stand(frame: number): void {
    run++
    sound?.stop()
    rate = 0
    standAt(frame)
    clearInterval(ticker)
    cancelAnimationFrame(animation)
    restLater()
  }

  function pause(): void {
    if (rate === 0)
      return
    stand(position())
    output?.release(pause)
    onFrame()
    onChange()
  }

  function restLater(): void {
    clearTimeout(resting)
    if (isClosed)
      return
    resting = setTimeout(() => rate === 0 && audio?.rest(), restAfterMs)
  }

  function endIfOver(): boolean {
    if (!clock.isRunning || !audio)
      return false
    const isPast = !isLooping && clock.rate > 0 && clock.positionAt(heardNow()) >= sampleAt(timeline.durationFrames)
    if (!isPast && !clock.hasEnded(heardNow()))
      return false
    pause()
    return true
  }

  /** Runs on a timer, also while the page is hidden. */
  function tick(): void {
    if (!audio || endIfOver())
      return
    sound?.fill()
    if (clock.rate < 0)
      sound?.grain(Math.floor(clock.positionAt(heardNow())))
    const at = performance.now()
    const now = audio.now()
    if (now !== lastNow.output) {
      lastNow = { output: now, at }
      onSound()
    }
    else if (at - lastNow.at > stuckAfterMs) {
      report({ what: 'no-sound', said: audio.context.state })
      reopen()
    }
  }

  function draw(): void {
    if (endIfOver() || !clock.isRunning)
      return
    animation = requestAnimationFrame(draw)
    onFrame()
  }

  /** What would be heard first is loaded when play is pressed. Not at each step of a drag. */
  function loadSoon(): void {
    clearTimeout(loading)
    loading = setTimeout(() => void loadSounds(slices, timeline.events(), rest), loadAfterMs)
  }

  async function hear(at: number): Promise<void> {
    const opened = openOutput()
    sound?.setEvents(timeline.events())
    await Promise.all([opened.resume(), loadSounds(slices, timeline.events(), at)])
    if (rate === 0 && rest === at && !isClosed)
      sound?.grain(at)
    restLater()
  }

  return {
    setTimeline(next) {
      const before = timeline
      const frame = position()
      timeline = next
      if (rate === 0) {
        standAt(frame)
        // A page that was touched may play at once; another one would be told off by the browser.
        if (!audio && navigator.userActivation?.hasBeenActive) {
          openOutput()
          // Until somebody plays, it would keep the device awake with silence.
          restLater()
        }
        return loadSoon()
      }
      const isSameRate = before.rate.numerator === next.rate.numerator && before.rate.denominator === next.rate.denominator
      const isSameRange = before.inFrame === next.inFrame && before.outFrame === next.outFrame
      if (clock.isRunning && isSameRate && isSameRange && !(isLooping && before.durationFrames !== next.durationFrames)) {
        sound?.setEvents(next.events())
        endIfOver()
        return
      }
      standAt(frame)
      void start(rate)
    },
    start,
    pause,
    seek(frame, isHeard) {
      standAt(frame)
      if (rate !== 0)
        return void start(rate)
      onFrame()
      onChange()
      if (isHeard && within(frame) < timeline.durationFrames)
        void hear(rest)
      else
        loadSoon()
    },
    setLoop(next) {
      if (next === isLooping)
        return
      isLooping = next
      restart()
      onChange()
    },
    setRange(next) {
      ownRange = next
      restart()
      onChange()
    },
    refill() {
      sound?.fill()
      loadSoon()
    },
    get frame() {
      return position()
    },
    get rate() {
      return rate
    },
    get isLooping() {
      return isLooping
    },
    get isRunning() {
      return clock.isRunning
    },
    get begun() {
      return begun
    },
    lapsAhead: samples => ({ laps: clock.laps(heardNow(), heardNow() + samples), heard: heardNow() }),
    meters: () => audio?.meters() ?? { master: silent, tracks: {} },
    resetMeters: () => audio?.resetMeters(),
    get figures() {
      return { startMs, lateSounds: lateBefore + (sound?.lateCount ?? 0) }
    },
    close() {
      stand(position())
      isClosed = true
      clearTimeout(loading)
      clearTimeout(resting)
      output?.release(pause)
      const [left, leftSound] = [audio, sound]
      audio = null
      sound = null
      // What still sounds would stay in the output for ever.
      void leftSound?.close().then(isSilent => left?.close({ isBroken: !isSilent }))
    },
  }
}
