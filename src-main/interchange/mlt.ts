/** Edit lists as MLT XML: melt renders them, and with the annotations of Shotcut they open there as a timeline. */
import type { MarkerColour } from '#contract/sequence-document.ts'
import type { EditFile, EditList, Lane, PicturePiece, SoundPiece } from './edit-list.ts'
import type { GainKey } from './keys.ts'
import type { Element } from './xml.ts'
import { millisecondsOfFrame, samplesPerSecond } from '#rules/sequence/frames.ts'
import { partLeft } from '#rules/sequence/placement.ts'
import { withoutDisabled } from './edit-list.ts'
import { element, xmlOf } from './xml.ts'

/** MLT makes stereo of mono 3 dB quieter than it is heard elsewhere. */
const monoDb = 20 * Math.log10(Math.SQRT2)

export interface MltOptions {
  /** Captions to draw: a file of ASS, relative to the list. Null draws none. */
  readonly assPath: string | null
}

export function toMlt(whole: EditList, { assPath }: MltOptions): string {
  const list = withoutDisabled(whole)
  const { width, height, rate, frames } = list
  const lanes = [
    ...list.pictures.flatMap((lane, at) => inLanes('picture', lane, lane.name || `V${at + 1}`, piece => pictureProducer(piece, list))),
    ...list.sounds.flatMap((lane, at) => inLanes('sound', lane, lane.name || `A${at + 1}`, piece => soundProducer(piece, list))),
  ]
  const made = lanes.map(laneOf)
  const all = { in: 0, out: Math.max(0, frames - 1) }
  const root = element('mlt', { LC_NUMERIC: 'C', version: '7.12.0', title: list.name, producer: 'timeline' }, [
    element('profile', {
      ...{ description: 'automatic', width, height, progressive: 1, sample_aspect_num: 1, sample_aspect_den: 1 },
      ...{ display_aspect_num: width, display_aspect_den: height, frame_rate_num: rate.numerator, frame_rate_den: rate.denominator },
      colorspace: 709,
    }),
    element('producer', { id: 'black', ...all }, properties({
      ...{ length: frames, eof: 'pause', resource: list.background, mlt_service: 'color', mlt_image_format: 'rgb', aspect_ratio: 1 },
    })),
    element('playlist', { id: 'background' }, [element('entry', { producer: 'black', ...all })]),
    ...made.flat(),
    element('tractor', { id: 'timeline', title: list.name, ...all }, [
      ...properties({ shotcut: 1 }),
      element('track', { producer: 'background' }),
      ...lanes.map(({ kind }, at) => element('track', { producer: `playlist${at}`, hide: kind === 'sound' ? 'video' : undefined })),
      ...lanes.flatMap(({ kind }, at) => kind === 'sound' ? [mixed(at)] : [mixed(at), blended(at)]),
      ...markersOf(list),
      ...assPath === null ? [] : [element('filter', all, properties({ 'mlt_service': 'avfilter.subtitles', 'av.filename': assPath }))],
    ]),
  ])
  return xmlOf(root)
}

/** Its frame `in` is the first one of the piece. */
interface Producer { readonly in: number, readonly properties: Properties, readonly filters: readonly Element[] }
type Properties = Readonly<Record<string, string | number>>

interface MltLane {
  readonly name: string
  readonly kind: 'picture' | 'sound'
  readonly pieces: readonly (Pick<PicturePiece, 'start' | 'length' | 'name'> & { readonly producer: Producer })[]
}

/** What dissolves continues below the track, in its own lane. */
function inLanes<Of extends PicturePiece | SoundPiece>(
  kind: MltLane['kind'],
  { pieces, tails }: Lane<Of>,
  name: string,
  producerOf: (piece: Of) => Producer,
): MltLane[] {
  const laid = (those: readonly Of[]): MltLane['pieces'] => those.map(piece => ({ ...piece, producer: producerOf(piece) }))
  return [
    ...tails.length > 0 ? [{ kind, name: `${name} (dissolves)`, pieces: laid(tails) }] : [],
    { kind, name, pieces: laid(pieces) },
  ]
}

function laneOf({ name, kind, pieces }: MltLane, at: number): Element[] {
  const ids = pieces.map((_, index) => `clip${at}-${index}`)
  let end = 0
  const entries = pieces.flatMap(({ start, length, producer }, index) => {
    const gap = start - end
    end = start + length
    return [
      ...gap > 0 ? [element('blank', { length: gap })] : [],
      element('entry', { producer: ids[index], in: producer.in, out: producer.in + length - 1 }),
    ]
  })
  return [
    ...pieces.map(({ name: caption, length, producer }, index) => {
      const [from, end] = [producer.in, producer.in + length]
      return element('producer', { id: ids[index], in: 0, out: end - 1 }, [
        // Where a file ends early, its last picture is held.
        ...properties({ 'length': end, 'eof': 'pause', ...producer.properties, 'shotcut:caption': caption, 'seekable': 1 }),
        ...producer.filters.map(filter => ({ ...filter, attributes: { in: from, out: end - 1 } })),
      ])
    }),
    element('playlist', { id: `playlist${at}` }, [
      ...properties({ [kind === 'picture' ? 'shotcut:video' : 'shotcut:audio']: 1, 'shotcut:name': name }),
      ...entries,
    ]),
  ]
}

/** Other programs keep what they do not know; Takeroom finds the take again by it. */
function takeOf({ id }: EditFile): Properties {
  return { 'takeroom:take': id }
}

function pictureProducer(piece: PicturePiece, list: EditList): Producer {
  const { file, isStill, isReversed, isFrozen, speed, keys, title, in: first, length } = piece
  const words: Properties = title === null ? {} : { 'takeroom:title': title }
  const service = isStill
    ? { mlt_service: 'qimage', ttl: 1, resource: file.path }
    : { ...played(file.path, isReversed ? -speed : speed), audio_index: -1 }
  const parts = keys.map(({ at, crop }) => ({ at, part: partLeft({ crop }) }))
  const isCropped = parts.some(({ part }) => part !== null && (part.left > 0 || part.top > 0 || part.right < 1 || part.bottom < 1))
  const isPlain = !isCropped && parts[0]?.part && keys[0]?.rotation === 0 && keys.length === 1 && liesByItself(keys[0], file, list)
  const crop = isCropped
    ? [filter({
        mlt_service: 'qtcrop',
        rect: animated(parts, ({ part }) => part === null
          ? '0% 0% 100% 100% 1'
          : `${[part.left, part.top, part.right - part.left, part.bottom - part.top].map(share).join(' ')} 1`),
        ...{ color: '#00000000', radius: 0, circle: 0 },
      })]
    : []
  const placed = filter({
    mlt_service: 'qtblend',
    rect: keys.map(({ at, x, y, width, height, opacity }, index) =>
      `${at}=${[x - width / 2, y - height / 2, width, height, parts[index]?.part ? opacity : 0].map(number).join(' ')}`).join(';'),
    ...{ rotation: animated(keys, ({ rotation }) => number(rotation)), rotate_center: 1, compositing: 0, distort: 1 },
  })
  const frozen = isFrozen ? [filter({ mlt_service: 'freeze', frame: Math.round(first), freeze_after: 0, freeze_before: 0 })] : []
  // A clip of another speed is counted as it is played; one that is played backwards from the end of its file.
  const frames = Math.floor((file.seconds ?? 0) * list.rate.numerator / list.rate.denominator * 100 / speed)
  const from = Math.round(first * 100 / speed)
  const start = isReversed ? Math.max(0, frames - from - length) : from
  return {
    in: isStill ? 0 : start,
    properties: { ...service, ...takeOf(file), ...words },
    filters: [...frozen, ...isPlain ? [] : [...crop, placed]],
  }
}

/** One value, or one for each key where they differ. */
function animated<Of extends { readonly at: number }>(keys: readonly Of[], written: (key: Of) => string): string {
  const values = keys.map(written)
  return new Set(values).size < 2 ? values[0] ?? '' : keys.map(({ at }, index) => `${at}=${values[index]}`).join(';')
}

/** As large as it fits whole, in the middle: MLT lays it so by itself. */
function liesByItself(key: PicturePiece['keys'][number] | undefined, file: EditFile, { width, height }: EditList): boolean {
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.01
  const scale = Math.min(width / (file.width ?? width), height / (file.height ?? height))
  return key !== undefined && key.opacity === 1 && isNear(key.x, width / 2) && isNear(key.y, height / 2)
    && isNear(key.width, (file.width ?? width) * scale) && isNear(key.height, (file.height ?? height) * scale)
}

function soundProducer(piece: SoundPiece, { rate }: EditList): Producer {
  const { file, speed, keys, heard, in: first } = piece
  const more = (heard ? heard.channels : file.channels) === 1 ? monoDb : 0
  const isPlain = more === 0 && keys.length === 1 && keys[0]?.db === 0
  const levels = atEnds(keys).map(({ at, db }) => `${at}=${number(db + more)}`)
  const level = keys.length === 1 ? number((keys[0]?.db ?? 0) + more) : levels.join(';')
  return {
    in: Math.round(first * 100 / speed * rate.numerator / rate.denominator / samplesPerSecond),
    properties: {
      ...played(file.path, speed),
      ...speed === 100 ? {} : { warp_pitch: 1 },
      video_index: -1,
      ...streamOf(piece),
      ...takeOf(file),
    },
    filters: [...sideOf(piece), ...isPlain ? [] : [filter({ 'mlt_service': 'volume', level, 'shotcut:filter': 'audioGain' })]],
  }
}

/** By itself MLT plays the sound that has the most channels. It counts all streams of a file; a picture mostly comes first. */
function streamOf({ file: { sounds, medium }, heard }: SoundPiece): Properties {
  return sounds && heard ? { audio_index: sounds[heard.track]?.stream ?? heard.track + (medium === 'audio' ? 0 : 1) } : {}
}

/** One side on both. */
function sideOf({ heard }: SoundPiece): Element[] {
  if (!heard || heard.channel === 'both')
    return []
  const [from, to] = heard.channel === 'left' ? [0, 1] : [1, 0]
  return [filter({ 'mlt_service': 'channelcopy', from, to, 'shotcut:filter': 'audioChannelCopy' })]
}

/** MLT reaches the level of a frame only at its end. */
function atEnds(keys: readonly GainKey[]): GainKey[] {
  const [first, next] = keys
  const start = first && next ? [{ at: 0, db: first.db + (next.db - first.db) / (next.at - first.at) }] : []
  return [...start, ...keys.map(({ at, db }) => ({ at: at - 1, db })).filter(({ at }) => at > 0)]
}

function played(path: string, speed: number): Properties {
  return speed === 100
    ? { mlt_service: 'avformat', resource: path }
    : { mlt_service: 'timewarp', resource: `${speed / 100}:${path}`, warp_speed: speed / 100, warp_resource: path }
}

/** The piece that it belongs to gives it its time. */
function filter(values: Properties): Element {
  return element('filter', {}, properties(values))
}

function mixed(at: number): Element {
  return element('transition', {}, properties({ a_track: 0, b_track: at + 1, mlt_service: 'mix', always_active: 1, sum: 1 }))
}

function blended(at: number): Element {
  return element('transition', {}, properties({
    ...{ a_track: 0, b_track: at + 1, mlt_service: 'qtblend', version: 0.9, always_active: 1 },
    ...{ compositing: 0, distort: 0, rotate_center: 0 },
  }))
}

/** As Shotcut has them. */
const colourCodes: Readonly<Record<MarkerColour, string>> = {
  blue: '#0000ff',
  green: '#008000',
  yellow: '#ffff00',
  orange: '#ffa500',
  red: '#ff0000',
  purple: '#800080',
}

function markersOf({ markers, rate }: EditList): Element[] {
  if (markers.length === 0)
    return []
  const clock = (frame: number): string => new Date(millisecondsOfFrame(frame, rate)).toISOString().slice(11, 23)
  return [element('properties', { name: 'shotcut:markers' }, markers.map(({ at, name, colour }, index) =>
    element('properties', { name: String(index) }, properties({ text: name, start: clock(at), end: clock(at), color: colourCodes[colour] }))))]
}

function properties(values: Properties): Element[] {
  return Object.entries(values).map(([name, value]) => element('property', { name }, String(value)))
}

function share(value: number): string {
  return `${number(value * 100)}%`
}

/** Without an exponent, which MLT would not read. */
function number(value: number): string {
  return String(Number(value.toFixed(4)))
}
