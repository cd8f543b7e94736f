/** Edit lists as OpenTimelineIO: JSON that editors and pipelines read. What it has no words for is in `metadata.takeroom`. */
import type { Compound, EditFile, EditList, Lane, NestedPiece, PicturePiece, SoundPiece } from './edit-list.ts'
import { carriedKey, carriedText, otioFingerprint } from '#rules/interchange/carried.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { urlOf } from './url.ts'

type Json = Readonly<Record<string, unknown>>

export function toOtio(list: EditList): string {
  const rate = list.rate.numerator / list.rate.denominator
  const takeroom = { width: list.width, height: list.height, background: list.background, captions: captionsOf(list) }
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: list.name,
    global_start_time: null,
    metadata: { takeroom },
    tracks: { ...item('Stack.1', 'tracks'), ...contentOf(list, { rate, compounds: list.compounds }) },
  }
  const carried = list.own == null ? {} : { [carriedKey]: carriedText(otioFingerprint(timeline) ?? '', list.own) }
  return `${JSON.stringify({ ...timeline, metadata: { takeroom: { ...takeroom, ...carried } } }, null, 2)}\n`
}

interface Inside { readonly rate: number, readonly compounds: readonly Compound[] }

function contentOf({ pictures, sounds, markers }: EditList | Compound, inside: Inside): Json {
  const { rate } = inside
  return {
    markers: markers.map(({ at, name, colour, note }) => ({
      OTIO_SCHEMA: 'Marker.2',
      ...{ name, color: colour.toUpperCase(), comment: note, marked_range: range(at, 1, rate), metadata: {} },
    })),
    children: [
      ...pictures.map(({ nested, ...lane }, index) => trackOf(
        'Video',
        { pieces: [...lane.atCuts ?? lane.pieces, ...nested?.pieces ?? []].sort((a, b) => a.start - b.start) },
        lane.name || `V${index + 1}`,
        rate,
        piece => 'of' in piece ? stackOf(piece, inside) : pictureClip(piece, rate),
      )),
      ...sounds.map(({ name, pieces, atCuts = pieces }, index) =>
        trackOf('Audio', { pieces: atCuts }, name || `A${index + 1}`, rate, piece => soundClip(piece, rate))),
    ],
  }
}

/** The whole sequence, in every place where it plays: there are no references to one. */
function stackOf(piece: NestedPiece, { rate, compounds }: Inside): Json {
  const { of, name, in: first, length, isDisabled, keys, db, pan, ramp } = piece
  // Those in it are before it.
  const at = compounds.findIndex(({ id }) => id === of)
  const compound = compounds[at]
  return {
    ...item('Stack.1', name),
    enabled: !isDisabled,
    source_range: range(first, length, rate),
    effects: timeEffectsOf(piece),
    metadata: { takeroom: { opacity: keys, gain: Number(db.toFixed(2)), pan, ...ramp && { ramp: ramp.own } } },
    ...compound && contentOf(compound, { rate, compounds: compounds.slice(0, at) }),
  }
}

function trackOf<Of extends PicturePiece | SoundPiece | NestedPiece>(
  kind: 'Video' | 'Audio',
  { pieces }: Pick<Lane<Of>, 'pieces'>,
  name: string,
  rate: number,
  clipOf: (piece: Of) => Json,
): Json {
  let end = 0
  let isOverDisabled = false
  const children = pieces.flatMap((piece) => {
    const gap = piece.start - end
    const isJoined = gap === 0 && end > 0 && !isOverDisabled
    end = piece.start + piece.length
    isOverDisabled = piece.isDisabled
    return [
      ...gap > 0 ? [{ ...item('Gap.1', ''), source_range: range(0, gap, rate) }] : [],
      // The piece before plays on for as long as it is behind the cut.
      ...!('of' in piece) && piece.crossIn + (piece.crossBefore ?? 0) > 0 && isJoined
        ? [{
            ...{ OTIO_SCHEMA: 'Transition.1', name: 'Dissolve', transition_type: 'SMPTE_Dissolve', metadata: crossingOf(piece) },
            ...{ in_offset: time(piece.crossBefore ?? 0, rate), out_offset: time(piece.crossIn, rate) },
          }]
        : [],
      clipOf(piece),
    ]
  })
  return { ...item('Track.1', name), kind, children }
}

/** What others play as a dissolve. */
function crossingOf(piece: Pick<PicturePiece, 'transition'> | Pick<SoundPiece, 'crossCurve'>): Json {
  const { transition, crossCurve }: Pick<PicturePiece, 'transition'> & Pick<SoundPiece, 'crossCurve'> = piece
  return transition || crossCurve ? { takeroom: { ...transition && { transition }, ...crossCurve && { curve: crossCurve } } } : {}
}

function pictureClip(piece: PicturePiece, rate: number): Json {
  const { file, length, isStill, title, look, keys, ramp } = piece
  return clip(piece, range(isStill ? 0 : piece.in, length, rate), available(file, length, rate), {
    ...title === null ? {} : { title },
    fit: look.fit,
    ...ramp && { ramp: ramp.own },
    rotation: keys[0]?.rotation ?? 0,
    crop: keys[0]?.crop ?? look.crop,
    keys: keys.map(({ at, x, y, width, height, opacity, rotation, crop }) => ({
      ...{ at, x, y, width, height, opacity },
      ...keys.some(key => key.rotation !== keys[0]?.rotation) && { rotation },
      ...keys.some(key => JSON.stringify(key.crop) !== JSON.stringify(keys[0]?.crop)) && { crop },
    })),
  })
}

function soundClip(piece: SoundPiece, rate: number): Json {
  const from = piece.in / samplesPerSecond * rate
  return clip(piece, range(from, piece.length, rate), available(piece.file, piece.length, rate), {
    gain: piece.keys.map(({ at, db }) => ({ at, db: Number(db.toFixed(2)) })),
    ...piece.ramp?.own && { soundRamp: piece.ramp.own },
    ...piece.heard && { heard: { track: piece.heard.track, channel: piece.heard.channel } },
  })
}

/** Its length is its place on the track, whatever its speed. */
function clip(piece: PicturePiece | SoundPiece, sourceRange: Json, availableRange: Json, takeroom: Json): Json {
  const { name, file, isDisabled } = piece
  const effects = timeEffectsOf(piece)
  return {
    ...item('Clip.2', name),
    enabled: !isDisabled,
    source_range: sourceRange,
    effects,
    metadata: { takeroom },
    active_media_reference_key: 'DEFAULT_MEDIA',
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        name: file.name,
        ...{ target_url: urlOf(file.path), available_range: availableRange, available_image_bounds: null },
        metadata: { takeroom: { take: file.id, ...file.hash !== undefined && { hash: file.hash } } },
      },
    },
  }
}

/** Backwards is less than none. */
function timeEffectsOf({ speed, isFrozen = false, isReversed = false }: Pick<PicturePiece, 'speed' | 'isFrozen' | 'isReversed'>): Json[] {
  if (isFrozen)
    return [{ OTIO_SCHEMA: 'FreezeFrame.1', name: 'Freeze', effect_name: 'FreezeFrame', time_scalar: 0, metadata: {} }]
  const scalar = speed / 100 * (isReversed ? -1 : 1)
  return scalar === 1
    ? []
    : [{ OTIO_SCHEMA: 'LinearTimeWarp.1', name: 'Speed', effect_name: 'LinearTimeWarp', time_scalar: scalar, metadata: {} }]
}

/** A still lasts as long as it is shown. */
function available({ seconds }: EditFile, shown: number, rate: number): Json {
  return range(0, seconds === null ? shown : Math.floor(seconds * rate + 1e-4), rate)
}

function item(schema: string, name: string): Json {
  return { OTIO_SCHEMA: schema, name, enabled: true, source_range: null, effects: [], markers: [], metadata: {} }
}

function range(start: number, length: number, rate: number): Json {
  return { OTIO_SCHEMA: 'TimeRange.1', start_time: time(start, rate), duration: time(length, rate) }
}

function time(value: number, rate: number): Json {
  return { OTIO_SCHEMA: 'RationalTime.1', rate, value: Number(value.toFixed(6)) }
}

function captionsOf({ captions }: EditList) {
  return captions.map(({ language, name, cues }) => ({ language, name, cues }))
}
