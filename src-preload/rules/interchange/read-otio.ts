/** Reads OpenTimelineIO: JSON of a timeline, as Takeroom, editors and pipelines write it. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ListedClip, ListedSequence, ListedTrack, ReadList, ReadMarker } from './list.ts'
import { z } from 'zod'
import { Ramp, SoundRamp } from '#contract/ramp.ts'
import { CrossCurve, Look, MarkerColour } from '#contract/sequence-document.ts'
import { Transition } from '#contract/transition.ts'
import { samplesPerSecond } from '../sequence/frames.ts'
import { averageSpeed } from '../sequence/ramp.ts'
import { createLeft, plainClip, rateNear, UnreadableListError } from './list.ts'
import { captionsIn } from './otio-captions.ts'
import { chosenMedia, mediaOf, Range, Reference, Time } from './otio-media.ts'
import { isPart } from './otio-part.ts'
import { movesOf, OwnPlaces } from './otio-place.ts'
import { isInOrder, rampOfSpeed } from './time-map.ts'

type Time = z.infer<typeof Time>
const Effect = z.object({ OTIO_SCHEMA: z.string(), time_scalar: z.number().optional(), enabled: z.boolean().nullish() })
/** A damaged part is none: what follows keeps its place. */
const Item = z.object({
  OTIO_SCHEMA: z.string(),
  name: z.string().nullish().catch(null),
  enabled: z.boolean().nullish().catch(null),
  source_range: Range.nullish().catch(null),
  effects: z.array(Effect.catch({ OTIO_SCHEMA: '' })).nullish().catch(null),
  markers: z.array(z.unknown()).nullish().catch(null),
  metadata: z.unknown().optional(),
  kind: z.string().nullish().catch(''),
  children: z.array(z.unknown()).nullish(),
  media_reference: Reference.nullish().catch(null),
  media_references: z.record(z.string(), Reference.nullish().catch(null)).nullish().catch(null),
  active_media_reference_key: z.string().nullish().catch(null),
  in_offset: Time.nullish().catch(null),
  out_offset: Time.nullish().catch(null),
  tracks: z.unknown().optional(),
})
type Item = z.infer<typeof Item>
const Timeline = z.object({
  OTIO_SCHEMA: z.string().startsWith('Timeline'),
  name: z.string().nullish(),
  metadata: z.unknown().optional(),
  tracks: z.unknown().optional(),
  global_start_time: Time.nullish().catch(null),
})
const Collection = z.object({ OTIO_SCHEMA: z.string().startsWith('SerializableCollection'), children: z.array(z.unknown()) })
const Marker = z.object({
  name: z.string().nullish(),
  color: z.string().nullish(),
  comment: z.string().nullish(),
  marked_range: Range,
})
/** What only Takeroom writes. */
const OwnSize = z.object({ takeroom: z.object({ width: z.int().min(16).max(7680), height: z.int().min(16).max(4320) }) })
const OwnCrossing = z.object({ takeroom: z.object({ transition: Transition.optional(), curve: CrossCurve.optional() }) })
const OwnClip = z.object({
  takeroom: z.object({
    title: z.string().max(2000).optional(),
    fit: Look.shape.fit.optional(),
    rotation: Look.shape.rotation.optional(),
    crop: Look.shape.crop.optional(),
    ramp: Ramp.optional(),
    soundRamp: SoundRamp.optional(),
    gain: z.array(z.object({ at: z.number().min(0), db: z.number().min(-200).max(60) })).max(10_000).optional(),
    keys: OwnPlaces.optional(),
  }),
})

const OwnNested = z.object({
  takeroom: z.object({
    opacity: z.array(z.object({ at: z.number(), opacity: z.number() })).max(10_000),
    gain: z.number(),
    pan: z.number(),
    ramp: Ramp.optional(),
  }),
})

/** Stacks in stacks; deeper ones are no edit of a person. */
const deepest = 8
/** Compounds in compounds. */
const deepestNest = 32

/** `asked` is for a list that does not say its rate. @throws UnreadableListError */
export function readOtio(text: string, asked: FrameRate): ReadList {
  const [timeline, ...others] = timelinesIn(parsed(text))
  const stack = Item.safeParse(timeline?.tracks).data
  if (!timeline || !stack)
    throw new UnreadableListError('not a timeline of OpenTimelineIO')
  const left = createLeft()
  left.add('sequences', others.length)
  const tracks = tracksIn(stack, 0, left)
  left.add('parts', countPart(stack))
  const global = timeline.global_start_time
  const rate = (global ? rateNear(global.rate) : null) ?? rateOf(tracks)
  if (rate === undefined)
    throw new UnreadableListError('no clip has a length')
  const size = OwnSize.safeParse(timeline.metadata).data?.takeroom ?? null
  const known = rate ?? asked
  const perSecond = known.numerator / known.denominator
  const reading: Reading = { rate: known, size, perSecond, left, depth: 0, compounds: new Map(), keys: new Map(), markers: [] }
  left.add('effects', stack.effects?.length ?? 0)
  const captions = captionsIn(timeline.metadata)
  return {
    name: timeline.name ?? '',
    ...captions.length > 0 && { captions },
    ...{ rate, size },
    tracks: tracks.map(track => trackOf(track, reading)),
    markers: [...(stack.markers ?? []).flatMap(marker => markerOf(marker, perSecond)), ...reading.markers],
    compounds: reading.compounds,
    monoDb: 0,
    left: left.all,
  }
}

/** The file, or those that it collects. */
function timelinesIn(file: unknown): z.infer<typeof Timeline>[] {
  const collected = Collection.safeParse(file).data?.children ?? [file]
  return collected.flatMap(each => Timeline.safeParse(each).data ?? [])
}

interface Reading {
  readonly rate: FrameRate
  readonly size: ListedSequence['size']
  readonly perSecond: number
  readonly left: ReturnType<typeof createLeft>
  /** In how many others it is. */
  readonly depth: number
  readonly compounds: Map<string, ListedSequence>
  /** Of its clips and tracks. */
  readonly markers: ReadMarker[]
  /** By what is in them: one that plays twice is there twice. */
  readonly keys: Map<string, string>
}

/** The compound that a stack, or a track in a track, is. Null where it is in too many others. */
function compoundOf(item: Item, outer: Reading): string | null {
  if (outer.depth >= deepestNest)
    return null
  const left = createLeft()
  const reading: Reading = { ...outer, left, depth: outer.depth + 1, markers: [] }
  const stack = item.OTIO_SCHEMA.startsWith('Timeline') ? Item.safeParse(item.tracks).data ?? item : item
  const tracks = item.OTIO_SCHEMA.startsWith('Track') ? [item] : tracksIn(stack, 0, left)
  const sequence: ListedSequence = {
    ...{ name: item.name ?? '', rate: outer.rate, size: outer.size, left: left.all },
    tracks: tracks.map(track => trackOf(track, reading)),
    markers: [...(stack.markers ?? []).flatMap(marker => markerOf(marker, outer.perSecond)), ...reading.markers],
  }
  const text = JSON.stringify([sequence.name, sequence.tracks, sequence.markers, [...left.all]])
  const key = outer.keys.get(text) ?? `c${outer.keys.size}`
  outer.keys.set(text, key)
  outer.compounds.set(key, sequence)
  return key
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return null
  }
}

/** Those of the stack; a stack in it that is no track is left out. */
function tracksIn(stack: Item, depth: number, left: ReturnType<typeof createLeft>): Item[] {
  return (stack.children ?? []).flatMap((child): Item[] => {
    const item = Item.safeParse(child).data
    const isTrack = item?.OTIO_SCHEMA.startsWith('Track') && (item.kind === 'Video' || item.kind === 'Audio' || item.kind == null)
    const isStack = item?.OTIO_SCHEMA.startsWith('Stack') && depth < deepest
    if (item && (isTrack || isStack)) {
      left.add('parts', countPart(item))
      return isTrack ? [item] : tracksIn(item, depth + 1, left)
    }
    left.add('tracks')
    return []
  })
}

/** The rate that most clips of pictures have, else most of all clips. Null for none of a film, and undefined where no clip has a length. */
function rateOf(tracks: readonly Item[]): FrameRate | null | undefined {
  const ratesOf = (some: readonly Item[], depth = 0): number[] => some.flatMap(({ children }) => children ?? []).flatMap((child) => {
    const item = Item.safeParse(child).data
    // Of a stack that is not cut, those in it.
    return item?.source_range?.duration.rate ?? (item && chosenMedia(item)?.available_range?.duration.rate)
      ?? (item?.children && depth < deepest ? ratesOf([item], depth + 1) : [])
  })
  const pictures = ratesOf(tracks.filter(({ kind }) => kind !== 'Audio'))
  const counted = Map.groupBy(pictures.length > 0 ? pictures : ratesOf(tracks), rate => rate)
  const [most] = [...counted.values()].sort((a, b) => b.length - a.length)
  return most?.[0] === undefined ? undefined : rateNear(most[0])
}

const framesOf = ({ rate, value }: Time, perSecond: number): number => value / rate * perSecond
const wholeFrames = (time: Time, perSecond: number): number => Math.max(0, Math.round(framesOf(time, perSecond)))

/** Of a stack or track that is not cut: as long as the longest in it. Those in others are looked into a few times. */
function wholeOf(item: Item, perSecond: number, depth = 0): z.infer<typeof Range> | null {
  if (depth > deepest || !item.children)
    return null
  const lengths = item.children.map((child) => {
    const inner = Item.safeParse(child).data
    const range = inner && !inner.OTIO_SCHEMA.startsWith('Transition')
      ? inner.source_range ?? chosenMedia(inner)?.available_range ?? wholeOf(inner, perSecond, depth + 1)
      : null
    return range ? wholeFrames(range.duration, perSecond) : 0
  })
  const value = item.OTIO_SCHEMA.startsWith('Track') ? lengths.reduce((sum, one) => sum + one, 0) : Math.max(0, ...lengths)
  return value > 0 ? { start_time: { rate: perSecond, value: 0 }, duration: { rate: perSecond, value } } : null
}

/** Of those that are no clips: all of each is read. Millionths of seconds, as rates are not settled yet. */
function countPart(item: Item): number {
  return isPart(item.source_range, wholeOf(item, 1e6)) ? 1 : 0
}

type Crossing = Pick<ListedClip, 'crossIn' | 'crossBefore' | 'transition' | 'crossCurve'>
type Timing = Pick<ListedClip, 'start' | 'length' | 'in'> & Crossing

function crossingOf(item: Item, perSecond: number): Crossing {
  const { transition, curve } = OwnCrossing.safeParse(item.metadata).data?.takeroom ?? {}
  const none = { rate: perSecond, value: 0 }
  const crossBefore = wholeFrames(item.in_offset ?? none, perSecond)
  const crossIn = wholeFrames(item.out_offset ?? none, perSecond) + crossBefore
  const own = { ...transition && { transition }, ...curve && { crossCurve: curve } }
  return { crossIn, ...crossBefore > 0 && { crossBefore }, ...crossIn > 0 && own }
}

function trackOf(track: Item, reading: Reading): ListedTrack {
  const { perSecond, left, markers } = reading
  const isSound = track.kind === 'Audio'
  const clips: ListedClip[] = []
  // Exact: clips of another rate begin between frames.
  let exact = 0
  let crossing: Crossing = { crossIn: 0 }
  left.add('effects', track.effects?.length ?? 0)
  for (const [index, child] of (track.children ?? []).entries()) {
    const item = Item.safeParse(child).data
    if (!item) {
      left.add('generators')
      continue
    }
    if (item.OTIO_SCHEMA.startsWith('Transition')) {
      crossing = crossingOf(item, perSecond)
      const next = Item.safeParse(track.children?.[index + 1]).data
      if (!next || next.OTIO_SCHEMA.startsWith('Gap'))
        fadeLast(clips, crossing, Math.round(exact))
      continue
    }
    const range = item.source_range ?? chosenMedia(item)?.available_range ?? wholeOf(item, perSecond)
    const at = Math.round(exact)
    const lasts = range ? Math.max(0, framesOf(range.duration, perSecond)) : 0
    const length = Math.round(exact + lasts) - at
    const isGap = item.OTIO_SCHEMA.startsWith('Gap')
    if (item.OTIO_SCHEMA.startsWith('Clip') && range && length > 0)
      clips.push(clipOf(item, { start: at, length, in: placeIn(item, range, perSecond), ...crossing }, { ...reading, isSound }))
    else if (/^(?:Stack|Track|Timeline)\./.test(item.OTIO_SCHEMA))
      clips.push(...nestedClip(item, { start: at, length, in: range ? framesOf(range.start_time, perSecond) : 0, ...crossing }, reading))
    else if (!isGap)
      left.add(item.OTIO_SCHEMA.startsWith('Clip') ? 'generators' : 'nested')
    // In the time of the item; a stack that is a clip has its own.
    if (item.OTIO_SCHEMA.startsWith('Clip') || isGap) {
      for (const { at: place, ...words } of (item.markers ?? []).flatMap(marker => markerOf(marker, perSecond))) {
        const from = place - (range ? framesOf(range.start_time, perSecond) : 0)
        markers.push(...from >= 0 && from < lasts ? [{ at: Math.round(exact + from), ...words }] : [])
      }
    }
    exact += lasts
    crossing = { crossIn: 0 }
  }
  markers.push(...(track.markers ?? []).flatMap(marker => markerOf(marker, perSecond)))
  const shown = track.enabled === false ? clips.map(clip => ({ ...clip, isDisabled: true })) : clips
  return { kind: isSound ? 'sound' : 'pictures', name: track.name ?? '', clips: shown }
}

/** What dissolves into nothing fades out, and plays on for as long as the transition is behind its end. */
function fadeLast(clips: ListedClip[], { crossIn, crossBefore = 0 }: Crossing, at: number): void {
  const last = clips.at(-1)
  if (!last || crossIn === 0 || last.start + last.length !== at || last.nested)
    return
  const length = last.length + crossIn - crossBefore
  clips[clips.length - 1] = { ...last, length, fadeOut: Math.min(length, crossIn) }
}

/** Of the first frame in its file, which need not begin at zero. */
function placeIn(item: Item, { start_time: start }: z.infer<typeof Range>, perSecond: number): number {
  const first = chosenMedia(item)?.available_range?.start_time
  return Math.max(0, framesOf(start, perSecond) - (first ? framesOf(first, perSecond) : 0))
}

/** It is cut to the part of it that plays; without one, it plays whole. */
function nestedClip(item: Item, { start, length, in: from, crossIn }: Timing, reading: Reading): ListedClip[] {
  const { left } = reading
  const of = length > 0 ? compoundOf(item, reading) : null
  if (of === null) {
    left.add('nested')
    return []
  }
  const own = OwnNested.safeParse(item.metadata).data?.takeroom
  left.add('transitions', crossIn > 0 ? 1 : 0)
  const opacity = own?.opacity.map(({ at, opacity: value }) => ({ at, value })) ?? []
  const pace = pacedBy(item, { left, isSound: false, in: Math.max(0, from), length })
  return [{
    ...{ ...plainClip, start, length, in: Math.max(0, from), name: item.name ?? '', media: null },
    ...pace,
    ...isStill(own?.ramp, length, pace.speed) && { ramp: own?.ramp },
    isDisabled: item.enabled === false,
    nested: { of, db: own?.gain ?? 0, pan: own?.pan ?? 0, opacity },
  }]
}

/** Others may have changed the speed, and kept what they do not know. */
function isStill<Own extends Ramp>(ramp: Own | undefined, length: number, speed: number): ramp is Own {
  return ramp !== undefined && isInOrder(ramp) && Math.abs(averageSpeed({ in: 0, speed: 100, ramp, length }) - speed) <= 1
}

function clipOf(
  item: Item,
  times: Timing,
  { left, perSecond, size, isSound }: Pick<Reading, 'left' | 'perSecond' | 'size'> & { readonly isSound: boolean },
): ListedClip {
  const own = OwnClip.safeParse(item.metadata).data?.takeroom
  const { speed, ...how } = pacedBy(item, { left, isSound, in: times.in, length: times.length })
  const { title = null, fit, rotation, crop, ramp, soundRamp, gain = [], keys = [] } = own ?? {}
  const media = mediaOf(item)
  if (media === null && title === null)
    left.add('generators')
  return {
    ...plainClip,
    ...times,
    name: item.name ?? '',
    speed,
    ...how,
    ...isStill(ramp, times.length, speed) && !isSound && { ramp },
    ...isStill(soundRamp, times.length * samplesPerSecond / perSecond, speed) && isSound && { soundRamp },
    isDisabled: item.enabled === false,
    media: title === null ? media : null,
    title,
    look: { ...fit && { fit }, ...rotation !== undefined && { rotation }, ...crop && { crop } },
    ...!isSound && keys.length > 0 && { moves: movesOf(keys, rotation ?? 0, size ?? { width: 1920, height: 1080 }) },
    gain: gain.map(({ at, db }) => ({ at: Math.round(at), db })),
  }
}

/** What has a speed that no clip can have here plays as recorded. */
function pacedBy(
  { effects = [] }: Item,
  { left, isSound, ...part }: Pick<Reading, 'left'> & Pick<Timing, 'in' | 'length'> & { readonly isSound: boolean },
): Pick<ListedClip, 'speed' | 'ramp' | 'isFrozen' | 'isReversed'> {
  const all = (effects ?? []).filter(({ enabled }) => enabled !== false)
  const warps = all.filter(effect => /^(?:LinearTimeWarp|FreezeFrame)\./.test(effect.OTIO_SCHEMA))
  const timed = all.filter(effect => !warps.includes(effect) && /^TimeEffect\./.test(effect.OTIO_SCHEMA))
  left.add('effects', all.length - warps.length - timed.length)
  left.add('speeds', timed.length)
  const product = warps.reduce((of, effect) => of * (effect.OTIO_SCHEMA.startsWith('FreezeFrame') ? 0 : effect.time_scalar ?? 1), 1)
  const isFrozen = product === 0
  const scalar = isFrozen ? 1 : product
  const speed = Math.round(Math.abs(scalar) * 100)
  const ramp = rampOfSpeed(scalar * 100, part)
  if (speed >= 10 && speed <= 1000 && !(isSound && (isFrozen || scalar < 0)))
    return { speed, ...ramp && { ramp }, ...isFrozen && { isFrozen }, ...scalar < 0 && { isReversed: true } }
  left.add('speeds')
  return { speed: 100 }
}

function markerOf(marker: unknown, perSecond: number): ReadMarker[] {
  const read = Marker.safeParse(marker).data
  if (!read)
    return []
  const colour = MarkerColour.safeParse(read.color?.toLowerCase()).data ?? 'blue'
  const at = wholeFrames(read.marked_range.start_time, perSecond)
  return [{ at, name: (read.name ?? '').slice(0, 200), colour, note: (read.comment ?? '').slice(0, 2000) }]
}
