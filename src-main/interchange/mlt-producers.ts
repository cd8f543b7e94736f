/** What plays the pieces of an MLT file: files, stills and sequences, with the filters that place, fade and sound them. */
import type { EditFile, EditList, NestedPiece, PicturePiece, RampPiece, SoundPiece } from './edit-list.ts'
import type { GainKey } from './keys.ts'
import type { Element } from './xml.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { partLeft } from '#rules/sequence/placement.ts'
import { placeKeys } from './keys.ts'
import { element } from './xml.ts'

/** MLT makes stereo of mono 3 dB quieter than it is heard elsewhere. */
const monoDb = 20 * Math.log10(Math.SQRT2)

/** Its frame `in` is the first one of the piece. */
export interface Producer {
  readonly in: number
  readonly properties: Properties
  readonly filters: readonly Element[]
  /** What changes its time. */
  readonly links?: readonly Element[]
  /** The id of one that is there already: its piece has the properties and filters. */
  readonly ref?: string
}
type Properties = Readonly<Record<string, string | number>>

/** Whether a sequence plays otherwise than by itself, which others do not play. */
export function isPacedPiece({ speed, ramp, isReversed, isFrozen }: NestedPiece): boolean {
  return speed !== 100 || ramp !== undefined || isReversed === true || isFrozen === true
}

/** A pan would not be the one of the film, and a sequence has one speed there: these are only for Takeroom. */
export function nestedProducer(piece: NestedPiece, ref: string, { width, height }: EditList): Producer {
  const { in: first, keys, db, pan, speed, ramp, isReversed, isFrozen } = piece
  const pace = { in: Number(first.toFixed(2)), speed, ramp: ramp?.own, isReversed, isFrozen }
  const isClear = keys.some(({ opacity }) => opacity < 1)
  return {
    in: Math.floor(first),
    ref,
    properties: {
      ...pan === 0 ? {} : { 'takeroom:pan': pan },
      ...isPacedPiece(piece) && { 'takeroom:pace': JSON.stringify(pace) },
    },
    filters: [
      ...isClear
        ? [filter({
            mlt_service: 'qtblend',
            rect: keys.map(({ at, opacity }) => `${at}=0 0 ${width} ${height} ${number(opacity)}`).join(';'),
            ...{ compositing: 0, distort: 1 },
          })]
        : [],
      ...db === 0 ? [] : [filter({ 'mlt_service': 'volume', 'level': number(db), 'shotcut:filter': 'audioGain' })],
    ],
  }
}

/** Other programs keep what they do not know; Takeroom finds the take again by it. */
function takeOf({ id, hash }: EditFile): Properties {
  return { 'takeroom:take': id, ...hash !== undefined && { 'takeroom:hash': hash } }
}

export function pictureProducer(piece: PicturePiece, list: EditList): Producer {
  const { file, isStill, isReversed, isFrozen, ramp, speed, keys, title, in: first, length } = piece
  const words: Properties = title === null ? {} : { 'takeroom:title': title }
  const service = isStill
    ? { mlt_service: 'qimage', ttl: 1, resource: file.path }
    : { ...played(file.path, ramp ? 100 : isReversed ? -speed : speed), audio_index: -1 }
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
    in: isStill || ramp ? 0 : start,
    properties: { ...service, ...takeOf(file), ...words, ...ramp && { 'takeroom:ramp': JSON.stringify(ramp.own) } },
    ...ramp && { links: [remapped(ramp, piece, list.rate, { image_mode: 'nearest' })] },
    filters: [...frozen, ...isPlain ? [] : [...crop, placed]],
  }
}

/** The map had another name before version 7.14. */
function remapped(
  { places }: Pick<RampPiece, 'places'>,
  { length, isReversed = false }: Pick<PicturePiece, 'length' | 'isReversed'>,
  { numerator, denominator }: EditList['rate'],
  more: Properties,
): Element {
  // A frame is the picture at its beginning, which of what is played backwards is the one at its end.
  const [before = 0, last = 0] = places.slice(-2)
  const shown = isReversed ? [...places.slice(1), last + last - before] : places
  const seconds = placeKeys(shown, 0.02).map(({ at, place }) => `${at}=${Number((place * denominator / numerator).toFixed(6))}`).join(';')
  return element('link', { in: 0, out: length - 1 }, properties({
    ...{ mlt_service: 'timeremap', map: seconds, time_map: seconds },
    ...more,
  }))
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

export function soundProducer(piece: SoundPiece, { rate }: EditList): Producer {
  const { file, keys, heard, ramp, in: first } = piece
  const speed = ramp ? 100 : piece.speed
  const more = (heard ? heard.channels : file.channels) === 1 ? monoDb : 0
  const isPlain = more === 0 && keys.length === 1 && keys[0]?.db === 0
  const levels = atEnds(keys).map(({ at, db }) => `${at}=${number(db + more)}`)
  const level = keys.length === 1 ? number((keys[0]?.db ?? 0) + more) : levels.join(';')
  return {
    in: ramp ? 0 : Math.round(first * 100 / speed * rate.numerator / rate.denominator / samplesPerSecond),
    properties: {
      ...played(file.path, speed),
      ...speed === 100 ? {} : { warp_pitch: 1 },
      video_index: -1,
      ...streamOf(piece),
      ...takeOf(file),
      ...ramp?.own && { 'takeroom:ramp': JSON.stringify(ramp.own) },
    },
    ...ramp && { links: [remapped(ramp, { length: piece.length }, rate, { pitch: ramp.shiftsPitch ? 0 : 1 })] },
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

export function properties(values: Properties): Element[] {
  return Object.entries(values).map(([name, value]) => element('property', { name }, String(value)))
}

function share(value: number): string {
  return `${number(value * 100)}%`
}

/** Without an exponent, which MLT would not read. */
function number(value: number): string {
  return String(Number(value.toFixed(4)))
}
