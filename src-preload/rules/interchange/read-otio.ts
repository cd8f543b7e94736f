/** Reads OpenTimelineIO: JSON of a timeline, as Takeroom, editors and pipelines write it. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ListedClip, ListedMedia, ListedTrack, ReadList, ReadMarker } from './list.ts'
import { z } from 'zod'
import { CrossCurve, Look, MarkerColour } from '#contract/sequence-document.ts'
import { Transition } from '#contract/transition.ts'
import { createLeft, fileNameOf, plainClip, rateNear, UnreadableListError } from './list.ts'

const Time = z.object({ rate: z.number().positive(), value: z.number() })
const Range = z.object({ start_time: Time, duration: Time })
type Time = z.infer<typeof Time>

const Reference = z.object({
  OTIO_SCHEMA: z.string(),
  name: z.string().nullish(),
  target_url: z.string().nullish(),
  available_range: Range.nullish(),
  metadata: z.unknown(),
})
const Effect = z.object({ OTIO_SCHEMA: z.string(), time_scalar: z.number().optional() })
const Item = z.object({
  OTIO_SCHEMA: z.string(),
  name: z.string().nullish(),
  enabled: z.boolean().nullish(),
  source_range: Range.nullish(),
  effects: z.array(Effect).nullish(),
  markers: z.array(z.unknown()).nullish(),
  metadata: z.unknown(),
  kind: z.string().nullish(),
  children: z.array(z.unknown()).nullish(),
  media_reference: Reference.nullish(),
  media_references: z.record(z.string(), Reference).nullish(),
  active_media_reference_key: z.string().nullish(),
  in_offset: Time.nullish(),
  out_offset: Time.nullish(),
})
type Item = z.infer<typeof Item>
const Timeline = z.object({
  OTIO_SCHEMA: z.string().startsWith('Timeline'),
  name: z.string().nullish(),
  metadata: z.unknown(),
  tracks: z.unknown(),
})
const Marker = z.object({
  name: z.string().nullish(),
  color: z.string().nullish(),
  comment: z.string().nullish(),
  marked_range: Range,
})
/** What only Takeroom writes. */
const OwnSize = z.object({ takeroom: z.object({ width: z.int().min(16).max(7680), height: z.int().min(16).max(4320) }) })
const OwnTake = z.object({ takeroom: z.object({ take: z.string().max(100) }) })
const OwnCrossing = z.object({ takeroom: z.object({ transition: Transition.optional(), curve: CrossCurve.optional() }) })
const OwnClip = z.object({
  takeroom: z.object({
    title: z.string().max(2000).optional(),
    fit: Look.shape.fit.optional(),
    rotation: Look.shape.rotation.optional(),
    crop: Look.shape.crop.optional(),
    gain: z.array(z.object({ at: z.number().min(0), db: z.number().min(-200).max(60) })).max(10_000).optional(),
  }),
})

/** Stacks in stacks; deeper ones are no edit of a person. */
const deepest = 8

/** @throws UnreadableListError */
export function readOtio(text: string): ReadList {
  const timeline = Timeline.safeParse(parsed(text)).data
  const stack = Item.safeParse(timeline?.tracks).data
  if (!timeline || !stack)
    throw new UnreadableListError('not a timeline of OpenTimelineIO')
  const left = createLeft()
  const tracks = tracksIn(stack, 0, left)
  const rate = rateOf(tracks)
  if (rate === null)
    throw new UnreadableListError('no clip has a frame rate')
  const perSecond = rate.numerator / rate.denominator
  return {
    name: timeline.name ?? '',
    rate,
    size: OwnSize.safeParse(timeline.metadata).data?.takeroom ?? null,
    tracks: tracks.map(track => trackOf(track, perSecond, left)),
    markers: (stack.markers ?? []).flatMap(marker => markerOf(marker, perSecond)),
    monoDb: 0,
    left: left.all,
  }
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
    if (item?.OTIO_SCHEMA.startsWith('Track'))
      return item.kind === 'Video' || item.kind === 'Audio' || item.kind == null ? [item] : (left.add('tracks'), [])
    if (item?.OTIO_SCHEMA.startsWith('Stack') && depth < deepest)
      return tracksIn(item, depth + 1, left)
    left.add('tracks')
    return []
  })
}

/** The rate that most clips of pictures have, else most of all clips. */
function rateOf(tracks: readonly Item[]): FrameRate | null {
  const ratesOf = (some: readonly Item[]): number[] => some
    .flatMap(({ children }) => children ?? [])
    .flatMap(child => Item.safeParse(child).data?.source_range?.duration.rate ?? [])
  const pictures = ratesOf(tracks.filter(({ kind }) => kind !== 'Audio'))
  const counted = Map.groupBy(pictures.length > 0 ? pictures : ratesOf(tracks), rate => rate)
  const [most] = [...counted.values()].sort((a, b) => b.length - a.length)
  return most?.[0] === undefined ? null : rateNear(most[0])
}

const framesOf = ({ rate, value }: Time, perSecond: number): number => value / rate * perSecond
const wholeFrames = (time: Time, perSecond: number): number => Math.max(0, Math.round(framesOf(time, perSecond)))

type Crossing = Pick<ListedClip, 'crossIn' | 'transition' | 'crossCurve'>

function crossingOf(item: Item, perSecond: number): Crossing {
  const { transition, curve } = OwnCrossing.safeParse(item.metadata).data?.takeroom ?? {}
  const none = { rate: perSecond, value: 0 }
  // What comes before the cut in a centred one: the dissolve begins at the cut here.
  const crossIn = wholeFrames(item.out_offset ?? none, perSecond) + wholeFrames(item.in_offset ?? none, perSecond)
  return { crossIn, ...crossIn > 0 && transition && { transition }, ...crossIn > 0 && curve && { crossCurve: curve } }
}

function trackOf(track: Item, perSecond: number, left: ReturnType<typeof createLeft>): ListedTrack {
  const clips: ListedClip[] = []
  let at = 0
  let crossing: Crossing = { crossIn: 0 }
  for (const child of track.children ?? []) {
    const item = Item.safeParse(child).data
    if (!item) {
      left.add('generators')
      continue
    }
    if (item.OTIO_SCHEMA.startsWith('Transition')) {
      crossing = crossingOf(item, perSecond)
      continue
    }
    const range = item.source_range ?? chosenMedia(item)?.available_range
    const length = range ? wholeFrames(range.duration, perSecond) : 0
    if (item.OTIO_SCHEMA.startsWith('Clip') && range && length > 0)
      clips.push(clipOf(item, { start: at, length, in: Math.max(0, framesOf(range.start_time, perSecond)), ...crossing }, left))
    else if (!item.OTIO_SCHEMA.startsWith('Gap') && length > 0)
      left.add('nested')
    at += length
    crossing = { crossIn: 0 }
  }
  return { kind: track.kind === 'Audio' ? 'sound' : 'pictures', name: track.name ?? '', clips }
}

function clipOf(
  item: Item,
  times: Pick<ListedClip, 'start' | 'length' | 'in'> & Crossing,
  left: ReturnType<typeof createLeft>,
): ListedClip {
  const own = OwnClip.safeParse(item.metadata).data?.takeroom
  const warps = (item.effects ?? []).filter(effect => effect.OTIO_SCHEMA.startsWith('LinearTimeWarp'))
  left.add('effects', (item.effects ?? []).length - warps.length)
  const speed = Math.round((warps[0]?.time_scalar ?? 1) * 100)
  const isPlayable = speed >= 10 && speed <= 1000
  if (!isPlayable)
    left.add('speeds')
  const { title = null, fit, rotation, crop, gain = [] } = own ?? {}
  const media = mediaOf(item)
  if (media === null && title === null)
    left.add('generators')
  return {
    ...plainClip,
    ...times,
    name: item.name ?? '',
    speed: isPlayable ? speed : 100,
    isDisabled: item.enabled === false,
    media: title === null ? media : null,
    title,
    look: { ...fit && { fit }, ...rotation !== undefined && { rotation }, ...crop && { crop } },
    gain: gain.map(({ at, db }) => ({ at: Math.round(at), db })),
  }
}

function chosenMedia(item: Item): z.infer<typeof Reference> | null {
  return item.media_references?.[item.active_media_reference_key ?? 'DEFAULT_MEDIA'] ?? item.media_reference ?? null
}

function mediaOf(item: Item): ListedMedia | null {
  const reference = chosenMedia(item)
  if (!reference?.OTIO_SCHEMA.startsWith('ExternalReference'))
    return null
  const { available_range: range } = reference
  return {
    name: fileNameOf(reference.target_url ?? '') || reference.name || item.name || '',
    takeId: OwnTake.safeParse(reference.metadata).data?.takeroom.take ?? null,
    seconds: range ? range.duration.value / range.duration.rate : null,
  }
}

function markerOf(marker: unknown, perSecond: number): ReadMarker[] {
  const read = Marker.safeParse(marker).data
  if (!read)
    return []
  const colour = MarkerColour.safeParse(read.color?.toLowerCase()).data ?? 'blue'
  const at = wholeFrames(read.marked_range.start_time, perSecond)
  return [{ at, name: (read.name ?? '').slice(0, 200), colour, note: (read.comment ?? '').slice(0, 2000) }]
}
