/** Reads FCPXML of Final Cut Pro and of those that write it alike: the first sequence, its clips in lanes. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Key, ListedClip, ListedMedia, ReadList, ReadMarker } from './list.ts'
import type { Element } from './xml.ts'
import { createLeft, fadesOf, fileNameOf, inTracks, plainClip, rateNear, UnreadableListError } from './list.ts'
import { allOf, childOf, childrenOf, readXml } from './xml.ts'

interface Asset extends ListedMedia {
  readonly hasVideo: boolean
  readonly hasAudio: boolean
  readonly startSeconds: number
  /** Of a picture of a title that Takeroom wrote: its words. */
  readonly title: string | null
}

interface Placed { readonly kind: 'pictures' | 'sound', readonly lane: number, readonly clip: ListedClip }

/** `1001/30000s`, `5s`, `0s`. */
function secondsOf(text: string | undefined): number {
  const [, over = '0', under = '1'] = /^(-?\d+(?:\.\d+)?)(?:\/(\d+))?s$/.exec(text ?? '0s') ?? []
  return Number(over) / (Number(under) || 1)
}

/** @throws UnreadableListError */
export function readFcpxml(text: string): ReadList {
  const root = readXml(text)
  const [sequence] = allOf(root, 'sequence')
  if (root.name !== 'fcpxml' || !sequence)
    throw new UnreadableListError('no sequence of FCPXML')
  const formats = new Map(allOf(root, 'format').map(format => [format.attributes.get('id') ?? '', format]))
  const format = formats.get(sequence.attributes.get('format') ?? '')
  const rate = rateOf(format)
  if (rate === null)
    throw new UnreadableListError('the sequence has no frame rate')
  const assets = new Map(allOf(root, 'asset').map(asset => [asset.attributes.get('id') ?? '', assetOf(asset)]))
  const reading: Reading = { rate, assets, left: createLeft(), placed: [], markers: [] }
  const zero = secondsOf(sequence.attributes.get('tcStart'))
  for (const spine of childrenOf(sequence, 'spine'))
    readItems(spine, { position: 0, start: zero, lane: 0 }, reading)
  const project = allOf(root, 'project').find(each => each.children.includes(sequence))
  const [width, height] = ['width', 'height'].map(side => Number(format?.attributes.get(side) ?? 0))
  return {
    name: project?.attributes.get('name') ?? '',
    rate,
    size: width && height ? { width, height } : null,
    tracks: tracksOf(reading.placed),
    markers: reading.markers,
    monoDb: 0,
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

interface Reading {
  readonly rate: FrameRate
  readonly assets: ReadonlyMap<string, Asset>
  readonly left: ReturnType<typeof createLeft>
  readonly placed: Placed[]
  readonly markers: ReadMarker[]
}

/** Where the items of a parent are: its place in the film, and its own time there, in seconds. */
interface Within { readonly position: number, readonly start: number, readonly lane: number }

const compounds: ReadonlySet<string> = new Set(['ref-clip', 'mc-clip', 'sync-clip', 'audition'])
const items: ReadonlySet<string> = new Set(['asset-clip', 'clip', 'video', 'audio', 'title', 'gap', ...compounds])

function readItems(parent: Element, within: Within, reading: Reading): void {
  let next = within.position
  let crossIn = 0
  for (const item of parent.children) {
    if (item.name === 'transition') {
      crossIn = secondsOf(item.attributes.get('duration'))
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
    readItem(item, { position, crossIn, lane: Number(item.attributes.get('lane') ?? within.lane) }, reading)
    next = position + secondsOf(item.attributes.get('duration'))
    crossIn = 0
  }
}

function readItem(
  item: Element,
  { position, crossIn, lane }: { readonly position: number, readonly crossIn: number, readonly lane: number },
  reading: Reading,
): void {
  const { assets, left } = reading
  const asset = assets.get(item.attributes.get('ref') ?? '')
  const start = secondsOf(item.attributes.get('start') ?? `${asset?.startSeconds ?? 0}s`)
  if (compounds.has(item.name))
    left.add('nested')
  else if (item.name === 'title')
    place(item, { kind: 'pictures', media: null, title: wordsOf(item), position, start, crossIn, lane }, reading)
  else if (item.name === 'clip')
    readInner(item, { position, start, crossIn, lane }, reading)
  else if (asset)
    readAsset(item, asset, { position, start, crossIn, lane }, reading)
  else if (item.name !== 'gap')
    left.add('generators')
  // Connected clips and markers; what a `clip` consists of was read above.
  const connected = item.children.filter(child => item.name !== 'clip' || child.attributes.has('lane') || child.name.endsWith('marker'))
  readItems({ ...item, children: connected }, { position, start, lane: lane + 1 }, reading)
}

/** In seconds; `start` is the time of the clip itself. */
interface Where { readonly position: number, readonly start: number, readonly crossIn: number, readonly lane: number }

function readAsset(item: Element, asset: Asset, where: Where, reading: Reading): void {
  const enabled = item.attributes.get('srcEnable') ?? 'all'
  const isSound = item.name === 'audio' || (where.lane < 0 && !asset.hasVideo)
  const at = { ...where, start: where.start - asset.startSeconds, media: asset, title: asset.title }
  if (asset.hasVideo && enabled !== 'audio' && !isSound)
    place(item, { ...at, kind: 'pictures' }, reading)
  if (asset.hasAudio && enabled !== 'video' && item.name !== 'video')
    place(item, { ...at, kind: 'sound' }, reading)
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

function place(
  item: Element,
  { kind, media, title, position, start, crossIn, lane }: Where & Pick<Placed, 'kind'> & Pick<ListedClip, 'media' | 'title'>,
  { rate, placed, left }: Reading,
): void {
  const perSecond = rate.numerator / rate.denominator
  const [at, length] = [position, secondsOf(item.attributes.get('duration'))].map(seconds => Math.round(seconds * perSecond))
  if (at === undefined || length === undefined || length < 1 || at < 0)
    return
  const speed = speedOf(item)
  if (speed === null)
    left.add('speeds')
  left.add('effects', childrenOf(item, 'filter-video').length + childrenOf(item, 'filter-audio').length)
  const begin = secondsOf(item.attributes.get('start'))
  const keysOf = (keys: readonly Key[]): Key[] => keys.map(key => ({ ...key, at: Math.round((key.at - begin) * perSecond) }))
  const blend = keysOf(animated(childOf(item, 'adjust-blend'), 'amount', Number))
  const volume = childOf(item, 'adjust-volume')
  const levels = keysOf(animated(volume, 'amount', decibels))
  const plain = decibels(volume?.attributes.get('amount') ?? '0dB')
  const rotation = Number(childOf(item, 'adjust-transform')?.attributes.get('rotation') ?? 0)
  placed.push({
    kind,
    lane,
    clip: {
      ...plainClip,
      name: item.attributes.get('name') ?? '',
      start: at,
      length,
      // What is retimed counts as it is played.
      in: Math.max(0, start * perSecond * (speed ?? 100) / 100),
      speed: speed ?? 100,
      crossIn: Math.min(length, Math.round(crossIn * perSecond)),
      ...kind === 'pictures' ? fadesOf(blend, length) : {},
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

/** Whole percent of a map of two points, straight between; null for any other. */
function speedOf(item: Element): number | null {
  const points = childrenOf(childOf(item, 'timeMap'), 'timept')
    .map(({ attributes }) => ({ time: secondsOf(attributes.get('time')), value: secondsOf(attributes.get('value')) }))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last)
    return 100
  const speed = Math.round(100 * (last.value - first.value) / (last.time - first.time))
  return points.length === 2 && speed >= 10 && speed <= 1000 ? speed : null
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
