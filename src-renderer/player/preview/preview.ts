/** Plays a sequence: pictures on one canvas, sound on one clock. Knows the document, addresses and numbers; no stores, no studio. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SoundEvent } from '#rules/sequence/levels.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { Output } from '../output.ts'
import type { Rate } from '../shuttle.ts'
import type { Audio, Meters } from './audio.ts'
import type { DrawnLayer, Quality } from './draw.ts'
import type { CaptionPainter, Problem, SoundUrlOf, SourceOf } from './media.ts'
import type { Sound } from './sound.ts'
import { frameAtSample, sampleOfFrame, secondsOfFrames } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { openAudio } from './audio.ts'
import { createClock } from './clock.ts'
import { canvasSize, drawLayers, drawSafeAreas, sizeOf } from './draw.ts'
import { silent } from './loudness.ts'
import { sampleRate, saidBy } from './media.ts'
import { createPictures } from './pictures.ts'
import { createSlices } from './slices.ts'
import { createSound, loadSounds } from './sound.ts'

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
const shotsAheadSeconds = 0.5
const stillsAheadSeconds = 2
const loadAfterMs = 100
const restAfterMs = 10_000
const stuckAfterMs = 1500

const nothing: Resolved = { durationFrames: 0, stretches: [], captions: [] }

export function createPreview({ canvas, sourceOf, soundUrlOf, captions, output }: PreviewOptions): Preview {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context)
    throw new Error('The canvas has no 2D context')
  const overlay = document.createElement('canvas')
  const clock = createClock()
  const problems = new Map<string, Problem>()
  const listeners = new Set<() => void>()
  const waiting = new Set<() => void>()

  let sequence: SequenceDocument | null = null
  let resolved = nothing
  let events: readonly SoundEvent[] | null = null
  let audio: Audio | null = null
  let sound: Sound | null = null
  let rest = 0
  let rate: Rate = 0
  let turn = 0
  let isLooping = false
  let ownRange: Range | null = null
  let quality: Quality = 'half'
  let hasSafeAreas = false
  let areCaptionsBroken = false
  let isClosed = false
  let run = 0
  let animation = 0
  let ticker: ReturnType<typeof setInterval> | undefined
  let loading: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let isPainting = false
  let isAskedAgain = false
  let paintedFrame = -1
  let lastNow = { output: -1, at: 0 }
  let [stalls, drawn, startMs, lateBefore] = [0, 0, 0, 0]

  function report(problem: Problem): void {
    const key = 'takeId' in problem ? `${problem.what} ${problem.of} ${problem.takeId}` : problem.what
    if (problems.has(key))
      return
    problems.set(key, problem)
    // A listener may ask for the state while it is being changed.
    queueMicrotask(notify)
  }

  function notify(): void {
    for (const listener of listeners)
      listener()
  }

  const slices = createSlices({ soundUrlOf, report })
  const pictures = createPictures({ sourceOf, report, onPicture: () => rate === 0 && requestPaint() })

  // Time

  const frameRate = (): SequenceDocument['rate'] => sequence?.rate ?? { numerator: 25, denominator: 1 }
  const sampleAt = (frame: number): number => sampleOfFrame(frame, frameRate())
  const within = (frame: number): number => Math.min(Math.max(0, Math.round(frame)), resolved.durationFrames)

  function samplePosition(): number {
    return clock.isRunning && audio ? clock.positionAt(audio.heard()) : rest
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
    requestPaint()
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
    const before = paintedFrame
    requestPaint()
    if (position() !== before)
      notify()
  }

  // Pictures

  function wantedOf(clip: PictureClip, offset: number, wantedTurn: number) {
    const speed = clip.speed / 100
    const largest = Math.max(clip.look.scale, clip.look.moveTo?.scale ?? 0, 1)
    return {
      clip,
      turn: wantedTurn,
      seconds: secondsOfFrames(sourceFrameAt(clip, offset) + 0.5, frameRate()),
      pace: rate > 0 ? rate * speed : 0,
      pixels: canvas.width * largest / Math.max(0.05, 1 - clip.look.crop.left - clip.look.crop.right),
    }
  }

  /** Opens what is shown within the next moments. */
  function prepare(): void {
    if (!audio || clock.rate <= 0)
      return
    const heard = audio.heard()
    const laps = clock.laps(heard, heard + stillsAheadSeconds * sampleRate)
    const shownNow = new Set(stretchAt(resolved.stretches, position())?.layers.map(({ clip }) => clip.id))
    laps.forEach((lap, index) => {
      const soon = (seconds: number): number =>
        frameAtSample(Math.floor(lap.at + (Math.min(lap.until, heard + seconds * sampleRate) - lap.from) * lap.rate), frameRate())
      const from = index === 0 ? position() : frameAtSample(Math.floor(lap.at), frameRate())
      const [shotsUntil, stillsUntil] = [soon(shotsAheadSeconds), soon(stillsAheadSeconds)]
      for (const stretch of resolved.stretches) {
        if (stretch.startFrame > stillsUntil)
          break
        if (stretch.startFrame + stretch.frames <= from)
          continue
        const into = Math.max(0, from - stretch.startFrame)
        for (const { clip, offset } of stretch.layers) {
          const isNear = stretch.startFrame <= shotsUntil && lap.from <= heard + shotsAheadSeconds * sampleRate
          if ((index > 0 || !shownNow.has(clip.id)) && (clip.sourceLength === null || isNear))
            pictures.prepare(wantedOf(clip, offset + into, lap.number % 2))
        }
      }
    })
  }

  function requestPaint(): void {
    if (isPainting) {
      isAskedAgain = true
      return
    }
    isPainting = true
    void paintAll()
  }

  async function paintAll(): Promise<void> {
    // Several wishes of one task are one picture.
    await Promise.resolve()
    do {
      isAskedAgain = false
      await paint()
    } while (isAskedAgain && !isClosed)
    isPainting = false
  }

  async function paint(): Promise<void> {
    if (!sequence || isClosed)
      return
    const frame = position()
    const shown = Math.max(0, Math.min(frame, resolved.durationFrames - 1))
    if (clock.isRunning && audio)
      turn = (clock.laps(audio.heard(), audio.heard() + 1)[0]?.number ?? 0) % 2
    const stretch = stretchAt(resolved.stretches, shown)
    const hasWords = await drawWords(shown)
    if (!sequence || isClosed)
      return
    const layers: DrawnLayer[] = []
    let isExact = true
    let isMissing = false
    for (const { clip, offset } of stretch?.layers ?? []) {
      const into = offset + shown - (stretch?.startFrame ?? 0)
      const placed = placedAt(clip, into)
      const found = pictures.at(wantedOf(clip, into, turn))
      if (found === 'none')
        continue
      isMissing ||= found === null
      isExact &&= found?.isExact ?? false
      if (found)
        layers.push({ clip, placed, image: found.image, imageSize: sizeOf(found.image), picture: found })
    }
    pictures.tidy()
    if (clock.isRunning && shown !== paintedFrame) {
      drawn++
      stalls += isExact ? 0 : 1
    }
    // What is on the screen stays until every picture of the next is there.
    if (!isMissing && context) {
      drawLayers(context, sequence.background, layers)
      if (hasWords)
        context.drawImage(overlay, 0, 0)
      if (hasSafeAreas)
        drawSafeAreas(context)
      paintedFrame = shown
    }
    if (isExact && frame === position() && !isAskedAgain) {
      waiting.forEach(resolveWaiting => resolveWaiting())
      waiting.clear()
    }
  }

  async function drawWords(frame: number): Promise<boolean> {
    const hasTitle = stretchAt(resolved.stretches, frame)?.layers.some(({ clip }) => clip.title !== null) ?? false
    const hasCaption = resolved.captions.some(({ clip }) => clip.start <= frame && frame < clip.start + clip.length)
    if (!captions || areCaptionsBroken || !(hasTitle || hasCaption))
      return false
    try {
      await captions.painter.draw(secondsOfFrames(frame + 0.5, frameRate()), overlay)
      return true
    }
    catch (cause) {
      areCaptionsBroken = true
      report({ what: 'no-captions', said: saidBy(cause) })
      return false
    }
  }

  function resize(): void {
    if (!sequence)
      return
    const { width, height } = canvasSize(sequence, quality)
    if (canvas.width === width && canvas.height === height)
      return
    // Resizing clears a canvas: what it showed is kept until the next picture.
    overlay.width = width
    overlay.height = height
    const before = canvas.width > 0 && canvas.height > 0 && paintedFrame >= 0 ? overlay.getContext('2d') : null
    before?.drawImage(canvas, 0, 0, width, height)
    canvas.width = width
    canvas.height = height
    if (before) {
      context?.drawImage(overlay, 0, 0)
      before.clearRect(0, 0, width, height)
    }
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
    requestPaint()
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
      if (captions && before !== next) {
        const ass = captions.assOf(next)
        if (!before || ass !== captions.assOf(before))
          captions.painter.set(ass)
      }
      resize()
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
      requestPaint()
      notify()
    },
    refresh() {
      for (const [key, problem] of problems) {
        if ('takeId' in problem)
          problems.delete(key)
      }
      pictures.retry()
      sound?.fill()
      requestPaint()
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
    setQuality(next) {
      quality = next
      resize()
      requestPaint()
    },
    showSafeAreas(areShown) {
      hasSafeAreas = areShown
      requestPaint()
    },
    settled: () => new Promise((resolveSettled) => {
      waiting.add(resolveSettled)
      requestPaint()
    }),
    meters: () => audio?.meters() ?? { master: silent, tracks: {} },
    figures: () => ({
      stalls,
      lateSounds: lateBefore + (sound?.lateCount ?? 0),
      drawn,
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
      captions?.painter.close()
      audio?.close()
      audio = null
      waiting.forEach(resolveWaiting => resolveWaiting())
      listeners.clear()
    },
  }
}
