/** Reads FCPXML of Final Cut Pro and of those that write it alike: the sequence of the project with its clips in lanes, and compound clips. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { CaptionLanes } from './fcpxml-captions.ts'
import type { Asset } from './fcpxml-parts.ts'
import type { Pace } from './fcpxml-time.ts'
import type { Key, ListedClip, ListedNested, ListedSequence, ReadList, ReadMarker } from './list.ts'
import type { Element } from './xml.ts'
import { addCaption, captionsIn, markersOf } from './fcpxml-captions.ts'
import { animated, assetOf, decibels, effectsOf, isChanged, movesOf, opacityOf, rateOf, trimOf, wordsOf } from './fcpxml-parts.ts'
import { paceOf, secondsOf } from './fcpxml-time.ts'
import { tellOf } from './fcpxml-told.ts'
import { createLeft, inTracks, plainClip, silentDb, UnreadableListError } from './list.ts'
import { allOf, childOf, childrenOf, readXml } from './xml.ts'

/** What has other clips in it. */
const compounds: ReadonlySet<string> = new Set(['ref-clip', 'mc-clip', 'sync-clip', 'audition'])
const items: ReadonlySet<string> = new Set(['asset-clip', 'clip', 'video', 'audio', 'title', 'gap', ...compounds])

interface Placed { readonly kind: 'pictures' | 'sound', readonly lane: number, readonly clip: ListedClip }

/** @throws UnreadableListError */
export function readFcpxml(text: string): ReadList {
  const root = readXml(text)
  const compounds = new Map(allOf(root, 'media').flatMap((media) => {
    const inner = childOf(media, 'sequence')
    return inner ? [[media.attributes.get('id') ?? '', { name: media.attributes.get('name') ?? '', inner }] as const] : []
  }))
  const projects = allOf(root, 'project').filter(each => childOf(each, 'sequence'))
  const [project] = projects
  // A compound clip alone is its own film.
  const [alone] = compounds.values()
  const sequence = childOf(project, 'sequence') ?? alone?.inner ?? allOf(root, 'sequence')[0]
  if (root.name !== 'fcpxml' || !sequence)
    throw new UnreadableListError('no sequence of FCPXML')
  const formats = new Map(allOf(root, 'format').map(format => [format.attributes.get('id') ?? '', format]))
  const assets = new Map(allOf(root, 'asset').map(asset => [asset.attributes.get('id') ?? '', assetOf(asset)]))
  const starts = new Map([...compounds].map(([id, { inner }]) => [id, secondsOf(inner.attributes.get('tcStart'))]))
  const lengths = new Map([...compounds].map(([id, { inner }]) => [id, lengthOf(inner)]))
  const angles = new Map(allOf(root, 'mc-angle').map(angle => [angle.attributes.get('angleID') ?? '', angle]))
  for (const multicam of allOf(root, 'media')) {
    const inner = childOf(multicam, 'multicam')
    if (inner)
      starts.set(multicam.attributes.get('id') ?? '', secondsOf(inner.attributes.get('tcStart')))
  }
  const inline = new Map<string, ListedSequence>()
  const all: Resources = { formats, assets, starts, lengths, angles, inline }
  const film = sequenceOf(sequence, project ? project.attributes.get('name') ?? '' : alone?.name ?? '', all)
  if (film === null)
    throw new UnreadableListError('the sequence has no frame rate')
  const left = createLeft()
  film.left.forEach((count, what) => left.add(what, count))
  left.add('sequences', projects.length - 1)
  const read = [...compounds].flatMap(([id, { name, inner }]) => {
    const made = inner === sequence ? null : sequenceOf(inner, name, all)
    return made ? [[id, made] as const] : []
  })
  return { ...film, left: left.all, compounds: new Map([...read, ...inline]), monoDb: 0 }
}

interface Resources {
  readonly formats: ReadonlyMap<string, Element>
  readonly assets: ReadonlyMap<string, Asset>
  /** Where the time of a compound clip begins, in seconds. */
  readonly starts: ReadonlyMap<string, number>
  /** How long it is, where the list says so. */
  readonly lengths: ReadonlyMap<string, number>
  /** Of clips of several cameras. */
  readonly angles: ReadonlyMap<string, Element>
  /** Compounds that are in the clips themselves, and the angles that clips show. */
  readonly inline: Map<string, ListedSequence>
}

/** In seconds; 0 where it is not said. */
function lengthOf(sequence: Element): number {
  const said = secondsOf(sequence.attributes.get('duration'))
  return said > 0
    ? said
    : (childOf(sequence, 'spine')?.children ?? [])
        .reduce((sum, item) => sum + (items.has(item.name) ? secondsOf(item.attributes.get('duration')) : 0), 0)
}

/** Null without a frame rate. */
function sequenceOf(sequence: Element, name: string, { formats, ...resources }: Resources): ListedSequence | null {
  const format = formats.get(sequence.attributes.get('format') ?? '')
  const rate = rateOf(format)
  if (rate === null)
    return null
  const [width, height] = ['width', 'height'].map(side => Number(format?.attributes.get(side) ?? 0))
  const size = width && height ? { width, height } : null
  const reading: Reading = { ...resources, rate, size, left: createLeft(), placed: [], markers: [], captions: new Map() }
  const zero = secondsOf(sequence.attributes.get('tcStart'))
  for (const spine of childrenOf(sequence, 'spine'))
    readItems(spine, { position: 0, start: zero, lane: 0 }, reading)
  return readSequence(name, reading)
}

function readSequence(name: string, reading: Reading): ListedSequence {
  return {
    ...{ name, rate: reading.rate, size: reading.size },
    tracks: tracksOf(reading.placed),
    markers: reading.markers,
    ...reading.captions.size > 0 && { captions: captionsIn(reading.captions) },
    left: reading.left.all,
  }
}

interface Reading extends Omit<Resources, 'formats'> {
  readonly rate: FrameRate
  readonly size: ListedSequence['size']
  readonly left: ReturnType<typeof createLeft>
  readonly placed: Placed[]
  readonly markers: ReadMarker[]
  readonly captions: CaptionLanes
}

/** Where the items of a parent are: its place in the film, its own time there, and how long it is, in seconds. */
interface Within { readonly position: number, readonly start: number, readonly lane: number, readonly lasts?: number }

function readItems(parent: Element, within: Within, reading: Reading): void {
  let next = within.position
  let [crossIn, crossFrom]: [number, string | undefined] = [0, undefined]
  /** Of the clip before, if nothing but a gap follows. */
  let fades = 0
  const last = parent.children.findLast(({ name }) => items.has(name))
  const fadeBefore = (at: number): void => {
    fadeLast(fades, at, within.lane, reading)
    fades = 0
  }
  for (const item of parent.children) {
    if (item.name === 'transition') {
      crossIn = secondsOf(item.attributes.get('duration'))
      crossFrom = item.attributes.get('offset')
      fades = crossIn
      continue
    }
    if (item.name === 'spine') {
      const at = within.position + secondsOf(item.attributes.get('offset')) - within.start
      readItems(item, { position: at, start: 0, lane: Number(item.attributes.get('lane') ?? within.lane) }, reading)
      continue
    }
    if (item.name === 'caption')
      addCaption(reading.captions, item, { ...within, rate: reading.rate })
    if (item.name === 'marker' || item.name === 'chapter-marker')
      reading.markers.push(...markersOf(item, within, reading.rate))
    if (!items.has(item.name))
      continue
    if (item.name === 'gap')
      fadeBefore(next)
    fades = 0
    const offset = item.attributes.get('offset')
    const position = offset === undefined ? next : within.position + secondsOf(offset) - within.start
    const crossBefore = crossFrom === undefined ? 0 : position - (within.position + secondsOf(crossFrom) - within.start)
    next = position + lastsOf(item, reading)
    // Markers may be behind all clips of a film.
    const lasts = item.name === 'gap' && item === last ? Infinity : next - position
    readItem(item, { position, crossIn, crossBefore, lane: Number(item.attributes.get('lane') ?? within.lane), lasts }, reading)
    crossIn = 0
    crossFrom = undefined
  }
  fadeBefore(next)
}

/** A clip after which a transition ends in nothing fades out, on every track. */
function fadeLast(seconds: number, at: number, lane: number, { placed, rate }: Reading): void {
  const frames = (time: number): number => Math.round(time * rate.numerator / rate.denominator)
  for (const [index, each] of placed.entries()) {
    const { clip } = each
    if (seconds > 0 && each.lane === lane && !clip.nested && clip.start + clip.length === frames(at))
      placed[index] = { ...each, clip: { ...clip, fadeOut: Math.min(clip.length, frames(seconds)) } }
  }
}

/** In seconds. Where a clip does not say, it plays what is left of its media. */
function lastsOf(item: Element, { assets, lengths, starts }: Reading): number {
  const said = item.attributes.get('duration')
  const [chosen] = item.name === 'audition' ? item.children.filter(child => items.has(child.name)) : []
  if (said !== undefined || chosen)
    return secondsOf(said ?? chosen?.attributes.get('duration'))
  const ref = item.attributes.get('ref') ?? ''
  const asset = assets.get(ref)
  const begin = asset?.startSeconds ?? starts.get(ref) ?? 0
  return Math.max(0, (asset?.seconds ?? lengths.get(ref) ?? 0) + begin - secondsOf(item.attributes.get('start') ?? `${begin}s`))
}

function readItem(item: Element, { lasts, ...at }: Omit<Where, 'start'> & { readonly lasts: number }, reading: Reading): void {
  const { position, lane } = at
  const { assets, starts, left } = reading
  const asset = assets.get(item.attributes.get('ref') ?? '')
  const start = secondsOf(item.attributes.get('start') ?? `${asset?.startSeconds ?? starts.get(item.attributes.get('ref') ?? '') ?? 0}s`)
  if (item.name === 'audition') {
    // What is chosen is the first.
    const chosen = item.children.find(child => items.has(child.name))
    return chosen ? readItem(chosen, { ...at, lasts }, reading) : left.add('nested')
  }
  tellOf(item, reading.rate, left)
  if (item.name === 'ref-clip')
    readCompound(item, { ...at, start, of: item.attributes.get('ref') ?? '' }, reading)
  else if (item.name === 'sync-clip' || item.name === 'mc-clip')
    readInline(item, { ...at, start }, reading)
  else if (item.name === 'title')
    place(item, { kind: 'pictures', media: null, title: wordsOf(item), ...at, start }, reading)
  else if (item.name === 'clip')
    readInner(item, { ...at, start }, reading)
  else if (asset)
    readAsset(item, asset, { ...at, start }, reading)
  else if (item.name !== 'gap')
    left.add('generators')
  // Connected clips and markers; what a `clip` consists of was read above.
  const connected = item.children.filter(child => child.name.endsWith('marker')
    || (item.name === 'clip' ? child.attributes.has('lane') && child.name !== 'audio' : item.name !== 'sync-clip'))
  readItems({ ...item, children: connected }, { position, start, lane: lane + 1, lasts }, reading)
}

/** In seconds; `start` is the time of the clip itself. */
interface Where {
  readonly position: number
  readonly start: number
  readonly crossIn: number
  readonly crossBefore: number
  readonly lane: number
}

function readAsset(item: Element, asset: Asset, where: Where, reading: Reading): void {
  const enabled = item.attributes.get('srcEnable') ?? 'all'
  const isSound = item.name === 'audio' || (where.lane < 0 && !asset.hasVideo)
  const at = { ...where, start: where.start - asset.startSeconds, media: asset, title: asset.title }
  if (asset.hasVideo && enabled !== 'audio' && !isSound)
    place(item, { ...at, kind: 'pictures' }, reading)
  if (asset.hasAudio && enabled !== 'video' && item.name !== 'video')
    place(item, { ...at, kind: 'sound' }, reading)
}

/** A clip with a sequence in it: what is synchronised, or the camera that is shown. It becomes one of its own. */
function readInline(item: Element, where: Where, reading: Reading): void {
  const shown = childrenOf(item, 'mc-source').find(source => source.attributes.get('srcEnable') !== 'audio')
  const content = item.name === 'mc-clip' ? reading.angles.get(shown?.attributes.get('angleID') ?? '') : item
  if (!content) {
    reading.left.add('nested')
    return
  }
  const angle = content.attributes.get('angleID')
  const of = angle === undefined ? `sync ${reading.inline.size}` : `angle ${angle}`
  const zero = angle === undefined ? 0 : reading.starts.get(item.attributes.get('ref') ?? '') ?? 0
  if (!reading.inline.has(of)) {
    const inner: Reading = { ...reading, left: createLeft(), placed: [], markers: [], captions: new Map() }
    const name = item.attributes.get('name') ?? ''
    reading.inline.set(of, readSequence(name, inner))
    const children = content.children.filter(({ name: kind }) => kind !== 'marker' && kind !== 'chapter-marker')
    readItems({ ...content, children }, { position: 0, start: zero, lane: 0 }, inner)
    // Those in it are before it.
    reading.inline.delete(of)
    reading.inline.set(of, readSequence(name, inner))
  }
  readCompound(item, { ...where, start: where.start - zero, of }, { ...reading, starts: new Map() })
}

/** Picture and sound of a whole sequence. */
function readCompound(item: Element, { of, ...where }: Where & { readonly of: string }, reading: Reading): void {
  const { starts, left } = reading
  const source = item.attributes.get('srcEnable') ?? 'all'
  if (source === 'audio') {
    left.add('nested')
    return
  }
  const noted = childOf(item, 'metadata')
  const own = new Map((noted ? allOf(noted, 'md') : []).map(({ attributes }) => [attributes.get('key'), Number(attributes.get('value'))]))
  left.add('transitions', where.crossIn > 0 ? 1 : 0)
  left.add('effects', isChanged(item) ? 1 : 0)
  place(item, {
    ...where,
    ...{ kind: 'pictures', media: null, title: null, crossIn: 0, start: where.start - (starts.get(of) ?? 0) },
    nested: {
      of,
      db: source === 'video' ? silentDb : decibels(childOf(item, 'adjust-volume')?.attributes.get('amount') ?? '0dB'),
      pan: own.get('app.takeroom.pan') ?? 0,
    },
  }, reading)
}

/** The pitch of what is heard of a whole sequence is kept, unless its map says otherwise. */
function heardWith({ ramp, ...pace }: Pace, item: Element): Pace {
  const isKept = childOf(item, 'timeMap')?.attributes.get('preservesPitch') !== '0'
  return { ...pace, ...ramp && { ramp: isKept ? ramp : { ...ramp, shiftsPitch: true } } }
}

/** A `clip` has its picture and its sound in it, each with a time of its own. */
function readInner(item: Element, where: Where, reading: Reading): void {
  const inner = [...childrenOf(item, 'video'), ...childrenOf(item, 'audio'), ...childrenOf(childOf(item, 'video'), 'audio')]
    .filter(child => !child.attributes.has('lane') || child.name === 'audio')
  for (const child of inner) {
    const asset = reading.assets.get(child.attributes.get('ref') ?? '')
    const kind = child.name === 'audio' ? 'sound' : 'pictures'
    // The time of the clip is that in which its inside has its offset.
    const begun = secondsOf(child.attributes.get('start') ?? `${asset?.startSeconds ?? 0}s`) - secondsOf(child.attributes.get('offset'))
    const start = where.start + begun - (asset?.startSeconds ?? 0)
    if (asset)
      place(item, { ...where, kind, media: asset, title: null, start }, reading)
    else
      reading.left.add('generators')
  }
}

interface Placing extends Where, Pick<Placed, 'kind'>, Pick<ListedClip, 'media' | 'title'> {
  readonly nested?: Omit<ListedNested, 'opacity'>
}

function place(
  item: Element,
  { kind, media, title, nested, position, start: whole, crossIn, crossBefore, lane }: Placing,
  reading: Reading,
): void {
  const { rate, size, placed, left } = reading
  const perSecond = rate.numerator / rate.denominator
  const frames = (seconds: number): number => Math.round(seconds * perSecond)
  // Sound may begin before its picture, and end after it.
  const [early, lasts] = kind === 'sound' ? splitOf(item, reading) : [0, lastsOf(item, reading)]
  const at = frames(position - early)
  const length = frames(position - early + lasts) - at
  if (length < 1)
    return
  const start = whole - early
  const begin = secondsOf(item.attributes.get('start'))
  const pace = paceOf(item, { begin: item.attributes.has('start') ? begin : null, start, length, perSecond, isSound: kind === 'sound' })
  // A sound is played forwards.
  const isPlayable = pace !== null && (kind === 'pictures' || !(pace.isReversed ?? pace.isFrozen))
  if (!isPlayable)
    left.add('speeds')
  const { speed, first, ...how } = isPlayable ? nested ? heardWith(pace, item) : pace : { speed: 100 }
  left.add('effects', effectsOf(item, kind))
  const keysOf = (keys: readonly Key[]): Key[] => keys.map(key => ({ ...key, at: Math.round((key.at - begin) * perSecond) }))
  const blend = keysOf(animated(childOf(item, 'adjust-blend'), 'amount', Number))
  const volume = childOf(item, 'adjust-volume')
  const levels = keysOf(animated(volume, 'amount', decibels))
  const plain = decibels(volume?.attributes.get('amount') ?? '0dB')
  const before = Math.max(0, Math.round(Math.min(crossIn, crossBefore) * perSecond))
  placed.push({
    kind,
    lane,
    clip: {
      ...plainClip,
      name: item.attributes.get('name') ?? '',
      start: at,
      length,
      // What is retimed counts as it is played.
      in: Math.max(0, first ?? start * perSecond * speed / 100),
      speed,
      ...how,
      crossIn: before + Math.min(length, Math.max(0, Math.round(crossIn * perSecond) - before)),
      ...before > 0 && { crossBefore: before },
      ...nested ? { nested: { ...nested, opacity: opacityOf(item, blend) } } : kind === 'pictures' ? placeOf(item, { keysOf, size }) : {},
      isDisabled: item.attributes.get('enabled') === '0',
      media,
      title,
      look: kind === 'pictures' && childOf(item, 'adjust-conform')?.attributes.get('type') === 'fill' ? { fit: 'cover' } : {},
      gain: kind === 'pictures' ? [] : levels.length > 1 ? levels.map(key => ({ at: key.at, db: key.value })) : [{ at: 0, db: plain }],
    },
  })
}

/** Keys before and after it are of what is trimmed away; without a size the frame is a wide one. */
function placeOf(item: Element, { keysOf, size }: { keysOf: (keys: readonly Key[]) => Key[], size: Reading['size'] }): Partial<ListedClip> {
  const moves = movesOf(item, size ?? { width: 16, height: 9 })
  const trim = trimOf(item)
  const framed = Object.fromEntries(Object.entries(moves).flatMap(([name, keys]) =>
    keys.length === 0 ? [] : [[name, keys.length === 1 ? keys : keysOf(keys)]]))
  return { moves: framed, ...trim && { trim } }
}

/** By how much its sound begins earlier, and how long that is, in seconds. */
function splitOf(item: Element, reading: Reading): [number, number] {
  const [from, lasts] = [item.attributes.get('audioStart'), item.attributes.get('audioDuration')]
  const early = from === undefined ? 0 : secondsOf(item.attributes.get('start')) - secondsOf(from)
  return [early, lasts === undefined ? lastsOf(item, reading) : secondsOf(lasts)]
}

/** A track for each lane, the lowest first; sounds by lane as well, from the film outwards. */
function tracksOf(placed: readonly Placed[]): ReadList['tracks'] {
  const lanes = (kind: Placed['kind']): [number, Placed[]][] =>
    [...Map.groupBy(placed.filter(each => each.kind === kind), ({ lane }) => lane)]
  const pictures = lanes('pictures').sort(([a], [b]) => a - b)
  const sounds = lanes('sound').sort(([a], [b]) => b - a)
  return [
    ...pictures.flatMap(([, own]) => inTracks('pictures', '', own.map(({ clip }) => clip))),
    ...sounds.flatMap(([, own]) => inTracks('sound', '', own.map(({ clip }) => clip))),
  ]
}
