/**
 * Reads MLT XML, as Shotcut, Kdenlive and Takeroom write it: the tracks of the main tractor, the clips of their playlists, and the tractors
 * and playlists that are clips.
 */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ListedClip, ListedMedia, ListedNested, ListedSequence, ListedTrack, ReadList, ReadMarker } from './list.ts'
import type { Element } from './xml.ts'
import { z } from 'zod'
import { Ramp } from '#contract/ramp.ts'
import { AssetId } from '#contract/words.ts'
import { samplesPerSecond } from '../sequence/frames.ts'
import { dissolved } from './crossings.ts'
import { createLeft, fileNameOf, inTracks, plainClip, rateNear, UnreadableListError } from './list.ts'
import { framesOf, isMix, isSubtitles, isUnknown, keysOf, propertyOf } from './mlt-parts.ts'
import { cropOf, movesOf } from './mlt-place.ts'
import { backwards, ownRamp, ownSoundRamp, rampOfMap, rampOfSpeed, smoothed } from './time-map.ts'
import { childOf, childrenOf, readXml } from './xml.ts'

/** Services that make a picture of nothing. */
const generators: ReadonlySet<string>
  = new Set(['color', 'colour', 'noise', 'count', 'frei0r.test_pat_B', 'kdenlivetitle', 'qtext', 'pango'])

/** MLT makes stereo of mono 3 dB quieter than it is heard elsewhere. */
const monoDb = -20 * Math.log10(Math.SQRT2)

const background = /^black_track$|(?:^|-)background$/

/** What clips play: by the order in which they were found. */
type Wanted = Map<string, Element>

interface Reading {
  readonly rate: FrameRate
  readonly size: ListedSequence['size']
  readonly wanted: Wanted
  readonly byId: ReadonlyMap<string, Element>
  readonly left: ReturnType<typeof createLeft>
}

/** `asked` is for a file without a profile. @throws UnreadableListError */
export function readMlt(text: string, asked: FrameRate): ReadList {
  const root = readXml(text)
  const profile = childOf(root, 'profile')
  const [over, under] = ['frame_rate_num', 'frame_rate_den'].map(name => Number(profile?.attributes.get(name) ?? 0))
  const said = over && under ? rateNear(over / under) : null
  const rate = said ?? asked
  const byId = new Map(root.children.flatMap((child) => {
    const id = child.attributes.get('id')
    return id === undefined ? [] : [[id, child] as const]
  }))
  const tractors = childrenOf(root, 'tractor')
  // Kdenlive has the project as a tractor of one sequence.
  const project = tractors.find(tractor => propertyOf(tractor, 'kdenlive:projectTractor') === '1')
  const main = tractors.find(tractor => propertyOf(tractor, 'shotcut') === '1')
    ?? byId.get(childOf(project, 'track')?.attributes.get('producer') ?? '')
    ?? byId.get(root.attributes.get('producer') ?? '')
    ?? tractors.at(-1)
    ?? childrenOf(root, 'playlist').at(-1)
  if (root.name !== 'mlt' || (main?.name !== 'tractor' && main?.name !== 'playlist'))
    throw new UnreadableListError('no timeline of MLT')
  const [width, height] = ['width', 'height'].map(name => Number(profile?.attributes.get(name) ?? 0))
  const size = width && height ? { width, height } : null
  const wanted: Wanted = new Map()
  const film = sequenceOf(main, { rate, byId, wanted, size })
  const compounds = new Map<string, ListedSequence>()
  // What is found in one is read after it.
  for (const [id, inner] of wanted)
    compounds.set(id, sequenceOf(inner, { rate, byId, wanted, size }))
  return { ...film, rate: said, name: film.name || (root.attributes.get('title') ?? ''), compounds, monoDb }
}

/** Of a tractor, or of a playlist that is a clip. */
function sequenceOf(element: Element, all: Omit<Reading, 'left'>): ListedSequence {
  const reading: Reading = { ...all, left: createLeft() }
  const isTractor = element.name === 'tractor'
  countMade(element, reading.left)
  return {
    name: element.attributes.get('title') ?? propertyOf(element, 'kdenlive:clipname') ?? propertyOf(element, 'shotcut:caption') ?? '',
    ...{ rate: all.rate, size: all.size },
    tracks: isTractor
      ? [...tracksOf(element, 'pictures', reading), ...tracksOf(element, 'sound', reading)]
      : [...inTracks('pictures', '', clipsOf(element, 'pictures', reading)), ...inTracks('sound', '', heardOf(element, reading))],
    markers: isTractor ? [...markersOf(element, all.rate), ...guidesOf(element)] : [],
    left: reading.left.all,
  }
}

interface Laid {
  readonly playlist: Element
  readonly of: Element | undefined
  readonly isSound: boolean
  readonly isHeard: boolean
  readonly isOff: boolean
}

/** Transitions and filters of a track or a film, besides those that put its tracks together. */
function countMade(of: Element | undefined, left: Reading['left']): void {
  const made = childrenOf(of, 'transition').filter(each => propertyOf(each, 'internal_added') === undefined
    && propertyOf(each, 'always_active') !== '1' && propertyOf(each, 'mlt_service') !== 'mix' && !isMix(each))
  left.add('transitions', made.length)
  const filters = of?.name === 'playlist' || of?.name === 'tractor' ? childrenOf(of, 'filter') : []
  left.add('effects', filters.filter(filter => isUnknown(filter) && !isSubtitles(filter)).length)
  // How many there are is in another file.
  left.add('captionFiles', filters.filter(isSubtitles).length)
}

/** Lowest first. Kdenlive has a tractor of two playlists for each of its tracks. */
function tracksOf(main: Element, kind: ListedTrack['kind'], reading: Reading): ListedTrack[] {
  const tracks = childrenOf(childOf(main, 'multitrack') ?? main, 'track').flatMap((track): Laid[] => {
    const of = reading.byId.get(track.attributes.get('producer') ?? '') ?? track.children.find(each => each.name === 'playlist')
    if (kind === 'pictures') {
      reading.left.add('tracks', of ? 0 : 1)
      countMade(of, reading.left)
    }
    const isHidden = track.attributes.get('hide') === 'video'
    const playlists = of?.name === 'tractor'
      ? childrenOf(of, 'track').flatMap(inner => reading.byId.get(inner.attributes.get('producer') ?? '') ?? [])
      : of ? [of] : []
    const isSound = isHidden || propertyOf(of, 'kdenlive:audio_track') === '1' || propertyOf(of, 'shotcut:audio') === '1'
    const isHeard = isSound || !['audio', 'both'].includes(track.attributes.get('hide') ?? '')
    const silent = childrenOf(of, 'track').filter(inner => inner.attributes.get('hide') === 'audio')
    const hidden = new Set(silent.map(inner => inner.attributes.get('producer')))
    const isOff = track.attributes.get('hide') === 'both'
    return playlists.map(playlist => ({ playlist, of, isSound, isOff, isHeard: isHeard && !hidden.has(playlist.attributes.get('id')) }))
  })
  // The lowest is the background of the film.
  const own = tracks.filter(({ playlist, isSound, isHeard }) => (kind === 'sound' ? isHeard : !isSound)
    && !background.test(playlist.attributes.get('id') ?? ''))
  return [...Map.groupBy(own, ({ of }) => of)].flatMap(([of, laid]) => {
    const lists = laid.map(({ playlist, isSound, isOff }) => {
      const clips = kind === 'sound' && !isSound ? heardOf(playlist, reading) : clipsOf(playlist, kind, reading)
      return { playlist, clips: isOff ? clips.map(clip => ({ ...clip, isDisabled: true })) : clips }
    })
    const isMixed = childrenOf(of, 'transition').some(isMix)
    const tracks = isMixed ? [{ playlist: of, clips: dissolved(lists.flatMap(({ clips }) => clips)) }] : lists
    return tracks.filter(({ clips }) => clips.length > 0)
      .flatMap(({ playlist, clips }) => inTracks(kind, propertyOf(playlist, 'shotcut:name') ?? '', clips))
  })
}

/** The sound of films on a track of pictures. What is left out of these was counted with the pictures. */
function heardOf(playlist: Element, reading: Reading): ListedClip[] {
  const clips = clipsOf(playlist, 'sound', { ...reading, left: createLeft(), wanted: new Map() })
  return clips.filter(({ nested, title }) => !nested && title === null).map(clip => ({ ...clip, isPerhaps: true }))
}

function clipsOf(playlist: Element, kind: ListedTrack['kind'], reading: Reading): ListedClip[] {
  const { rate, byId, left, wanted } = reading
  const clips: ListedClip[] = []
  let at = 0
  /** A transition of Shotcut is a clip of its own: it belongs to the one that follows. */
  let mixed: { readonly length: number, readonly from: number } | null = null
  for (const item of playlist.children) {
    if (item.name === 'blank') {
      at += framesOf(item.attributes.get('length'), rate)
      mixed = null
    }
    if (item.name !== 'entry')
      continue
    const producer = byId.get(item.attributes.get('producer') ?? '')
      ?? item.children.find(each => /^(?:producer|chain)$/.test(each.name))
    // An entry that says no part of its producer plays it whole.
    const [begin, end] = (['in', 'out'] as const).map(side => item.attributes.get(side) ?? producer?.attributes.get(side))
    const from = framesOf(begin, rate)
    const until = end === undefined ? framesOf(propertyOf(producer, 'length'), rate) - 1 : framesOf(end, rate)
    const length = until - from + 1
    const incoming = childrenOf(producer, 'track')[1]
    if (!producer) {
      left.add('generators')
    }
    else if (producer.name === 'tractor' && propertyOf(producer, 'shotcut:transition') !== undefined && incoming) {
      mixed = { length, from: framesOf(incoming.attributes.get('in'), rate) }
    }
    else if ((producer.name === 'tractor' || producer.name === 'playlist') && length > 0) {
      const of = item.attributes.get('producer') ?? ''
      wanted.set(of, producer)
      // It does not dissolve from the clip before.
      const start = mixed ? at - mixed.length : at
      left.add('transitions', mixed ? 1 : 0)
      clips.push(nestedClip(item, { start, length: length + (mixed?.length ?? 0), from: mixed?.from ?? from, of }, reading))
      mixed = null
    }
    else if (length > 0) {
      const start = mixed ? at - mixed.length : at
      const times = { start, length: length + (mixed?.length ?? 0), from: mixed?.from ?? from }
      const clip = clipOf(filtered(producer, item), kind, times, reading)
      if (clip)
        clips.push({ ...clip, crossIn: mixed?.length ?? 0 })
      mixed = null
    }
    at += Math.max(0, length)
  }
  return clips
}

/** Kdenlive has the filters of a clip in its entry. */
function filtered(producer: Element, entry: Element): Element {
  return { ...producer, children: [...producer.children, ...childrenOf(entry, 'filter')] }
}

function clipOf(
  producer: Element,
  kind: ListedTrack['kind'],
  { start, length, from }: { readonly start: number, readonly length: number, readonly from: number },
  reading: Reading,
): ListedClip | null {
  const { left, rate } = reading
  const service = propertyOf(producer, 'mlt_service') ?? ''
  const resource = propertyOf(producer, 'warp_resource') ?? propertyOf(producer, 'resource') ?? ''
  if (generators.has(service) || resource === '') {
    left.add('generators')
    return null
  }
  const isStill = service === 'qimage' || service === 'pixbuf'
  const isSilent = isStill
    || ['audio_index', 'astream'].some(each => propertyOf(producer, each) === '-1')
  if (kind === 'sound' && isSilent)
    return null
  const exact = 100 * Number(propertyOf(producer, 'warp_speed') ?? 1)
  const wanted = Math.round(exact)
  const isReversed = wanted < 0 && kind === 'pictures'
  const asked = isReversed ? -wanted : wanted
  const speed = asked >= 10 && asked <= 1000 ? asked : 100
  if (speed !== asked)
    left.add('speeds')
  const filters = childrenOf(producer, 'filter')
  left.add('effects', filters.filter(isUnknown).length)
  const of = (name: string): Element | undefined => filters.find(filter => propertyOf(filter, 'mlt_service') === name)
  const levels = keysOf(propertyOf(of('volume'), 'level'), Number, rate)
  const media: ListedMedia = {
    name: fileNameOf(resource),
    takeId: propertyOf(producer, 'takeroom:take') ?? null,
    hash: AssetId.safeParse(propertyOf(producer, 'takeroom:hash')).data ?? null,
    seconds: null,
  }
  const ramped = rampOf(producer, kind, { from, length }, rate)
  const uneven = speed === asked ? rampOfSpeed(exact, { in: from * exact / 100, length }) : null
  if (ramped === null)
    left.add('speeds')
  const held = kind === 'pictures' ? propertyOf(of('freeze'), 'frame') : undefined
  return {
    ...plainClip,
    name: propertyOf(producer, 'shotcut:caption') ?? media.name,
    ...{ start, length, speed, media },
    ...uneven && { ramp: uneven },
    ...ramped,
    ...isReversed && speed === asked && { isReversed, playedFrom: from },
    ...held !== undefined && { isFrozen: true },
    // A clip of another speed is counted as it is played.
    in: Math.max(0, held !== undefined ? framesOf(held, rate) : isStill ? 0 : from * (uneven ? exact : speed) / 100),
    title: propertyOf(producer, 'takeroom:title') ?? null,
    ...kind === 'pictures' && placeOf(of, reading),
    gain: kind === 'sound' ? levels.map(({ at, value }) => ({ at: Math.max(0, at), db: value })) : [],
  }
}

function placeOf(filterOf: (name: string) => Element | undefined, { rate, size }: Reading): Pick<ListedClip, 'moves' | 'look'> {
  const own = filterOf('qtblend')
  const [rect, rotation] = own
    ? ['rect', 'rotation'].map(name => propertyOf(own, name))
    : ['transition.rect', 'transition.fix_rotate_x'].map(name => propertyOf(filterOf('affine'), name))
  const crop = cropOf(propertyOf(filterOf('qtcrop'), 'rect'))
  const moves = movesOf({ rect, rotation }, size ?? { width: 1920, height: 1080 }, (text, read) => keysOf(text, read, rate))
  return { moves, look: crop ? { crop } : {} }
}

/** What changes its time in the course of it. */
function linkOf(producer: Element): Element | undefined {
  return childrenOf(producer, 'link').find(link => propertyOf(link, 'mlt_service') === 'timeremap')
}

/** Null where it is none that a clip can have, and undefined where nothing changes. */
function rampOf(
  producer: Element,
  kind: ListedTrack['kind'],
  { from, length }: { readonly from: number, readonly length: number },
  rate: FrameRate,
): Pick<ListedClip, 'ramp' | 'soundRamp' | 'shiftsPitch' | 'isReversed'> | null | undefined {
  const link = linkOf(producer)
  if (!link)
    return undefined
  const written = propertyOf(link, 'time_map') ?? propertyOf(link, 'map') ?? ''
  const begin = framesOf(link.attributes.get('in'), rate)
  const points = written.split(';').flatMap((part) => {
    const [, at, how = '', value] = /^([\d:.,]+)([~|]?)=(-?\d+(?:\.\d+)?)$/.exec(part.trim()) ?? []
    const place = Number(value) * rate.numerator / rate.denominator
    return at === undefined ? [] : [{ at: framesOf(at, rate) + begin - from, place, how, isSmooth: how === '~' }]
  })
  // A speed map has no places, and a held time is a still.
  if (propertyOf(link, 'speed_map') !== undefined || points.some(({ how }) => how === '|'))
    return null
  const map = smoothed(points)
  // A frame is the picture at its beginning, which of what is played backwards is the one at its end.
  const reversed = backwards(map, length - 1)
  const text = propertyOf(producer, 'takeroom:ramp')
  if (kind === 'sound') {
    const soundRamp = ownSoundRamp(text, map, length, samplesPerSecond * rate.denominator / rate.numerator)
    const ramp = reversed ? null : rampOfMap(map, length)
    // It keeps the pitch only where it is told to.
    const shifts = Number(propertyOf(link, 'pitch') ?? 0) === 0
    return soundRamp ? { soundRamp } : ramp && { ramp, ...shifts && { shiftsPitch: true } }
  }
  const ramp = ownRamp(text, reversed ?? map, length) ?? rampOfMap(reversed ?? map, length)
  return ramp && { ramp, ...reversed && { isReversed: true } }
}

/** Filters of it are those of the entry. */
function nestedClip(
  entry: Element,
  { start, length, from, of }: { readonly start: number, readonly length: number, readonly from: number, readonly of: string },
  { left, rate }: Pick<Reading, 'left' | 'rate'>,
): ListedClip {
  const filters = childrenOf(entry, 'filter')
  const filterOf = (name: string): Element | undefined => filters.find(filter => propertyOf(filter, 'mlt_service') === name)
  left.add('effects', filters.filter(filter => !['qtblend', 'volume'].includes(propertyOf(filter, 'mlt_service') ?? '')).length)
  const [level] = keysOf(propertyOf(filterOf('volume'), 'level'), Number, rate)
  const nested: ListedNested = {
    of,
    db: level?.value ?? 0,
    pan: Number(propertyOf(entry, 'takeroom:pan') ?? 0) || 0,
    opacity: keysOf(propertyOf(filterOf('qtblend'), 'rect'), text => Number(text.trim().split(/\s+/)[4] ?? 1), rate),
  }
  const paced = ownPace(propertyOf(entry, 'takeroom:pace'), from)
  return { ...plainClip, name: '', start, length, in: Math.max(0, from), ...paced, media: null, nested }
}

const OwnPace = z.object({
  in: z.number().min(0),
  speed: z.int().min(10).max(1000),
  ramp: Ramp.optional(),
  isReversed: z.literal(true).optional(),
  isFrozen: z.literal(true).optional(),
})

/** As Takeroom wrote it, unless the entry was cut otherwise since. */
function ownPace(text: string | undefined, from: number): Partial<ListedClip> {
  const { data } = OwnPace.safeParse(text === undefined ? null : plainOf(text))
  if (!data || Math.floor(data.in) !== from)
    return {}
  const { in: first, speed, ramp, isReversed, isFrozen } = data
  return { in: first, speed, ...ramp && { ramp }, ...isReversed && { isReversed }, ...isFrozen && { isFrozen } }
}

function plainOf(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return null
  }
}

const Guides = z.array(z.object({ comment: z.string().optional(), pos: z.number().min(0) }))

/** As Kdenlive has them: frames, in JSON. */
function guidesOf(main: Element): ReadMarker[] {
  const text = propertyOf(main, 'kdenlive:sequenceproperties.guides')
  const guides = Guides.safeParse(text === undefined ? null : plainOf(text)).data ?? []
  return guides.map(({ comment = '', pos }) => ({ at: Math.round(pos), name: comment.slice(0, 200), colour: 'blue', note: '' }))
}

function markersOf(main: Element, rate: FrameRate): ReadMarker[] {
  const list = childrenOf(main, 'properties').find(each => each.attributes.get('name') === 'shotcut:markers')
  return childrenOf(list, 'properties').map(marker => ({
    at: framesOf(propertyOf(marker, 'start'), rate),
    name: (propertyOf(marker, 'text') ?? '').slice(0, 200),
    colour: 'blue' as const,
    note: '',
  }))
}
