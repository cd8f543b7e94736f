/** Edit lists as MLT XML: melt renders them, and with the annotations of Shotcut they open there as a timeline. */
import type { MarkerColour } from '#contract/sequence-document.ts'
import type { Compound, EditList, Lane, NestedPiece, PictureLane, PicturePiece, SoundPiece } from './edit-list.ts'
import type { Producer } from './mlt-producers.ts'
import type { Element } from './xml.ts'
import { carriedProperty, carriedText, mostInMlt, xmlFingerprint } from '#rules/interchange/carried.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { withoutDisabled } from './edit-list.ts'
import { nestedProducer, pictureProducer, properties, soundProducer } from './mlt-producers.ts'
import { element, readOf, xmlOf } from './xml.ts'

export interface MltOptions {
  /** Captions to draw: a file of ASS, relative to the list. Null draws none. */
  readonly assPath: string | null
}

export function toMlt(whole: EditList, { assPath }: MltOptions): string {
  const list = withoutDisabled(whole)
  const { width, height, rate, frames } = list
  const all = { in: 0, out: Math.max(0, frames - 1) }
  const ids = new Map(list.compounds.map(({ id }, at) => [id, `nested${at}`]))
  const refOf = ({ of }: NestedPiece): string => ids.get(of) ?? ''
  const lanes = lanesOf(list, list, refOf)
  const versions = { LC_NUMERIC: 'C', version: '7.12.0', title: list.name, producer: 'timeline' }
  const rootWith = (carried: readonly Element[]): Element => element('mlt', versions, [
    element('profile', {
      ...{ description: 'automatic', width, height, progressive: 1, sample_aspect_num: 1, sample_aspect_den: 1 },
      ...{ display_aspect_num: width, display_aspect_den: height, frame_rate_num: rate.numerator, frame_rate_den: rate.denominator },
      colorspace: 709,
    }),
    ...list.compounds.flatMap(compound => tractorOf(compound, ids.get(compound.id) ?? '', lanesOf(compound, list, refOf), list)),
    element('producer', { id: 'black', ...all }, properties({
      ...{ length: frames, eof: 'pause', resource: list.background, mlt_service: 'color', mlt_image_format: 'rgb', aspect_ratio: 1 },
    })),
    element('playlist', { id: 'background' }, [element('entry', { producer: 'black', ...all })]),
    ...lanes.flatMap((lane, at) => laneOf(lane, at, '')),
    element('tractor', { id: 'timeline', title: list.name, ...all }, [
      ...properties({ shotcut: 1 }),
      ...carried,
      element('track', { producer: 'background' }),
      ...tracksOf(lanes, ''),
      ...markersOf(list.markers, list),
      ...assPath === null ? [] : [element('filter', all, properties({ 'mlt_service': 'avfilter.subtitles', 'av.filename': assPath }))],
    ]),
  ])
  return xmlOf(rootWith(list.own == null || list.own.length > mostInMlt
    ? []
    : properties({ [carriedProperty]: carriedText(xmlFingerprint(readOf(rootWith([]))), list.own) })))
}

/** A sequence that pieces play, on nothing. It lasts as long as any of them plays it. */
function tractorOf({ id, name, frames, markers }: Compound, producer: string, lanes: readonly MltLane[], list: EditList): Element[] {
  const pictures = [list, ...list.compounds].flatMap(content => content.pictures)
  const played = pictures.flatMap(({ nested }) => [...nested?.pieces ?? [], ...nested?.tails ?? []]).filter(({ of }) => of === id)
  const length = Math.max(1, frames, ...played.map(piece => Math.floor(piece.in) + piece.length))
  const all = { in: 0, out: length - 1 }
  return [
    element('producer', { id: `${producer}-clear`, ...all }, properties({
      ...{ length, eof: 'pause', resource: '#00000000', mlt_service: 'color', mlt_image_format: 'rgba', aspect_ratio: 1 },
    })),
    element('playlist', { id: `${producer}-background` }, [element('entry', { producer: `${producer}-clear`, ...all })]),
    ...lanes.flatMap((lane, at) => laneOf(lane, at, `${producer}-`)),
    element('tractor', { id: producer, title: name, ...all }, [
      ...properties({ 'shotcut:caption': name }),
      element('track', { producer: `${producer}-background` }),
      ...tracksOf(lanes, `${producer}-`),
      ...markersOf(markers, list),
    ]),
  ]
}

function tracksOf(lanes: readonly MltLane[], prefix: string): Element[] {
  return [
    ...lanes.map(({ kind }, at) => element('track', { producer: `${prefix}playlist${at}`, hide: kind === 'sound' ? 'video' : undefined })),
    ...lanes.flatMap(({ kind }, at) => kind === 'sound' ? [mixed(at)] : [mixed(at), blended(at)]),
  ]
}

function lanesOf({ pictures, sounds }: EditList | Compound, list: EditList, refOf: (piece: NestedPiece) => string): MltLane[] {
  return [
    ...pictures.flatMap((lane, at) => pictureLanes(lane, lane.name || `V${at + 1}`, list, refOf)),
    ...sounds.flatMap((lane, at) => inLanes('sound', lane, lane.name || `A${at + 1}`, piece => soundProducer(piece, list))),
  ]
}

function pictureLanes(
  { pieces, tails, nested }: PictureLane,
  name: string,
  list: EditList,
  refOf: (piece: NestedPiece) => string,
): MltLane[] {
  const both = <One extends { readonly start: number }>(own: readonly One[], more: readonly One[] = []): One[] =>
    [...own, ...more].sort((a, b) => a.start - b.start)
  const lane = {
    pieces: both<PicturePiece | NestedPiece>(pieces, nested?.pieces),
    tails: both<PicturePiece | NestedPiece>(tails, nested?.tails),
  }
  return inLanes('picture', lane, name, piece => 'of' in piece ? nestedProducer(piece, refOf(piece), list) : pictureProducer(piece, list))
}

interface MltLane {
  readonly name: string
  readonly kind: 'picture' | 'sound'
  readonly pieces: readonly (Pick<PicturePiece, 'start' | 'length' | 'name'> & { readonly producer: Producer })[]
}

/** What dissolves continues below the track, in its own lane. */
function inLanes<Of extends PicturePiece | SoundPiece | NestedPiece>(
  kind: MltLane['kind'],
  { pieces, tails }: Pick<Lane<Of>, 'pieces' | 'tails'>,
  name: string,
  producerOf: (piece: Of) => Producer,
): MltLane[] {
  const laid = (those: readonly Of[]): MltLane['pieces'] => those.map(piece => ({ ...piece, producer: producerOf(piece) }))
  return [
    ...tails.length > 0 ? [{ kind, name: `${name} (dissolves)`, pieces: laid(tails) }] : [],
    { kind, name, pieces: laid(pieces) },
  ]
}

function laneOf({ name, kind, pieces }: MltLane, at: number, prefix: string): Element[] {
  const ids = pieces.map((_, index) => `${prefix}clip${at}-${index}`)
  const timed = ({ producer: { in: from, filters }, length }: MltLane['pieces'][number]): Element[] =>
    filters.map(filter => ({ ...filter, attributes: { in: from, out: from + length - 1 } }))
  let end = 0
  const entries = pieces.flatMap((piece, index) => {
    const { start, length, producer: { in: from, ref, properties: own } } = piece
    const gap = start - end
    end = start + length
    return [
      ...gap > 0 ? [element('blank', { length: gap })] : [],
      element('entry', { producer: ref ?? ids[index], in: from, out: from + length - 1 }, ref ? [...properties(own), ...timed(piece)] : []),
    ]
  })
  return [
    ...pieces.flatMap((piece, index) => {
      const { name: caption, length, producer: { in: from, ref, links = [], properties: own } } = piece
      return ref
        ? []
        : [element(links.length > 0 ? 'chain' : 'producer', { id: ids[index], in: 0, out: from + length - 1 }, [
            // Where a file ends early, its last picture is held.
            ...properties({ 'length': from + length, 'eof': 'pause', ...own, 'shotcut:caption': caption, 'seekable': 1 }),
            ...timed(piece),
            ...links,
          ])]
    }),
    element('playlist', { id: `${prefix}playlist${at}` }, [
      ...properties({ [kind === 'picture' ? 'shotcut:video' : 'shotcut:audio']: 1, 'shotcut:name': name }),
      ...entries,
    ]),
  ]
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

function markersOf(markers: EditList['markers'], { rate }: EditList): Element[] {
  if (markers.length === 0)
    return []
  const clock = (frame: number): string => new Date(millisecondsOfFrame(frame, rate)).toISOString().slice(11, 23)
  return [element('properties', { name: 'shotcut:markers' }, markers.map(({ at, name, colour }, index) =>
    element('properties', { name: String(index) }, properties({ text: name, start: clock(at), end: clock(at), color: colourCodes[colour] }))))]
}
