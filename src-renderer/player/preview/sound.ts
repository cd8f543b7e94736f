/** Plays the sound events of a sequence on Web Audio, each at its exact sample, along the levels that the render follows, too. */
import type { SoundRamp } from '#contract/ramp.ts'
import type { TrackId } from '#contract/words.ts'
import type { Level, SoundEvent } from '#rules/sequence/levels.ts'
import type { Lap } from './clock.ts'
import type { Slices } from './slices.ts'
import { firstIndex } from '#rules/first-index.ts'
import { isSameBalance, isSameSides } from '#rules/sequence/balance.ts'
import { courseKey } from '#rules/sequence/course.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { balanced } from './balanced.ts'
import { sampleRate } from './media.ts'
import { placeIn, turned } from './place-in-file.ts'
import { secondsOfSample } from './sample-seconds.ts'
import { sliceSamples } from './slices.ts'

export interface Sound {
  /** While it plays, only what changed is stopped, started or made louder. */
  setEvents: (events: readonly SoundEvent[]) => void
  /** Plays what `laps` says, until `stop`. */
  start: (laps: (from: number, until: number) => Lap[]) => void
  stop: () => void
  /** Schedules the next two seconds. To be called several times a second while it plays. */
  fill: () => void
  /** Plays a moment of the sound at this timeline sample, if it is loaded. */
  grain: (at: number) => void
  /** Stops all of it. Resolves to true when nothing sounds any more, to false when the context does not get there, as when it may not run. */
  close: () => Promise<boolean>
  /** How often a sound was due and not loaded. */
  readonly lateCount: number
}

export interface SoundHost {
  readonly context: BaseAudioContext
  readonly busOf: (trackId: TrackId) => AudioNode
  readonly slices: Slices
}

const aheadSamples = 2 * sampleRate
/** The shortest time in which a command reaches the audio thread. */
const marginSamples = 512
/** Against clicks where a sound is entered or left in its middle. */
const easeSamples = 240
const grainSamples = 0.07 * sampleRate
const endsWithinMs = 500

/** One event in one lap. */
interface Voice {
  event: SoundEvent
  readonly lap: Lap
  readonly gain: GainNode
  /** Of a sound that moves between the sides: what makes each as loud as it is, and how loud that is. */
  readonly sides: readonly { readonly param: AudioParam, readonly levels: readonly Level[] }[]
  readonly nodes: Set<AudioBufferSourceNode>
  /** Up to which output sample sound and levels are scheduled. */
  soundUntil: number
  levelsUntil: number
  /** The same of its sides. */
  sidesUntil: number
  /** Output sample at which it is over. */
  readonly end: number
  wasLate: boolean
}

interface Run {
  readonly laps: (from: number, until: number) => Lap[]
  readonly voices: Map<string, Voice>
}

export function createSound({ context, busOf, slices }: SoundHost): Sound {
  let events: readonly SoundEvent[] = []
  let run: Run | null = null
  let grains: Run | null = null
  let lateCount = 0
  /** The browser keeps a source, and what listens to its end, until it has ended. */
  const sounding = new Set<AudioBufferSourceNode>()
  let onSilence = (): void => {}

  const now = (): number => Math.round(context.currentTime * sampleRate)
  const outputOf = (lap: Lap, at: number): number => lap.from + (at - lap.at) / lap.rate
  const offsetOf = (voice: Pick<Voice, 'event' | 'lap'>, output: number): number =>
    voice.lap.at + (output - voice.lap.from) * voice.lap.rate - voice.event.start
  const amplitudeAt = (voice: Pick<Voice, 'event' | 'lap'>, output: number): number => levelAt(voice.event.levels, offsetOf(voice, output))

  function openVoice(event: SoundEvent, lap: Lap): Voice {
    const begins = outputOf(lap, event.start)
    const from = Math.max(begins, lap.from, now() + marginSamples)
    const isWhole = from === begins
    // A rounding error may put the first event of its curve after the first sample, which would be heard at full level.
    const gain = new GainNode(context, { gain: isWhole ? amplitudeAt({ event, lap }, from) : 0 })
    const moving = event.sides && [event.sides.left, event.sides.right]
    const [left = 1, right = 1] = moving?.map(levels => levelAt(levels, offsetOf({ event, lap }, from))) ?? []
    const { output, sides } = balanced(gain, moving ? { left, right } : event.balance)
    output.connect(busOf(event.trackId))
    const voice: Voice = {
      event,
      lap,
      gain,
      sides: moving ? sides.map((param, side) => ({ param, levels: moving[side] ?? [] })) : [],
      nodes: new Set(),
      soundUntil: from,
      levelsUntil: from,
      sidesUntil: from,
      end: Math.min(outputOf(lap, event.start + event.length), lap.until),
      wasLate: false,
    }
    gain.gain.setValueAtTime(gain.gain.value, secondsOfSample(from))
    for (const { param } of voice.sides)
      param.setValueAtTime(param.value, secondsOfSample(from))
    if (!isWhole) {
      voice.levelsUntil = from + easeSamples
      gain.gain.linearRampToValueAtTime(amplitudeAt(voice, voice.levelsUntil), secondsOfSample(voice.levelsUntil))
    }
    return voice
  }

  /** Schedules these levels between two output samples. */
  function follow(param: AudioParam, voice: Voice, levels: readonly Level[], { from, until }: { from: number, until: number }): void {
    const last = offsetOf(voice, until)
    for (let index = firstAfter(levels, offsetOf(voice, from)); index < levels.length; index++) {
      const level = levels[index]
      if (!level || level.at >= last)
        break
      param.linearRampToValueAtTime(level.amplitude, secondsOfSample(outputOf(voice.lap, voice.event.start + level.at)))
    }
    param.linearRampToValueAtTime(levelAt(levels, last), secondsOfSample(until))
  }

  function extendLevels(voice: Voice, horizon: number): void {
    const until = Math.min(horizon, voice.end)
    if (until <= voice.levelsUntil)
      return
    follow(voice.gain.gain, voice, voice.event.levels, { from: voice.levelsUntil, until })
    voice.levelsUntil = until
    if (until <= voice.sidesUntil)
      return
    for (const { param, levels } of voice.sides)
      follow(param, voice, levels, { from: voice.sidesUntil, until })
    voice.sidesUntil = until
  }

  function extendSound(voice: Voice, horizon: number, later: () => void): void {
    const { clip } = voice.event
    const source = slices.source(clip)
    if (!source)
      return
    while (voice.soundUntil < voice.end && voice.soundUntil < horizon) {
      const due = voice.soundUntil
      const place = placeIn(source, voice.event, offsetOf(voice, due))
      const buffer = place && slices.at(source, place.slice)
      if (!place) {
        voice.soundUntil = voice.end
        return
      }
      if (place.silent > 0) {
        voice.soundUntil += place.silent / (place.pace * voice.lap.rate)
        continue
      }
      if (!buffer) {
        const isDue = due < now() + marginSamples
        if (isDue && !voice.wasLate)
          lateCount++
        voice.wasLate ||= isDue
        void slices.load(clip.takeId, source, place.slice).then(() => slices.at(source, place.slice) && later())
        return
      }
      const from = Math.max(due, now() + (due < now() ? marginSamples : 0))
      // What was not loaded in time is joined where it is by now, which may be in another slice.
      if (from > due) {
        voice.soundUntil = from
        continue
      }
      const pace = place.pace * voice.lap.rate
      const left = source.samples - place.slice * sliceSamples - place.sample
      const there = place.isReversed ? place.sample : Math.min(sliceSamples - place.sample, left)
      const samples = Math.min(there, (voice.end - from) * pace)
      const node = context.createBufferSource()
      node.buffer = place.isReversed ? turned(buffer, Math.ceil(place.sample), Math.ceil(samples) + 1) : buffer
      const first = place.isReversed ? Math.ceil(place.sample) - place.sample : place.sample
      node.playbackRate.value = pace
      node.connect(voice.gain)
      node.start(secondsOfSample(from), secondsOfSample(first), secondsOfSample(samples))
      voice.nodes.add(node)
      sounding.add(node)
      node.addEventListener('ended', () => {
        voice.nodes.delete(node)
        sounding.delete(node)
        if (sounding.size === 0)
          onSilence()
      })
      voice.soundUntil = from + Math.max(1, samples) / pace
    }
  }

  function fillRun(which: Run): void {
    const from = now()
    const horizon = from + aheadSamples
    for (const lap of which.laps(from, horizon)) {
      if (lap.rate <= 0)
        continue
      const until = Math.min(horizon, lap.until)
      const [first, last] = [Math.max(from, lap.from), until].map(output => lap.at + (output - lap.from) * lap.rate)
      for (const event of events) {
        if (event.start >= (last ?? 0))
          break
        if (event.start + event.length <= (first ?? 0))
          continue
        const key = `${lap.number} ${event.clip.id}`
        const voice = which.voices.get(key) ?? openVoice(event, lap)
        which.voices.set(key, voice)
        extendSound(voice, until, () => which === run && fillRun(which))
        extendLevels(voice, until)
      }
    }
    for (const [key, voice] of which.voices) {
      if (voice.end < from) {
        voice.gain.disconnect()
        which.voices.delete(key)
      }
    }
  }

  /** Ramps to 0 at this output sample, or as soon as can be, and forgets it. */
  function release(voice: Voice, at = 0): void {
    const from = Math.max(at, now() + marginSamples)
    const { gain } = voice.gain
    gain.cancelScheduledValues(secondsOfSample(from))
    gain.linearRampToValueAtTime(amplitudeAt(voice, Math.min(from, voice.levelsUntil)), secondsOfSample(from))
    gain.linearRampToValueAtTime(0, secondsOfSample(from + easeSamples))
    for (const node of voice.nodes)
      node.stop(secondsOfSample(from + easeSamples + 1))
    const last = [...voice.nodes].at(-1)
    if (last)
      last.addEventListener('ended', () => voice.gain.disconnect())
    else
      voice.gain.disconnect()
  }

  function stopRun(which: Run | null): void {
    for (const voice of which?.voices.values() ?? [])
      release(voice)
    which?.voices.clear()
  }

  /** From soon on it follows other levels; what is scheduled continues. */
  function relevel(voice: Voice, next: SoundEvent): void {
    const from = Math.max(now() + marginSamples, Math.min(voice.levelsUntil, outputOf(voice.lap, voice.event.start)))
    if (from < voice.levelsUntil) {
      const { gain } = voice.gain
      const before = amplitudeAt(voice, from)
      gain.cancelScheduledValues(secondsOfSample(from))
      gain.linearRampToValueAtTime(before, secondsOfSample(from))
      voice.event = next
      voice.levelsUntil = from + easeSamples
      gain.linearRampToValueAtTime(amplitudeAt(voice, voice.levelsUntil), secondsOfSample(voice.levelsUntil))
    }
    voice.event = next
  }

  return {
    setEvents(next) {
      events = next
      if (!run)
        return
      const byClip = new Map(next.map(event => [event.clip.id, event]))
      for (const [key, voice] of run.voices) {
        const event = byClip.get(voice.event.clip.id)
        if (!event || !isSameSound(voice.event, event)) {
          release(voice)
          run.voices.delete(key)
        }
        else if (!isSameLevel(voice.event.levels, event.levels)) {
          relevel(voice, event)
        }
        else {
          voice.event = event
        }
      }
      fillRun(run)
    },
    start(laps) {
      stopRun(run)
      stopRun(grains)
      run = { laps, voices: new Map() }
      fillRun(run)
    },
    stop() {
      stopRun(run)
      run = null
    },
    fill() {
      if (run)
        fillRun(run)
    },
    grain(at) {
      stopRun(grains)
      const from = now() + marginSamples
      const lap: Lap = { number: 0, from, until: from + grainSamples, at, rate: 1 }
      const next: Run = { laps: () => [lap], voices: new Map() }
      grains = next
      fillRun(next)
      for (const voice of next.voices.values())
        release(voice, from + grainSamples - easeSamples)
      next.voices.clear()
    },
    close() {
      stopRun(run)
      run = null
      if (sounding.size === 0)
        return Promise.resolve(true)
      return new Promise((resolve) => {
        onSilence = () => resolve(true)
        setTimeout(resolve, endsWithinMs, false)
      })
    },
    get lateCount() {
      return lateCount
    },
  }
}

/** Loads what is heard from this timeline sample on; resolves when it could be played. */
export async function loadSounds(slices: Slices, events: readonly SoundEvent[], at: number): Promise<void> {
  const heard = events.filter(({ start, length }) => start < at + sampleRate / 2 && start + length > at)
  await Promise.all(heard.map(async (event) => {
    const source = slices.source(event.clip)
    const place = source && placeIn(source, event, Math.max(0, at - event.start))
    if (place)
      await slices.load(event.clip.takeId, source, place.slice)
  }))
}

function isSameSound(before: SoundEvent, after: SoundEvent): boolean {
  return before.start === after.start && before.length === after.length && before.trackId === after.trackId
    && before.clip.takeId === after.clip.takeId && before.clip.in === after.clip.in && before.clip.speed === after.clip.speed
    && isSameRamp(before.clip.ramp, after.clip.ramp)
    && heardKey(before.clip.heard) === heardKey(after.clip.heard) && isSameBalance(before.balance, after.balance)
    && isSameSides(before.sides, after.sides) && before.isReversed === after.isReversed
}

function isSameRamp(before: SoundRamp | undefined, after: SoundRamp | undefined): boolean {
  return before === after
    || (before !== undefined && after !== undefined && before.at === after.at && courseKey(before) === courseKey(after))
}

function isSameLevel(before: readonly Level[], after: readonly Level[]): boolean {
  return before.length === after.length
    && before.every(({ at, amplitude }, index) => at === after[index]?.at && amplitude === after[index].amplitude)
}

/** The index of the first level after this place. */
function firstAfter(levels: readonly Level[], at: number): number {
  return firstIndex(levels, level => level.at <= at)
}

function levelAt(levels: readonly Level[], at: number): number {
  const index = firstAfter(levels, at)
  const [before, next] = [levels[index - 1], levels[index]]
  if (!before || !next)
    return (before ?? next)?.amplitude ?? 0
  return before.amplitude + (next.amplitude - before.amplitude) * (at - before.at) / (next.at - before.at)
}
