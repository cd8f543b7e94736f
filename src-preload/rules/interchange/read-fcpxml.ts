/** Reads FCPXML of Final Cut Pro and of those that write it alike: the sequence of the project with its clips in lanes, and compound clips. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Pace } from './fcpxml-time.ts'
import type { Key, ListedClip, ListedMedia, ListedNested, ListedSequence, ReadList, ReadMarker } from './list.ts'
import type { Element } from './xml.ts'
import { paceOf, secondsOf } from './fcpxml-time.ts'
import { createLeft, fadesOf, fileNameOf, inTracks, plainClip, rateNear, silentDb, UnreadableListError } from './list.ts'
import { allOf, childOf, childrenOf, readXml } from './xml.ts'

interface Asset extends ListedMedia {
  readonly hasVideo: boolean
  readonly hasAudio: boolean
  readonly startSeconds: number
  /** Of a picture of a title that Takeroom wrote: its words. */
  readonly title: string | null
}

interface Placed { readonly kind: 'pictures' | 'sound', readonly lane: number, readonly clip: ListedClip }

/** @throws UnreadableListError */
export function readFcpxml(text: string): ReadList {
  const root = readXml(text)
  const compounds = new Map(allOf(root, 'media').flatMap((media) => {
    const inner = childOf(media, 'sequence')
    return inner ? [[media.attributes.get('id') ?? '', { name: media.attributes.get('name') ?? '', inner }] as const] : []
  }))
  const project = allOf(root, 'project').find(each => childOf(each, 'sequence'))
  // A compound clip alone is its own film.
  const [alone] = compounds.values()
  const sequence = childOf(project, 'sequence') ?? alone?.inner ?? allOf(root, 'sequence')[0]
  if (root.name !== 'fcpxml' || !sequence)
    throw new UnreadableListError('no sequence of FCPXML')
  const formats = new Map(allOf(root, 'format').map(format => [format.attributes.get('id') ?? '', format]))
  const assets = new Map(allOf(root, 'asset').map(asset => [asset.attributes.get('id') ?? '', assetOf(asset)]))
  const starts = new Map([...compounds].map(([id, { inner }]) => [id, secondsOf(inner.attributes.get('tcStart'))]))
  const all: Resources = { formats, assets, starts }
  const film = sequenceOf(sequence, project ? project.attributes.get('name') ?? '' : alone?.name ?? '', all)
  if (film === null)
    throw new UnreadableListError('the sequence has no frame rate')
  return {
    ...film,
    compounds: new Map([...compounds].flatMap(([id, { name, inner }]) => {
      const read = inner === sequence ? null : sequenceOf(inner, name, all)
      return read ? [[id, read]] : []
    })),
    monoDb: 0,
  }
}

interface Resources {
  readonly formats: ReadonlyMap<string, Element>
  readonly assets: ReadonlyMap<string, Asset>
  /** Where the time of a compound clip begins, in seconds. */
  readonly starts: ReadonlyMap<string, number>
}

/** Null without a frame rate. */
function sequenceOf(sequence: Element, name: string, { formats, ...resources }: Resources): ListedSequence | null {
  const format = formats.get(sequence.attributes.get('format') ?? '')
  const rate = rateOf(format)
  if (rate === null)
    return null
  const reading: Reading = { ...resources, rate, left: createLeft(), placed: [], markers: [] }
  const zero = secondsOf(sequence.attributes.get('tcStart'))
  for (const spine of childrenOf(sequence, 'spine'))
    readItems(spine, { position: 0, start: zero, lane: 0 }, reading)
  const [width, height] = ['width', 'height'].map(side => Number(format?.attributes.get(side) ?? 0))
  return {
    name,
    rate,
    size: width && height ? { width, height } : null,
    tracks: tracksOf(reading.placed),
    markers: reading.markers,
    left: reading.left.all,
  }
}

function rateOf(format: Element | undefined): FrameRate | null {
  const [, over, under] = /^(\d+)\/(\d+)s$/.exec(format?.attributes.get('frameDuration') ?? '') ?? []
  return over === undefined || under === undefined ? null : rateNear(Number(under) / Number(over))
}

function assetOf(asset: Element): Asset {
  const src = childOf(asset, 'media-rep')?.attributes.get('src') ?? asset.attributes.get('src') ?? ''
  const seconds = secondsOf(asset.attributes.get('duration'))
  const own = new Map(allOf(asset, 'md').map(({ attributes }) => [attributes.get('key'), attributes.get('value')]))
  return {
    name: fileNameOf(src) || asset.attributes.get('name') || '',
    takeId: own.get('app.takeroom.take') ?? null,
    title: own.get('app.takeroom.title') ?? null,
    seconds: seconds > 0 ? seconds : null,
    hasVideo: asset.attributes.get('hasVideo') === '1',
    hasAudio: asset.attributes.get('hasAudio') === '1',
    startSeconds: secondsOf(asset.attributes.get('start')),
  }
}

interface Reading extends Omit<Resources, 'formats'> {
  readonly rate: FrameRate
  readonly left: ReturnType<typeof createLeft>
  readonly placed: Placed[]
  readonly markers: ReadMarker[]
}

/** Where the items of a parent are: its place in the film, and its own time there, in seconds. */
interface Within { readonly position: number, readonly start: number, readonly lane: number }

/** What has other clips in it. */
const compounds: ReadonlySet<string> = new Set(['ref-clip', 'mc-clip', 'sync-clip', 'audition'])
const items: ReadonlySet<string> = new Set(['asset-clip', 'clip', 'video', 'audio', 'title', 'gap', ...compounds])

function readItems(parent: Element, within: Within, reading: Reading): void {
  let next = within.position
  let [crossIn, crossFrom]: [number, string | undefined] = [0, undefined]
  for (const item of parent.children) {
    if (item.name === 'transition') {
      crossIn = secondsOf(item.attributes.get('duration'))
      crossFrom = item.attributes.get('offset')
      continue
    }
    if (item.name === 'spine') {
      const at = within.position + secondsOf(item.attributes.get('offset')) - within.start
      readItems(item, { position: at, start: 0, lane: Number(item.attributes.get('lane') ?? within.lane) }, reading)
      continue
    }
    if (item.name === 'caption')
      reading.left.add('captions')
    if (item.name === 'marker' || item.name === 'chapter-marker')
      reading.markers.push(markerOf(item, within, reading.rate))
    if (!items.has(item.name))
      continue
    const offset = item.attributes.get('offset')
    const position = offset === undefined ? next : within.position + secondsOf(offset) - within.start
    const crossBefore = crossFrom === undefined ? 0 : position - (within.position + secondsOf(crossFrom) - within.start)
    readItem(item, { position, crossIn, crossBefore, lane: Number(item.attributes.get('lane') ?? within.lane) }, reading)
    next = position + secondsOf(item.attributes.get('duration'))
    crossIn = 0
    crossFrom = undefined
  }
}

function readItem(
  item: Element,
  at: Omit<Where, 'start'>,
  reading: Reading,
): void {
  const { position, lane } = at
  const { assets, starts, left } = reading
  const asset = assets.get(item.attributes.get('ref') ?? '')
  const start = secondsOf(item.attributes.get('start') ?? `${asset?.startSeconds ?? starts.get(item.attributes.get('ref') ?? '') ?? 0}s`)
  if (item.name === 'ref-clip')
    readCompound(item, { ...at, start }, reading)
  else if (compounds.has(item.name))
    left.add('nested')
  else if (item.name === 'title')
    place(item, { kind: 'pictures', media: null, title: wordsOf(item), ...at, start }, reading)
  else if (item.name === 'clip')
    readInner(item, { ...at, start }, reading)
  else if (asset)
    readAsset(item, asset, { ...at, start }, reading)
  else if (item.name !== 'gap')
    left.add('generators')
  // Connected clips and markers; what a `clip` consists of was read above.
  const connected = item.children.filter(child => item.name !== 'clip' || child.attributes.has('lane') || child.name.endsWith('marker'))
  readItems({ ...item, children: connected }, { position, start, lane: lane + 1 }, reading)
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

/** Picture and sound of a whole sequence. */
function readCompound(item: Element, where: Where, reading: Reading): void {
  const { starts, left } = reading
  const of = item.attributes.get('ref') ?? ''
  const source = item.attributes.get('srcEnable') ?? 'all'
  if (source === 'audio') {
    left.add('nested')
    return
  }
  const own = new Map(allOf(item, 'md').map(({ attributes }) => [attributes.get('key'), Number(attributes.get('value'))]))
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

/** Of a whole sequence, place and crop are nothing that it has here. */
function isChanged(item: Element): boolean {
  const { attributes } = childOf(item, 'adjust-transform') ?? { attributes: new Map<string, string>() }
  const is = (name: string, plain: string): boolean => (attributes.get(name) ?? plain) === plain
  return childOf(item, 'adjust-crop') !== undefined || !is('position', '0 0') || !is('scale', '1 1') || !is('rotation', '0')
}

/** A `clip` has its picture and its sound in it, each with a time of its own. */
function readInner(item: Element, where: Where, reading: Reading): void {
  const inner = [...childrenOf(item, 'video'), ...childrenOf(item, 'audio'), ...childrenOf(childOf(item, 'video'), 'audio')]
    .filter(child => !child.attributes.has('lane') || child.name === 'audio')
  for (const child of inner) {
    const asset = reading.assets.get(child.attributes.get('ref') ?? '')
    const kind = child.name === 'audio' ? 'sound' : 'pictures'
    if (asset)
      place(item, { ...where, kind, media: asset, title: null, start: where.start - asset.startSeconds }, reading)
    else
      reading.left.add('generators')
  }
}

interface Placing extends Where, Pick<Placed, 'kind'>, Pick<ListedClip, 'media' | 'title'> {
  readonly nested?: Omit<ListedNested, 'opacity'>
}

function place(
  item: Element,
  { kind, media, title, nested, position, start, crossIn, crossBefore, lane }: Placing,
  { rate, placed, left }: Reading,
): void {
  const perSecond = rate.numerator / rate.denominator
  const [at, length] = [position, secondsOf(item.attributes.get('duration'))].map(seconds => Math.round(seconds * perSecond))
  if (at === undefined || length === undefined || length < 1 || at < 0)
    return
  const begin = secondsOf(item.attributes.get('start'))
  const pace = paceOf(item, { begin: item.attributes.has('start') ? begin : null, start, length, perSecond, isSound: kind === 'sound' })
  // A sound is played forwards.
  const isPlayable = pace !== null && (kind === 'pictures' || !(pace.isReversed ?? pace.isFrozen))
  if (!isPlayable)
    left.add('speeds')
  const { speed, first, ...how } = isPlayable ? nested ? heardWith(pace, item) : pace : { speed: 100 }
  left.add('effects', childrenOf(item, 'filter-video').length + childrenOf(item, 'filter-audio').length)
  const keysOf = (keys: readonly Key[]): Key[] => keys.map(key => ({ ...key, at: Math.round((key.at - begin) * perSecond) }))
  const blend = keysOf(animated(childOf(item, 'adjust-blend'), 'amount', Number))
  const volume = childOf(item, 'adjust-volume')
  const levels = keysOf(animated(volume, 'amount', decibels))
  const plain = decibels(volume?.attributes.get('amount') ?? '0dB')
  const rotation = Number(childOf(item, 'adjust-transform')?.attributes.get('rotation') ?? 0)
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
      ...nested ? { nested: { ...nested, opacity: whole(item, blend) } } : kind === 'pictures' ? fadesOf(blend, length) : {},
      isDisabled: item.attributes.get('enabled') === '0',
      media,
      title,
      look: kind === 'sound'
        ? {}
        : {
            ...childOf(item, 'adjust-conform')?.attributes.get('type') === 'fill' ? { fit: 'cover' as const } : {},
            ...rotation === 0 || !(Math.abs(rotation) <= 360) ? {} : { rotation: -rotation },
          },
      gain: kind === 'pictures' ? [] : levels.length > 1 ? levels.map(key => ({ at: key.at, db: key.value })) : [{ at: 0, db: plain }],
    },
  })
}

/** Its one opacity where it does not change. */
function whole(item: Element, keys: readonly Key[]): readonly Key[] {
  const amount = Number(childOf(item, 'adjust-blend')?.attributes.get('amount') ?? 1)
  return keys.length > 0 || !Number.isFinite(amount) ? keys : [{ at: 0, value: amount }]
}

/** Keyframes of a parameter, in seconds of the clip. */
function animated(adjust: Element | undefined, name: string, read: (text: string) => number): Key[] {
  const param = childrenOf(adjust, 'param').find(each => each.attributes.get('name') === name)
  return childrenOf(childOf(param, 'keyframeAnimation'), 'keyframe')
    .map(({ attributes }) => ({ at: secondsOf(attributes.get('time')), value: read(attributes.get('value') ?? '') }))
    .filter(({ value }) => Number.isFinite(value))
}

function decibels(text: string): number {
  const db = Number.parseFloat(text)
  return Number.isFinite(db) ? db : 0
}

function wordsOf(title: Element): string {
  const rows = allOf(title, 'text').map(text => [text, ...allOf(text, 'text-style')].map(part => part.text).join(''))
  return rows.join('\n').trim().slice(0, 2000)
}

function markerOf({ attributes }: Element, { position, start }: Within, rate: FrameRate): ReadMarker {
  const seconds = position + secondsOf(attributes.get('start')) - start
  return {
    at: Math.max(0, Math.round(seconds * rate.numerator / rate.denominator)),
    name: (attributes.get('value') ?? '').slice(0, 200),
    colour: 'blue',
    note: (attributes.get('note') ?? '').slice(0, 2000),
  }
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
