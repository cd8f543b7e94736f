/** Plays a sequence: pictures on one canvas, sound on one clock. Knows the document, addresses and numbers; no stores, no studio. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SoundEvent } from '#rules/sequence/levels.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { Output } from '../output.ts'
import type { Rate } from '../shuttle.ts'
import type { Audio, Meters } from './audio.ts'
import type { Quality } from './draw.ts'
import type { CaptionPainter, Problem, SoundUrlOf, SourceOf } from './media.ts'
import type { Moment } from './screen.ts'
import type { Sound } from './sound.ts'
import { frameAtSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { openAudio } from './audio.ts'
import { createClock } from './clock.ts'
import { silent } from './loudness.ts'
import { sampleRate } from './media.ts'
import { createPictures } from './pictures.ts'
import { createScreen } from './screen.ts'
import { createSlices } from './slices.ts'
import { createSound, loadSounds } from './sound.ts'
import { comingUp, lookAheadSamples, turnOf } from './wanted.ts'

export interface PreviewState {
  readonly frame: number
  readonly durationFrames: number
  readonly isPlaying: boolean
  /** 0 while paused, negative backwards. */
  readonly rate: Rate
  readonly isLooping: boolean
  readonly problems: readonly Problem[]
}

/** The part that is looped, and at whose end playing stops; null is from the beginning, or to the end. */
export interface Range { readonly inFrame: number | null, readonly outFrame: number | null }

export interface PreviewFigures {
  /** Frames for which a picture was not there in time, and moments when a sound was not. */
  readonly stalls: number
  readonly lateSounds: number
  /** Frames drawn while it played. */
  readonly drawn: number
  /** From the last `play` to the first sample that was heard. */
  readonly startMs: number
  /** Decoded pictures and sound. */
  readonly bytes: number
}

export interface Preview {
  /** While it plays, only what changed starts anew. */
  setDocument: (document: SequenceDocument) => void
  /** The files of takes changed: they came, vanished or were made again. */
  refresh: () => void
  play: () => Promise<void>
  pause: () => void
  toggle: () => Promise<void>
  /** 0 pauses, negative rates run backwards. */
  shuttle: (rate: Rate) => Promise<void>
  /** Kept within the sequence. With `isHeard`, a moment of the sound is played. */
  seek: (frame: number, how?: { isHeard?: boolean }) => void
  /** Pauses and moves by this many frames. */
  step: (frames: number) => void
  position: () => number
  state: () => PreviewState
  /** Called when the state changes; returns how to stop it. */
  onChange: (listener: () => void) => () => void
  setLoop: (isLooping: boolean) => void
  /** In place of that of the document; null is the document's again. */
  setRange: (range: Range | null) => void
  setQuality: (quality: Quality) => void
  showSafeAreas: (areShown: boolean) => void
  /** Resolves when the canvas shows the exact picture of the position. */
  settled: () => Promise<void>
  meters: () => Meters
  figures: () => PreviewFigures
  close: () => void
}

export interface PreviewOptions {
  readonly canvas: HTMLCanvasElement
  readonly sourceOf: SourceOf
  readonly soundUrlOf: SoundUrlOf
  readonly captions?: { readonly painter: CaptionPainter, readonly assOf: (document: SequenceDocument) => string }
  /** The studio's one output: taken while it plays. */
  readonly output?: Output
}

/** What is scheduled at once, in samples, is reached by then. */
const leadSamples = 0.02 * sampleRate
const readyWithinMs = 250
const tickMs = 100
const loadAfterMs = 100
const restAfterMs = 10_000
const stuckAfterMs = 1500

const nothing: Resolved = { durationFrames: 0, stretches: [], captions: [] }

export function createPreview({ canvas, sourceOf, soundUrlOf, captions, output }: PreviewOptions): Preview {
  const clock = createClock()
  const problems = new Map<string, Problem>()
  const listeners = new Set<() => void>()

  let sequence: SequenceDocument | null = null
  let resolved = nothing
  let events: readonly SoundEvent[] | null = null
  let audio: Audio | null = null
  let sound: Sound | null = null
  let rest = 0
  let rate: Rate = 0
  /** Kept while it stands, so that its readers stay. */
  let turn = 0
  let isLooping = false
  let ownRange: Range | null = null
  let lastAss: string | undefined
  let isClosed = false
  let run = 0
  let animation = 0
  let ticker: ReturnType<typeof setInterval> | undefined
  let loading: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let lastNow = { output: -1, at: 0 }
  let [startMs, lateBefore, toldFrame] = [0, 0, -1]

  function report(problem: Problem): void {
    const key = 'takeId' in problem ? `${problem.what} ${problem.of} ${problem.takeId}` : problem.what
    if (problems.has(key))
      return
    problems.set(key, problem)
    // A listener may ask for the state while it is being changed.
    queueMicrotask(notify)
  }

  function notify(): void {
    toldFrame = position()
    for (const listener of listeners)
      listener()
  }

  const slices = createSlices({ soundUrlOf, report })
  const pictures = createPictures({ sourceOf, report, onPicture: () => !clock.isRunning && screen.request() })
  const screen = createScreen({ canvas, pictures, painter: captions?.painter ?? null, report, moment })

  // Time

  const frameRate = (): SequenceDocument['rate'] => sequence?.rate ?? { numerator: 25, denominator: 1 }
  const sampleAt = (frame: number): number => sampleOfFrame(frame, frameRate())
  const within = (frame: number): number => Math.min(Math.max(0, Math.round(frame)), resolved.durationFrames)

  function samplePosition(): number {
    return clock.isRunning && audio ? clock.positionAt(audio.heard()) : rest
  }

  function moment(): Moment {
    const heard = audio?.heard() ?? 0
    if (clock.isRunning)
      turn = turnOf(clock.laps(heard, heard + 1)[0])
    return { frame: position(), rate, isRunning: clock.isRunning, turn }
  }

  function position(): number {
    return within(frameAtSample(Math.floor(samplePosition() + 1e-3), frameRate()))
  }

  function range(): { start: number, end: number | null } {
    const { inFrame, outFrame } = ownRange ?? sequence ?? { inFrame: null, outFrame: null }
    const start = Math.min(inFrame ?? 0, resolved.durationFrames)
    return outFrame !== null && outFrame > start ? { start, end: Math.min(outFrame, resolved.durationFrames) } : { start, end: null }
  }

  function setBounds(from: number): void {
    const { start, end } = range()
    if (isLooping)
      clock.setBounds({ start: sampleAt(start), end: sampleAt(end ?? resolved.durationFrames), isLooping: true })
    else
      clock.setBounds({ start: 0, end: end !== null && from < end ? sampleAt(end) : Infinity, isLooping: false })
  }

  // Sound

  function openSound(): Audio {
    if (audio)
      return audio
    const opened = openAudio({ report, onLost: reopen })
    audio = opened
    sound = createSound({ context: opened.context, busOf: opened.busOf, slices })
    return opened
  }

  function soundsNow(): readonly SoundEvent[] {
    events ??= sequence ? soundEvents(sequence) : []
    return events
  }

  /** The output is gone, as when its device was unplugged: another one plays on from here. */
  function reopen(): void {
    const frame = position()
    const rateBefore = rate
    lateBefore += sound?.lateCount ?? 0
    sound = null
    audio?.close()
    audio = null
    clock.rest(sampleAt(frame))
    rest = sampleAt(frame)
    if (rateBefore !== 0 && !isClosed)
      void start(rateBefore)
  }

  // Playing

  async function start(next: Rate): Promise<void> {
    if (!sequence || isClosed || resolved.durationFrames === 0)
      return
    const pressedAt = performance.now()
    const mine = ++run
    clearTimeout(resting)
    output?.take(pause)
    let frame = position()
    const { start: first, end } = range()
    if (isLooping ? frame < first || frame >= (end ?? resolved.durationFrames) : next > 0 && frame >= resolved.durationFrames)
      frame = first
    sound?.stop()
    rest = sampleAt(frame)
    clock.rest(rest)
    rate = next
    notify()
    const opened = openSound()
    sound?.setEvents(soundsNow())
    const [canSound] = await Promise.all([
      opened.resume(),
      next > 0 && Promise.race([loadSounds(slices, soundsNow(), rest), new Promise(resolve => setTimeout(resolve, readyWithinMs))]),
    ])
    if (mine !== run || opened !== audio)
      return
    if (!canSound)
      report({ what: 'no-sound', said: opened.context.state })
    else if (problems.delete('no-sound'))
      notify()
    setBounds(frame)
    const from = opened.now() + leadSamples
    clock.start(rest, from, next)
    startMs = performance.now() - pressedAt + (from - opened.heard()) / sampleRate * 1000
    lastNow = { output: -1, at: performance.now() }
    sound?.start(clock.laps)
    clearInterval(ticker)
    ticker = setInterval(tick, tickMs)
    cancelAnimationFrame(animation)
    animation = requestAnimationFrame(draw)
  }

  function pause(): void {
    if (rate === 0)
      return
    stand(position())
    output?.release(pause)
    notify()
  }

  function stand(frame: number): void {
    run++
    sound?.stop()
    rate = 0
    rest = sampleAt(frame)
    clock.rest(rest)
    clearInterval(ticker)
    cancelAnimationFrame(animation)
    clearTimeout(resting)
    resting = setTimeout(() => audio?.rest(), restAfterMs)
    screen.request()
  }

  function endIfOver(): boolean {
    if (!clock.isRunning || !audio)
      return false
    const heard = audio.heard()
    const isPast = !isLooping && clock.rate > 0 && clock.positionAt(heard) >= sampleAt(resolved.durationFrames)
    if (isPast || clock.hasEnded(heard)) {
      pause()
      return true
    }
    return false
  }

  /** Runs on a timer, also while the page is hidden. */
  function tick(): void {
    if (!audio || endIfOver())
      return
    sound?.fill()
    if (clock.rate < 0)
      sound?.grain(Math.floor(samplePosition()))
    const at = performance.now()
    const now = audio.now()
    if (now !== lastNow.output) {
      lastNow = { output: now, at }
      if (problems.delete('no-sound'))
        notify()
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
    prepare()
    screen.request()
    if (position() !== toldFrame)
      notify()
  }

  function prepare(): void {
    if (!audio || clock.rate <= 0)
      return
    const heard = audio.heard()
    const laps = clock.laps(heard, heard + lookAheadSamples)
    comingUp(resolved, position(), screen.manner, { laps, heard }).forEach(pictures.prepare)
  }

  function seek(frame: number, { isHeard = false } = {}): void {
    const to = within(frame)
    if (rate !== 0) {
      rest = sampleAt(to)
      clock.rest(rest)
      void start(rate)
      return
    }
    rest = sampleAt(to)
    screen.request()
    notify()
    if (isHeard && to < resolved.durationFrames)
      void hear(rest)
    else
      loadSoon()
  }

  /** What would be heard first is at hand when play is pressed. Not at each step of a drag. */
  function loadSoon(): void {
    clearTimeout(loading)
    loading = setTimeout(() => void loadSounds(slices, soundsNow(), rest), loadAfterMs)
  }

  async function hear(at: number): Promise<void> {
    clearTimeout(resting)
    const opened = openSound()
    sound?.setEvents(soundsNow())
    await Promise.all([opened.resume(), loadSounds(slices, soundsNow(), at)])
    if (rate === 0 && rest === at)
      sound?.grain(at)
    clearTimeout(resting)
    resting = setTimeout(() => rate === 0 && audio?.rest(), restAfterMs)
  }

  function setRange(next: Range | null): void {
    ownRange = next
    if (clock.isRunning)
      void start(rate)
    notify()
  }

  return {
    setDocument(next) {
      const before = sequence
      const frame = position()
      const wasRunning = clock.isRunning
      sequence = next
      resolved = resolve(next)
      events = null
      const ass = captions?.assOf(next)
      if (ass !== undefined && ass !== lastAss)
        screen.setWords(ass)
      lastAss = ass
      screen.show(next, resolved)
      const isSameRate = before?.rate.numerator === next.rate.numerator && before.rate.denominator === next.rate.denominator
      const isSameRange = isSameRate && before.inFrame === next.inFrame && before.outFrame === next.outFrame && !isLooping
      if (wasRunning && isSameRange) {
        sound?.setEvents(soundsNow())
        endIfOver()
      }
      else if (wasRunning) {
        rest = sampleAt(within(frame))
        clock.rest(rest)
        void start(rate)
      }
      else {
        rest = sampleAt(within(frame))
        // A page that was touched may play at once; another one would be told off by the browser.
        if (navigator.userActivation?.hasBeenActive)
          openSound()
        loadSoon()
      }
      notify()
    },
    refresh() {
      for (const [key, problem] of problems) {
        if ('takeId' in problem)
          problems.delete(key)
      }
      pictures.retry()
      sound?.fill()
      screen.request()
      notify()
    },
    play: () => start(1),
    pause,
    toggle: async () => rate === 0 ? start(1) : pause(),
    shuttle: async next => next === 0 ? pause() : next === rate ? undefined : start(next),
    seek,
    step(frames) {
      const frame = position()
      if (rate !== 0)
        pause()
      seek(frame + frames, { isHeard: true })
    },
    position,
    state: () => ({
      frame: position(),
      durationFrames: resolved.durationFrames,
      isPlaying: rate !== 0,
      rate,
      isLooping,
      problems: [...problems.values()],
    }),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setLoop(next) {
      if (next === isLooping)
        return
      isLooping = next
      if (clock.isRunning)
        void start(rate)
      notify()
    },
    setRange,
    setQuality: screen.setQuality,
    showSafeAreas: screen.showSafeAreas,
    settled: screen.settled,
    meters: () => audio?.meters() ?? { master: silent, tracks: {} },
    figures: () => ({
      ...screen.figures,
      lateSounds: lateBefore + (sound?.lateCount ?? 0),
      startMs,
      bytes: slices.bytes + pictures.bytes,
    }),
    close() {
      stand(position())
      isClosed = true
      clearTimeout(loading)
      clearTimeout(resting)
      output?.release(pause)
      pictures.close()
      slices.close()
      audio?.close()
      audio = null
      screen.close()
      listeners.clear()
    },
  }
}
