/** What a sequence plays and how loud: preview and render both follow these straight lines of amplitude. */
import type { CrossCurve, Ducking, SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Balance, Sides } from './balance.ts'
import type { Timeline } from './document.ts'
import type { Nest } from './nested/nest.ts'
import type { Paces } from './nested/pace.ts'
import { firstIndex } from '../first-index.ts'
import { balanceOf, sidesOver } from './balance.ts'
import { endOf, playingOf, tracksOf } from './document.ts'
import { samplesPerSecond } from './frames.ts'
import { hears, nestOf, within } from './nested/nest.ts'
import { inside, isBackwards, isRamped, momentOutside, outside } from './nested/pace.ts'
import { playedThrough } from './nested/sound-through.ts'
import { laterBy } from './ramp.ts'
import { changeBetween, pointsOf, pointValueAt, turnsOf } from './sound-points.ts'

/** At a distance from the start of the event in samples; 1 is as recorded. Straight in between, and as it is at both ends. */
export interface Level { readonly at: number, readonly amplitude: number }

/** One clip as it is heard. Events may overlap. */
export interface SoundEvent {
  readonly clip: SoundClip
  readonly trackId: TrackId
  /** On the timeline, in samples. The length passes the clip's own while the next one dissolves from it. */
  readonly start: number
  readonly length: number
  /** In order of time, from 0 to `length`. */
  readonly levels: readonly Level[]
  /** Null where both sides are as loud as they are. */
  readonly balance: Balance | null
  /** Where they change while it is heard; `balance` is null then. */
  readonly sides?: Sides
  /** Its part of the source, which begins at `in` of its clip, is heard backwards. */
  readonly isReversed?: true
}

/** Straight lines of decibels become lines of amplitude with one point for each of these steps, which is too fine to be heard. */
const stepDb = 0.5
/** Points of a curved fade. */
const curvePoints = 16
/** In samples: what is shorter stays straight. */
const briefestCurve = 480
/** The shortest ramp of ducking: a step would click. */
const briefestRampMs = 5

/** By their start. Disabled clips and muted tracks are not heard, nor any but the soloed ones while there are any. */
export function soundEvents(document: Timeline): SoundEvent[] {
  const audible = audibleTracks(document)
  return audible.flatMap(track => eventsOf(track, duckingCurve(track, audible))).sort((a, b) => a.start - b.start)
}

/** Works them out ahead, so that `soundEvents` finds them at once; it may be interrupted wherever it yields. */
export function* workOutSoundEvents(document: Timeline): Generator<void, void, void> {
  const audible = audibleTracks(document)
  for (const track of audible)
    yield* eventSteps(track, duckingCurve(track, audible))
}

export function audibleTracks(document: Timeline): SoundingTrack[] {
  const sounding = tracksOf(document).filter(track => track.kind === 'speech' || track.kind === 'sound')
  const isSoloed = sounding.some(track => track.isSoloed)
  return sounding.filter(track => !track.isMuted && (track.isSoloed || !isSoloed))
}

/** Decibels at a place on the timeline in samples. */
export interface CurvePoint { readonly at: number, readonly db: number }

// An edit makes new objects only of what it touches: what is known of the other tracks stays.
const knownCurves = new WeakMap<Ducking, { readonly speech: readonly SoundingTrack[], readonly curve: readonly CurvePoint[] | null }>()

/**
 * How ducking lowers a track: null where nothing does. It is down when a clip of a speech track begins, and rises after it has ended.
 */
export function duckingCurve(track: SoundingTrack, audible: readonly SoundingTrack[]): readonly CurvePoint[] | null {
  const { ducking } = track
  if (!ducking || ducking.amountDb === 0)
    return null
  const speech = audible.filter(other => other.kind === 'speech' && other.id !== track.id && hears(track, other))
  const kept = knownCurves.get(ducking)
  if (kept && kept.speech.length === speech.length && kept.speech.every(({ clips }, index) => clips === speech[index]?.clips))
    return kept.curve
  const spoken = speech.flatMap(other => spokenOn(other, nestOf(track)?.paces?.length ?? 0)).sort((a, b) => a.start - b.start)
  const curve = spoken.length === 0 ? null : lowered(spoken, ducking)
  knownCurves.set(ducking, { speech, curve })
  return curve
}
const knownEvents = new WeakMap<SoundingTrack['clips'], {
  readonly track: SoundingTrack
  readonly ducking: readonly CurvePoint[] | null
  readonly events: readonly SoundEvent[]
}>()

interface Spoken { readonly start: number, readonly length: number }

/** In the time that so many of its paces lead to: that of what is lowered. */
function spokenOn(track: SoundingTrack, depth: number): readonly Spoken[] {
  const nest = nestOf(track)
  if (!nest)
    return playingOf(track)
  const { paces = [] } = nest
  const part = depth === 0 || nest.from >= nest.until ? nest : inside(paces.slice(0, depth), nest)
  const heard = playingOf(track).map(({ start, length }) => {
    const { from, until } = outside(paces.slice(depth), { from: start, until: start + length })
    return { from: Math.max(from, part.from), until: Math.min(until, part.until) }
  })
  return heard.flatMap(({ from, until }) => from < until ? [{ start: from, length: until - from }] : [])
}

function lowered(spoken: readonly Spoken[], { amountDb, attackMs, releaseMs }: Ducking): CurvePoint[] {
  const samplesOf = (ms: number): number => Math.round(Math.max(briefestRampMs, ms) * samplesPerSecond / 1000)
  const [attack, release] = [samplesOf(attackMs), samplesOf(releaseMs)]
  const first = spoken[0]?.start ?? 0
  const points: CurvePoint[] = [{ at: first - attack, db: 0 }, { at: first, db: amountDb }]
  let end = first
  for (const clip of spoken) {
    const gap = clip.start - end
    if (gap >= attack + release) {
      points.push({ at: end, db: amountDb }, { at: end + release, db: 0 })
      points.push({ at: clip.start - attack, db: 0 }, { at: clip.start, db: amountDb })
    }
    else if (gap > 0) {
      // It turns back where the rising line meets the falling one.
      const risen = gap / (attack + release)
      points.push(
        { at: end, db: amountDb },
        { at: end + Math.round(release * risen), db: amountDb * (1 - risen) },
        { at: clip.start, db: amountDb },
      )
    }
    end = Math.max(end, endOf(clip))
  }
  return [...points, { at: end, db: amountDb }, { at: end + release, db: 0 }]
}

function eventsOf(track: SoundingTrack, ducking: readonly CurvePoint[] | null): readonly SoundEvent[] {
  const steps = eventSteps(track, ducking)
  for (;;) {
    const { done, value } = steps.next()
    if (done)
      return value
  }
}

function* eventSteps(track: SoundingTrack, ducking: readonly CurvePoint[] | null): Generator<void, readonly SoundEvent[], void> {
  const kept = knownEvents.get(track.clips)
  if (kept && kept.ducking === ducking && kept.track.gainDb === track.gainDb && kept.track.pan === track.pan && kept.track.id === track.id)
    return kept.events
  const clips = playingOf(track)
  const nest = nestOf(track)
  const events: SoundEvent[] = []
  for (const [index, clip] of clips.entries()) {
    const next = clips[index + 1]
    const dissolves = next !== undefined && next.start === endOf(clip) ? Math.min(next.crossIn, next.length) : 0
    const length = clip.length + dissolves
    const levels = levelsOf(clip, { length, leaves: next?.crossCurve, trackGainDb: track.gainDb, ducking })
    const outerPans = [track.pan, ...nest?.pans ?? []]
    const sides = sidesOver(pointsOf(clip, 'pan'), length, outerPans)
    const balance = sides ? null : balanceOf(clip.pan, ...outerPans)
    const event = { clip, trackId: track.id, start: clip.start, length, levels, balance, ...sides && { sides } }
    events.push(...nest?.paces ? eventThrough(event, nest, nest.paces) : nest ? eventWithin(event, nest) : [event])
    yield
  }
  knownEvents.set(track.clips, { track, ducking, events })
  return events
}

/** The part of it that is heard in a nested sequence, exactly as loud as in the whole. */
function eventWithin(event: SoundEvent, nest: Nest): SoundEvent[] {
  const { from, until } = within(nest, event)
  const [head, tail] = [from - event.start, event.start + event.length - until]
  if (from >= until || (head === 0 && tail === 0))
    return from >= until ? [] : [event]
  const length = until - from
  const { clip, levels, sides } = event
  const part = (line: readonly Level[]): Level[] => {
    const inside = line.map(({ at, amplitude }) => ({ at: at - head, amplitude })).filter(({ at }) => at > 0 && at < length)
    const edge = (at: number): Level => ({ at, amplitude: amplitudeAt(line, at + head) })
    return [edge(0), ...inside, edge(length)]
  }
  const cut = {
    ...clip,
    start: from,
    ...laterBy(clip, head),
    length: Math.max(1, Math.min(length, clip.length - head)),
    points: [],
    fadeIn: head > 0 ? 0 : Math.min(clip.fadeIn, length),
    fadeOut: 0,
    crossIn: head > 0 ? 0 : Math.min(clip.crossIn, length),
  }
  const heard = { ...event, clip: cut, start: from, length, levels: part(levels) }
  return [sides ? { ...heard, sides: { left: part(sides.left), right: part(sides.right) } } : heard]
}

/** The same of a sequence with another speed: slower or faster, perhaps backwards, and as loud at each moment of it. */
function eventThrough(event: SoundEvent, nest: Nest, paces: Paces): SoundEvent[] {
  const { from, until } = within(nest, event)
  if (from >= until)
    return []
  const length = until - from
  const { clip, levels, sides } = event
  const isReversed = isBackwards(paces)
  const part = (line: readonly Level[]): Level[] => {
    const moved = (isRamped(paces) ? inSteps(line) : line)
      .map(({ at, amplitude }) => ({ at: Math.round(momentOutside(paces, event.start + at)) - from, amplitude }))
    const forwards = isReversed ? moved.reverse() : moved
    const edge = (at: number): Level => ({ at, amplitude: amplitudeAt(forwards, at) })
    return [edge(0), ...forwards.filter(({ at }) => at > 0 && at < length), edge(length)]
  }
  const cut = {
    ...playedThrough(clip, paces, isReversed ? until : from),
    start: from,
    length,
    points: [],
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
  }
  const heard = { ...event, clip: cut, start: from, length, levels: part(levels), ...isReversed && { isReversed: true as const } }
  return [sides ? { ...heard, sides: { left: part(sides.left), right: part(sides.right) } } : heard]
}

/** With points between: what is straight in the time of a sequence is a curve in that of the film where its speed changes. */
function inSteps(line: readonly Level[]): Level[] {
  return line.flatMap((level, index) => {
    const next = line[index + 1]
    if (!next || next.amplitude === level.amplitude)
      return [level]
    const steps = Math.max(1, Math.min(curvePoints, Math.ceil((next.at - level.at) / briefestCurve)))
    return Array.from({ length: steps }, (_, step) => ({
      at: Math.round(level.at + (next.at - level.at) * step / steps),
      amplitude: level.amplitude + (next.amplitude - level.amplitude) * step / steps,
    }))
  })
}

function amplitudeAt(levels: readonly Level[], at: number): number {
  const next = levels.findIndex(level => level.at >= at)
  const [before, after] = [levels[next - 1], levels[next]]
  if (!before || !after || after.at === before.at)
    return (after ?? levels.at(-1))?.amplitude ?? 1
  return before.amplitude + (after.amplitude - before.amplitude) * (at - before.at) / (after.at - before.at)
}

interface Around {
  readonly length: number
  /** The curve of the cross-fade to the next clip. */
  readonly leaves: CrossCurve | undefined
  readonly trackGainDb: number
  readonly ducking: readonly CurvePoint[] | null
}

function levelsOf(clip: SoundClip, { length, leaves, trackGainDb, ducking }: Around): Level[] {
  const points = pointsOf(clip, 'gain')
  const duckedHere = around(ducking ?? [], clip.start, clip.start + length).map(({ at, db }) => ({ at: at - clip.start, db }))
  const dbAt = (at: number): number => clip.gainDb + trackGainDb + pointValueAt(points, at) + onLine(duckedHere, at)
  // An eased course may rise as far as ducking falls, and still be no straight line.
  const isStraight = points.every(({ easing }) => easing !== 'ease')
  const changeOf = (at: number, next: number): number => isStraight
    ? Math.abs(dbAt(next) - dbAt(at))
    : changeBetween(points, at, next) + Math.abs(onLine(duckedHere, next) - onLine(duckedHere, at))
  const fades = fadesOf(clip, length, leaves)
  const edges = [0, length, ...turnsOf(points), ...duckedHere.map(point => point.at), ...fades.edges]
  const inside = [...new Set(edges.filter(at => at >= 0 && at <= length))].sort((a, b) => a - b)
  return inside.flatMap((at, index) => {
    const next = inside[index + 1]
    const steps = next === undefined ? 1 : Math.min(next - at, Math.max(1, Math.ceil(changeOf(at, next) / stepDb)))
    return Array.from({ length: steps }, (_, step) => {
      const place = next === undefined ? at : Math.round(at + (next - at) * step / steps)
      return { at: place, amplitude: 10 ** (dbAt(place) / 20) * fades.at(place) }
    })
  })
}

/** The amplitude of the sound that comes, at a share of the cross-fade; that of the one that leaves is the same from the end. */
const crossed: Record<CrossCurve, (share: number) => number> = {
  'equal-power': share => Math.sin(Math.PI / 2 * share),
  'linear': share => share,
  's-curve': share => share * share * (3 - 2 * share),
}

interface Fades { readonly edges: readonly number[], readonly at: (place: number) => number }

/** Fades are straight in amplitude; a cross-fade has its curve. */
function fadesOf({ length: own, fadeIn, fadeOut, crossIn, crossCurve }: SoundClip, length: number, leaves: CrossCurve | undefined): Fades {
  const dissolves = length - own
  const curve = (from: number, over: number): number[] =>
    over > 0 ? Array.from({ length: curvePoints + 1 }, (_, index) => from + Math.round(over * index / curvePoints)) : []
  return {
    edges: [fadeIn, own - fadeOut, ...curve(0, crossIn), ...curve(own, dissolves)],
    at: (place) => {
      const rising = fadeIn > 0 ? Math.min(1, place / fadeIn) : 1
      // What another dissolves from does not fade out by itself as well.
      const falling = fadeOut > 0 && dissolves === 0 ? Math.min(1, Math.max(0, (length - place) / fadeOut)) : 1
      const coming = crossIn > 0 && place < crossIn ? crossed[crossCurve ?? 'equal-power'](place / crossIn) : 1
      const leaving = dissolves > 0 && place > own
        ? crossed[leaves ?? 'equal-power'](1 - Math.min(1, (place - own) / dissolves))
        : 1
      return rising * falling * coming * leaving
    },
  }
}

/** The points between these places, and one on each side. An hour of speech has thousands of them, and a clip meets few. */
function around(points: readonly CurvePoint[], from: number, until: number): readonly CurvePoint[] {
  return points.slice(Math.max(0, firstFrom(points, from) - 1), firstFrom(points, until + 1) + 1)
}

/** On straight lines between points in order of time; level before the first and after the last; 0 without points. */
function onLine(points: readonly CurvePoint[], at: number): number {
  const index = firstFrom(points, at)
  const [before, next] = [points[index - 1], points[index]]
  if (!before || !next)
    return (before ?? next)?.db ?? 0
  return next.at === before.at ? next.db : before.db + (next.db - before.db) * (at - before.at) / (next.at - before.at)
}

/** The index of the first point at this place or after it. */
function firstFrom(points: readonly CurvePoint[], at: number): number {
  return firstIndex(points, point => point.at < at)
}
