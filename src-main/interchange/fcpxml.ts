/**
 * Edit lists as Final Cut Pro XML 1.8 or 1.11: all pieces connected to one gap, on lanes as the sequence has its tracks. Nested sequences
 * are compound clips.
 */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Compound, EditFile, EditList, NestedPiece, PictureLane, PicturePiece, SoundPiece } from './edit-list.ts'
import type { OpacityKey } from './keys.ts'
import type { Element } from './xml.ts'
import { flatCues } from '#rules/captions/together.ts'
import { carriedMd, carriedText, xmlFingerprint } from '#rules/interchange/carried.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { partLeft } from '#rules/sequence/placement.ts'
import { isDropFrame } from '#rules/sequence/timecode.ts'
import { placeKeys } from './keys.ts'
import { urlOf } from './url.ts'
import { element, readOf, xmlOf } from './xml.ts'

export type FcpxmlVersion = '1.8' | '1.11'

const rec709 = '1-1-1 (Rec. 709)'

export function toFcpxml(list: EditList, version: FcpxmlVersion): string {
  const contents = [...list.compounds, list]
  const files = filesOf(contents)
  const ids = new Map<string, string>([
    ...files.map(({ id }, index) => [id, `r${index + 2}`] as const),
    ...list.compounds.map(({ id }, index) => [id, `r${files.length + index + 2}`] as const),
  ])
  const ref = (id: string): string => ids.get(id) ?? ''
  const pieces = contents.flatMap(({ pictures }) => pictures.flatMap(lane => lane.pieces))
  const titles = new Map(pieces.map(({ file, title }) => [file.id, title]))
  const rootWith = (carried: readonly Element[]): Element => element('fcpxml', { version }, [
    element('resources', {}, [
      element('format', { id: 'r1', ...frameOf(list.rate), width: list.width, height: list.height, colorSpace: rec709 }),
      ...files.filter(({ medium }) => medium !== 'audio').map(file => formatOf(file, `${ref(file.id)}f`, list)),
      ...files.map(file => assetOf(file, ref(file.id), version, list, titles.get(file.id) ?? null)),
      ...list.compounds.map(compound =>
        element('media', { id: ref(compound.id), name: compound.name }, [sequenceOf(compound, { list, ref, captions: () => [], carried: [] })])),
    ]),
    element('library', {}, [element('event', { name: list.name }, [element('project', { name: list.name }, [
      sequenceOf(list, { list, ref, captions: lane => captionsOf(list, lane), carried }),
    ])])]),
  ])
  const { own } = list
  const noted = own == null
    ? []
    : [element('metadata', {}, [element('md', { key: carriedMd, value: carriedText(xmlFingerprint(readOf(rootWith([]))), own) })])]
  return xmlOf(rootWith(noted), ['<!DOCTYPE fcpxml>'])
}

type Content = EditList | Compound

interface Inside {
  readonly list: EditList
  readonly ref: (id: string) => string
  readonly captions: (lane: number) => Element[]
  /** What only Takeroom reads of it, behind its clips. */
  readonly carried: readonly Element[]
}

function sequenceOf({ frames, pictures, sounds, markers }: Content, { list, ref, captions, carried }: Inside): Element {
  const whole = time(Math.max(1, frames), list)
  const tcFormat = isDropFrame(list.rate) ? 'DF' : 'NDF'
  const rows = pictures.flatMap(pictureRows)
  const soundRows = sounds.flatMap(({ pieces, tails }) => tails.length > 0 ? [tails, pieces] : [pieces])
  return element('sequence', { format: 'r1', duration: whole, tcStart: '0s', tcFormat, audioLayout: 'stereo', audioRate: '48k' }, [
    element('spine', {}, [element('gap', { name: 'Gap', offset: '0s', start: '0s', duration: whole }, [
      ...rows.flatMap((pieces, lane) => pieces.map(piece => 'of' in piece
        ? compoundOf(piece, lane + 1, ref(piece.of), list)
        : pictureOf(piece, lane + 1, ref(piece.file.id), list))),
      ...soundRows.flatMap((pieces, lane) => pieces.map(piece => soundOf(piece, -lane - 1, ref(piece.file.id), list))),
      ...captions(rows.length + 1),
      ...markers.map(({ at, name, note }) =>
        element('marker', { start: time(at, list), duration: time(1, list), value: name, ...note === '' ? {} : { note } })),
    ])]),
    ...carried,
  ])
}

function filesOf(contents: readonly Content[]): EditFile[] {
  const pieces = contents.flatMap(({ pictures, sounds }) => [...pictures, ...sounds].flatMap(lane => [...lane.pieces, ...lane.tails]))
  return [...new Map(pieces.map(({ file }) => [file.id, file])).values()]
}

/** Lowest first. */
function pictureRows({ pieces, tails, nested }: PictureLane): (readonly (PicturePiece | NestedPiece)[])[] {
  const row = [...pieces, ...nested?.pieces ?? []]
  const below = [...tails, ...nested?.tails ?? []]
  return below.length > 0 ? [below, row] : [row]
}

function formatOf({ medium, framesPerSecond, width, height }: EditFile, id: string, list: EditList): Element {
  const size = { width: width ?? list.width, height: height ?? list.height }
  return medium === 'picture'
    ? element('format', { id, name: 'FFVideoFormatRateUndefined', ...size })
    : element('format', { id, ...frameOf(framesPerSecond === null ? list.rate : rateOf(framesPerSecond)), ...size, colorSpace: rec709 })
}

function frameOf({ numerator, denominator }: FrameRate): { frameDuration: string } {
  return { frameDuration: `${denominator}/${numerator}s` }
}

/** Rates of television are written as the fractions that they are. */
function rateOf(framesPerSecond: number): FrameRate {
  const whole = Math.round(framesPerSecond)
  const television = { numerator: whole * 1000, denominator: 1001 }
  return Math.abs(framesPerSecond - whole) < 0.005
    ? { numerator: whole, denominator: 1 }
    : Math.abs(framesPerSecond - television.numerator / television.denominator) < 0.01
      ? television
      : { numerator: Math.round(framesPerSecond * 1000), denominator: 1000 }
}

function assetOf(file: EditFile, id: string, version: FcpxmlVersion, list: EditList, title: string | null): Element {
  const src = urlOf(file.path)
  const isStill = file.medium === 'picture'
  const duration = isStill ? '0s' : seconds(Math.round((file.seconds ?? 0) * samplesPerSecond), samplesPerSecond)
  const attributes = {
    ...{ id, name: file.name, ...version === '1.8' ? { src } : {}, start: '0s' },
    duration: duration === '0s' && !isStill ? time(list.frames, list) : duration,
    ...file.medium === 'audio' ? {} : { hasVideo: '1', format: `${id}f` },
    ...file.channels === 0
      ? {}
      : { hasAudio: '1', audioSources: '1', audioChannels: channelsOf(file), audioRate: file.sampleRate ?? undefined },
  }
  const own = element('metadata', {}, [
    element('md', { key: 'app.takeroom.take', value: file.id }),
    ...file.hash === undefined ? [] : [element('md', { key: 'app.takeroom.hash', value: file.hash })],
    ...title === null ? [] : [element('md', { key: 'app.takeroom.title', value: title })],
  ])
  return element('asset', attributes, version === '1.8' ? [own] : [element('media-rep', { kind: 'original-media', src }), own])
}

function pictureOf(piece: PicturePiece, lane: number, ref: string, list: EditList): Element {
  const { isStill, length, start, name, look, keys, isDisabled, ramp } = piece
  const from = isStill ? 0 : playedFrom(piece, list)
  const at = (frame: number): string => time(from + frame, list)
  const places = keys.map(key => ({
    at: at(key.at),
    position: positionOf(key, list),
    scale: `${number(key.scale)} ${number(key.scale)}`,
    opacity: number(partLeft(key) === null ? 0 : key.opacity),
    rotation: number(-key.rotation),
  }))
  const animated = (param: string, value: (place: typeof places[number]) => string): Element[] =>
    changing(param, places.map(place => ({ at: place.at, value: value(place) })))
  const placed = { ref, lane, offset: time(start, list), name, start: at(0), duration: time(length, list) }
  // Stills are written as Final Cut Pro writes them. Most other readers know films only as `asset-clip`.
  const [kind, more] = isStill ? ['video', {}] as const : ['asset-clip', { format: `${ref}f`, srcEnable: 'video' }] as const
  return element(kind, { ...placed, enabled: isDisabled ? 0 : undefined, ...more }, [
    ...timeMapOf(piece, list),
    ...cropOf(piece, list),
    ...look.fit === 'cover' ? [element('adjust-conform', { type: 'fill' })] : [],
    element('adjust-transform', {
      ...{ position: places[0]?.position, scale: places[0]?.scale, rotation: places[0]?.rotation },
    }, [
      ...animated('position', place => place.position),
      ...animated('rotation', place => place.rotation),
      ...animated('scale', place => place.scale),
    ]),
    element('adjust-blend', { amount: places[0]?.opacity }, animated('amount', place => place.opacity)),
    ...ownRampOf(ramp),
  ])
}

/** Sound and picture of a whole sequence. A pan would not be the one of the film: it is only for Takeroom. */
function compoundOf(piece: NestedPiece, lane: number, ref: string, list: EditList): Element {
  const { start, length, name, isDisabled, keys, db, pan, ramp } = piece
  const own = [
    ...pan === 0 ? [] : [element('md', { key: 'app.takeroom.pan', value: pan })],
    ...ramp ? [element('md', { key: 'app.takeroom.ramp', value: JSON.stringify(ramp.own) })] : [],
  ]
  const first = playedFrom(piece, list)
  const opacities = keys.map(({ at, opacity }: OpacityKey) => ({ at: time(first + at, list), value: number(opacity) }))
  return element('ref-clip', {
    ...{ ref, lane, offset: time(start, list), name, start: time(first, list), duration: time(length, list) },
    enabled: isDisabled ? 0 : undefined,
  }, [
    ...timeMapOf(piece, list),
    element('adjust-blend', { amount: opacities[0]?.value }, changing('amount', opacities)),
    ...db === 0 ? [] : [element('adjust-volume', { amount: decibels(db) })],
    ...own.length === 0 ? [] : [element('metadata', {}, own)],
  ])
}

/** None where it stays the same. */
function changing(param: string, keys: readonly { readonly at: string, readonly value: string }[]): Element[] {
  return new Set(keys.map(({ value }) => value)).size < 2
    ? []
    : [paramOf(param, keys.map(({ at, value }) => element('keyframe', { time: at, value, curve: 'linear' })))]
}

function decibels(db: number): string {
  return `${number(Math.max(-96, Math.min(12, db)))}dB`
}

function paramOf(name: string, keyframes: readonly Element[]): Element {
  return element('param', { name }, [element('keyframeAnimation', {}, keyframes)])
}

/** From the middle, upwards, in hundredths of the frame's height. */
function positionOf({ x, y }: { x: number, y: number }, { width, height }: EditList): string {
  return `${number((x - width / 2) / height * 100)} ${number((height / 2 - y) / height * 100)}`
}

/** In hundredths of the height that the picture has before it is scaled. */
function cropOf({ keys }: PicturePiece, { height }: EditList): Element[] {
  const [first] = keys
  if (!first)
    return []
  const { left, top, right, bottom } = first.crop
  if (left + top + right + bottom === 0)
    return []
  const [wide, high] = [first.width / first.scale / height * 100, first.height / first.scale / height * 100]
  return [element('adjust-crop', { mode: 'trim' }, [element('trim-rect', {
    ...{ left: number(left * wide), top: number(top * high), right: number(right * wide), bottom: number(bottom * high) },
  })])]
}

function soundOf(piece: SoundPiece, lane: number, ref: string, list: EditList): Element {
  const { length, start, name, speed, keys, isSpeech, isDisabled, ramp } = piece
  const { rate } = list
  // A map begins with its clip.
  const from = ramp ? 0 : piece.in * 100 / speed
  const at = (frame: number): string =>
    seconds(Math.round(from * rate.numerator + frame * rate.denominator * samplesPerSecond), samplesPerSecond * rate.numerator)
  const [first] = keys
  const volume = keys.length < 2
    ? []
    : [paramOf('amount', keys.map(key => element('keyframe', { time: at(key.at), value: decibels(key.db) })))]
  return element('asset-clip', {
    ...{ ref, lane, offset: time(start, list), name, start: at(0), duration: time(length, list), enabled: isDisabled ? 0 : undefined },
    ...{ srcEnable: 'audio', audioRole: isSpeech ? 'dialogue' : 'music' },
  }, [
    ...[...timeMapOf(piece, list), element('adjust-volume', { amount: decibels(first?.db ?? 0) }, volume), ...channelsHeard(piece)],
    ...ownRampOf(ramp),
  ])
}

/** To be read again as it is; others have the map. */
function ownRampOf(ramp: PicturePiece['ramp'] | SoundPiece['ramp']): Element[] {
  return ramp?.own ? [element('metadata', {}, [element('md', { key: 'app.takeroom.ramp', value: JSON.stringify(ramp.own) })])] : []
}

/** Of all sounds of a file together: that is how they are counted. */
function channelsOf({ sounds, channels }: EditFile): number {
  return sounds ? sounds.reduce((sum, sound) => sum + (sound.channels ?? 0), 0) : channels
}

/** Which channels are heard, counted over all sounds of the file. None where all are, or where it is not known how many each sound has. */
function channelsHeard({ file: { sounds }, heard, isSpeech }: SoundPiece): Element[] {
  const before = sounds?.slice(0, heard?.track ?? 0) ?? []
  if (!heard || heard.channels === null || before.some(({ channels }) => channels === null))
    return []
  const first = before.reduce((sum, { channels }) => sum + (channels ?? 0), 0) + 1
  const all = Array.from({ length: heard.channels }, (_, at) => first + at)
  const own = { both: all, left: all.slice(0, 1), right: all.slice(1, 2) }[heard.channel]
  return [element('audio-channel-source', { srcCh: own.join(', '), role: isSpeech ? 'dialogue' : 'music' })]
}

/** The whole file at another speed, or backwards, or one picture of it. */
function timeMapOf(piece: PicturePiece | SoundPiece | NestedPiece, list: EditList): Element[] {
  const { speed } = piece
  const { isFrozen = false, isReversed = false }: Pick<PicturePiece, 'isFrozen' | 'isReversed'> = piece
  const ramp = 'ramp' in piece ? piece.ramp : undefined
  if (ramp) {
    // Few, as a person looks at them.
    const points = placeKeys(ramp.places, 0.25).map(({ at, place }) =>
      element('timept', { time: time(at, list), value: time(place, list), interp: 'linear' }))
    const { shiftsPitch = false }: { readonly shiftsPitch?: boolean | undefined } = 'shiftsPitch' in ramp ? ramp : ramp.own
    return [element('timeMap', shiftsPitch ? { preservesPitch: '0' } : {}, points)]
  }
  if (speed === 100 && !isFrozen && !isReversed)
    return []
  const length = lengthOf(piece, list)
  const point = (at: number, value: string): Element =>
    element('timept', { time: seconds(at * 100, samplesPerSecond * speed), value, interp: 'linear' })
  const [first, last] = ['0s', seconds(length, samplesPerSecond)]
  if (isFrozen)
    return [element('timeMap', {}, [point(0, time(piece.in, list)), point(length, time(piece.in, list))])]
  return [element('timeMap', {}, [point(0, isReversed ? last : first), point(length, isReversed ? first : last)])]
}

/** Of the file, or of the sequence, in samples. */
function lengthOf(piece: PicturePiece | SoundPiece | NestedPiece, { frames, rate, compounds }: EditList): number {
  const own = 'of' in piece ? compounds.find(({ id }) => id === piece.of)?.frames ?? frames : frames
  const seconds = 'file' in piece ? piece.file.seconds : null
  return Math.round((seconds ?? own * rate.denominator / rate.numerator) * samplesPerSecond)
}

/** What is retimed counts as it is played. */
function playedFrom(piece: PicturePiece | NestedPiece, list: EditList): number {
  const { isReversed, length, speed, ramp }: Pick<PicturePiece, 'isReversed' | 'length' | 'speed' | 'ramp'> = piece
  // Its map begins with it.
  if (ramp)
    return 0
  const from = piece.in * 100 / speed
  const frames = lengthOf(piece, list) * list.rate.numerator / list.rate.denominator / samplesPerSecond * 100 / speed
  // A file is read in whole frames.
  const whole = 'of' in piece ? frames : Math.round(frames)
  return isReversed ? Math.max(0, whole - from - length) : from
}

/** Each language on its own lane, where one text is shown at a time. */
function captionsOf(list: EditList, lane: number): Element[] {
  return list.captions.flatMap(({ language, cues }, track) => flatCues(cues).map(({ start, length, lines }, index) => element('caption', {
    ...{ lane: lane + track, offset: time(start, list), name: lines.join(' '), start: '0s', duration: time(length, list) },
    role: `iTT?captionFormat=ITT.${language || 'en'}`,
  }, [
    element('text', { placement: 'bottom' }, [element('text-style', { ref: `ts${track}-${index}` }, lines.join('\n'))]),
    element('text-style-def', { id: `ts${track}-${index}` }, [
      element('text-style', { font: '.SF NS Text', fontSize: 13, fontColor: '1 1 1 1' }),
    ]),
  ])))
}

/** Frames of the list as seconds; fractions of a frame in 720,000ths. */
function time(frame: number, { rate }: Pick<EditList, 'rate'>): string {
  return Number.isInteger(frame)
    ? seconds(frame * rate.denominator, rate.numerator)
    : seconds(Math.round(frame * rate.denominator * 720), rate.numerator * 720)
}

/** Programs keep both numbers of a time in a CMTime, whose denominator has 32 bits. */
const mostUnder = 2 ** 31 - 1

function seconds(numerator: number, denominator: number): string {
  const divisor = commonDivisor(numerator, denominator)
  const [over, under] = [numerator / divisor, denominator / divisor]
  let coarser = Math.ceil(under / mostUnder)
  while (under % coarser > 0)
    coarser++
  return under === 1 ? `${over}s` : `${Math.round(over / coarser)}/${under / coarser}s`
}

function commonDivisor(one: number, other: number): number {
  let [a, b] = [Math.abs(one), Math.abs(other)]
  while (b > 0)
    [a, b] = [b, a % b]
  return a || 1
}

function number(value: number): string {
  return String(Number(value.toFixed(4)))
}
