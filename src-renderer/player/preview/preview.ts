/** Plays a sequence: pictures on one canvas, sound on one clock. Knows the document, addresses and numbers; no stores, no studio. */
import type { Platform } from '#contract/presets.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { DeliveredGains } from '#rules/sequence/levelling.ts'
import type { SoundEvent } from '#rules/sequence/levels.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { Output } from '../output.ts'
import type { Rate } from '../shuttle.ts'
import type { Meters } from './audio.ts'
import type { Quality } from './draw.ts'
import type { LookAt, LookFrom } from './looks.ts'
import type { LutTextOf } from './luts.ts'
import type { CaptionPainter, Problem, SoundUrlOf, SourceOf } from './media.ts'
import type { Moment } from './screen.ts'
import type { Begun, Range, Transport } from './transport.ts'
import { createDelivered } from '#rules/sequence/levelling.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { createGrader } from './grader.ts'
import { createLooks } from './looks.ts'
import { createLuts } from './luts.ts'
import { createPictures } from './pictures.ts'
import { createScreen } from './screen.ts'
import { createSlices } from './slices.ts'
import { createTransport } from './transport.ts'
import { comingUp, lookAheadSamples, turnOf } from './wanted.ts'
import { wordsOf } from './words.ts'

export interface PreviewState {
  readonly frame: number
  readonly durationFrames: number
  readonly isPlaying: boolean
  /** 0 while paused, negative backwards. */
  readonly rate: Rate
  readonly isLooping: boolean
  readonly problems: readonly Problem[]
}

export interface PreviewFigures {
  /** Frames for which a picture was not there in time, and moments when a sound was not. */
  readonly stalls: number
  readonly lateSounds: number
  /** Frames drawn while it played. */
  readonly drawn: number
  /** From the last `play` to the first sample that was heard. */
  readonly startMs: number
  /** Decoded pictures and sound, and what is kept of the files of shots. */
  readonly bytes: number
}

export interface Preview {
  /** While it plays, only what changed starts again. */
  setDocument: (document: SequenceDocument) => void
  /** Captions are drawn where this platform leaves room for them; null is none. */
  setPlatform: (platform: Platform | null) => void
  /** Plays as loud as it would be delivered; null plays the mix as it is. */
  setDelivered: (gains: DeliveredGains | null) => void
  /** The files of takes changed: they were added, deleted or made again. */
  refresh: () => void
  play: () => Promise<void>
  pause: () => void
  toggle: () => Promise<void>
  /** 0 pauses, negative rates run backwards. */
  shuttle: (rate: Rate) => Promise<void>
  /** Shows single pictures of clips, each on its own canvas, until it is given none; meanwhile the sequence is not drawn. */
  look: (looks: readonly LookAt[], from: LookFrom) => void
  /** Resolves when each of these canvases shows its exact picture. */
  looked: () => Promise<void>
  /** Shows another frame than that of the position, while it is paused; null shows that of the position. */
  peek: (frame: number | null) => void
  /** Kept within the sequence. With `isHeard`, a moment of the sound is played. */
  seek: (frame: number, how?: { isHeard?: boolean }) => void
  /** Pauses and moves by this many frames. */
  step: (frames: number) => void
  position: () => number
  state: () => PreviewState
  /** Called when the state changes; returns how to stop it. */
  onChange: (listener: () => void) => () => void
  /** Called whenever the canvas shows another picture; returns how to stop it. */
  onDrawn: (watcher: () => void) => () => void
  setLoop: (isLooping: boolean) => void
  /** In place of that of the document; null is the document's again. */
  setRange: (range: Range | null) => void
  setQuality: (quality: Quality) => void
  /** Shows pictures without their grades. */
  setUngraded: (isUngraded: boolean) => void
  /** Resolves when the canvas shows the exact picture of the position. */
  settled: () => Promise<void>
  /** The last start; null before one. */
  begun: () => Begun | null
  meters: () => Meters
  /** Loudness and the highest peaks count from now on, as they do from each start. */
  resetMeters: () => void
  figures: () => PreviewFigures
  close: () => void
}

export interface PreviewOptions {
  readonly canvas: HTMLCanvasElement
  readonly sourceOf: SourceOf
  readonly soundUrlOf: SoundUrlOf
  readonly captions?: CaptionPainter
  /** Absent: no clip has a look-up table. */
  readonly lutTextOf?: LutTextOf
  /** The studio's one output: taken while it plays. */
  readonly output?: Output
}

const nothing: Resolved = { durationFrames: 0, stretches: [], captions: [] }

export function createPreview({ canvas, sourceOf, soundUrlOf, captions, output, lutTextOf }: PreviewOptions): Preview {
  const problems = new Map<string, Problem>()
  const listeners = new Set<() => void>()
  const watching = new Set<() => void>()
  let resolved = nothing
  let shown: SequenceDocument | null = null
  let platform: Platform | null = null
  let delivered: ReturnType<typeof createDelivered> | null = null
  /** Kept while it is, so that its readers stay. */
  let turn = 0
  let toldFrame = -1

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
  const pictures = createPictures({ sourceOf, report, onPicture })
  const luts = createLuts({ textOf: lutTextOf, report, onLut })
  const grader = createGrader(luts)
  const looks = createLooks(pictures, grader)
  let peeked: number | null = null
  const onDrawn = (): void => watching.forEach(watcher => watcher())
  const screen = createScreen({ canvas, pictures, grader, painter: captions ?? null, report, moment, onGathered, onDrawn })
  const transport: Transport = createTransport({
    slices,
    report,
    output: output ?? null,
    onChange: notify,
    onFrame,
    onSound: () => problems.delete('no-sound') && notify(),
  })

  /** Readers that nobody asks are closed: an edge whose picture has not come yet asks again with each frame that is drawn. */
  function onGathered(): void {
    if (looks.isShown)
      looks.draw()
    pictures.tidy()
  }

  function onPicture(): void {
    if (looks.isShown)
      looks.draw()
    else if (!transport.isRunning)
      screen.request()
  }

  function onLut(): void {
    grader.refresh()
    onPicture()
  }

  function moment(): Moment {
    const { rate, isRunning } = transport
    const frame = isRunning ? transport.frame : peeked ?? transport.frame
    if (isRunning)
      turn = turnOf(transport.lapsAhead(1).laps[0])
    return { frame, rate, isRunning, turn }
  }

  function onFrame(): void {
    if (transport.rate > 0)
      comingUp(resolved, transport.frame, screen.manner, transport.lapsAhead(lookAheadSamples)).forEach(pictures.prepare)
    screen.request()
    if (!transport.isRunning || transport.frame === toldFrame)
      return
    toldFrame = transport.frame
    notify()
  }

  function giveSound({ rate, inFrame, outFrame, ...document }: SequenceDocument): void {
    const louder = delivered
    let events: readonly SoundEvent[] | null = null
    const heard = () => {
      const mixed = soundEvents({ rate, ...document })
      return louder ? louder(mixed) : mixed
    }
    transport.setTimeline({ rate, inFrame, outFrame, durationFrames: resolved.durationFrames, events: () => events ??= heard() })
  }

  function seek(frame: number, { isHeard = false } = {}): void {
    transport.seek(frame, isHeard)
  }

  return {
    setDocument(next) {
      resolved = resolve(next)
      shown = next
      screen.show(next, resolved, captions ? wordsOf(next, resolved, platform) : null)
      giveSound(next)
      notify()
    },
    setPlatform(next) {
      if (next === platform)
        return
      platform = next
      if (shown && captions)
        screen.show(shown, resolved, wordsOf(shown, resolved, platform))
    },
    setDelivered(gains) {
      delivered = gains && createDelivered(gains)
      if (shown)
        giveSound(shown)
    },
    refresh() {
      for (const [key, problem] of problems) {
        if ('takeId' in problem || problem.what === 'no-lut')
          problems.delete(key)
      }
      pictures.retry()
      luts.retry()
      transport.refill()
      screen.request()
      notify()
    },
    play: () => transport.start(1),
    pause: transport.pause,
    toggle: async () => transport.rate === 0 ? transport.start(1) : transport.pause(),
    shuttle: async rate => rate === 0 ? transport.pause() : rate === transport.rate ? undefined : transport.start(rate),
    seek,
    look(wanted, from) {
      looks.show(wanted, from)
      if (!looks.isShown)
        screen.request()
    },
    looked: looks.settled,
    peek(frame) {
      if (frame === peeked)
        return
      peeked = frame
      screen.request()
    },
    step(frames) {
      transport.pause()
      seek(transport.frame + frames, { isHeard: true })
    },
    position: () => transport.frame,
    state: () => ({
      frame: transport.frame,
      durationFrames: resolved.durationFrames,
      isPlaying: transport.rate !== 0,
      rate: transport.rate,
      isLooping: transport.isLooping,
      problems: [...problems.values()],
    }),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onDrawn(watcher) {
      watching.add(watcher)
      return () => watching.delete(watcher)
    },
    setLoop: transport.setLoop,
    setRange: transport.setRange,
    setQuality: screen.setQuality,
    setUngraded(isUngraded) {
      grader.setBypass(isUngraded)
      looks.draw()
      screen.request()
    },
    settled: screen.settled,
    begun: () => transport.begun,
    meters: transport.meters,
    resetMeters: transport.resetMeters,
    figures: () => ({ ...screen.figures, ...transport.figures, bytes: slices.bytes + pictures.bytes }),
    close() {
      transport.close()
      pictures.close()
      grader.close()
      luts.close()
      slices.close()
      screen.close()
      listeners.clear()
      watching.clear()
    },
  }
}
