/** What a format of edit lists cannot carry of a sequence, as codes: the list comes with notes instead of losing it silently. */
import type { EditNote } from '#rules/text/kit/words.ts'
import type { EditList, PicturePiece } from './edit-list.ts'
import { EditListFormat } from '#contract/saving.ts'
import { mostInMlt } from '#rules/interchange/carried.ts'
import { edlLacks } from './edl.ts'
import { isPacedPiece } from './mlt-producers.ts'

export const editListFormats = EditListFormat.options

interface ToldNote {
  readonly note: EditNote
  /** Of clips, tracks or events; 1 where nothing is counted. */
  readonly count: number
}

/** In the order in which they are written; none where everything is carried. */
export function notesOf(list: EditList, format: EditListFormat): ToldNote[] {
  const contents = [...list.compounds, list]
  const lanes = contents.flatMap(({ pictures }) => pictures)
  const clips = lanes.flatMap(({ pieces }) => pieces)
  const pictures = lanes.flatMap(({ pieces, tails }) => [...pieces, ...tails])
  const sounds = contents.flatMap(content => content.sounds.flatMap(({ pieces, tails }) => [...pieces, ...tails]))
  const nested = lanes.flatMap(lane => [...lane.nested?.pieces ?? [], ...lane.nested?.tails ?? []])
  const clear = new Set(nested.filter(({ keys }) => keys.some(({ opacity }) => opacity < 1)).map(({ clipId }) => clipId)).size
  const placed = new Set(nested.filter(({ isPlaced }) => isPlaced).map(({ clipId }) => clipId)).size
  const paced = new Set(nested.filter(isPacedPiece).map(({ clipId }) => clipId)).size
  const all = [...pictures, ...sounds]
  const has = {
    crops: pictures.some(({ keys }) => keys.some(({ crop }) => JSON.stringify(crop) !== JSON.stringify(keys[0]?.crop))),
    times: pictures.some(({ isFrozen, isReversed }) => isFrozen ?? isReversed),
    places: pictures.some(picture => isPlaced(picture, list)),
    fades: pictures.some(({ keys }) => keys.some(({ opacity }) => opacity < 1)),
    gain: nested.some(({ db }) => db !== 0) || sounds.some(({ keys }) => keys.length > 1 || keys.some(({ db }) => db !== 0)),
    disabled: [...all, ...nested].some(({ isDisabled }) => isDisabled),
    dissolves: all.some(({ crossIn }) => crossIn > 0),
    speed: all.some(({ speed }) => speed !== 100),
    captions: list.captions.length > 0,
    words: format !== 'edl' && list.captions.some(({ showsWords }) => showsWords),
    background: list.background !== '#000000',
    channels: sounds.some(({ heard }) => heard?.isChosen),
  }
  const toned = new Set(sounds.filter(({ hasTone }) => hasTone).map(({ clipId }) => clipId)).size
  const isPanned = [...sounds.filter(sound => sound.isPanned), ...nested.filter(({ pan }) => pan !== 0)]
  const panned = new Set(isPanned.map(({ clipId }) => clipId)).size
  const graded = new Set(pictures.filter(({ hasGrade }) => hasGrade).map(({ clipId }) => clipId)).size
  const isAverage = format === 'otio' || format === 'edl'
  const ramped = new Set([...all, ...nested].filter(({ ramp }) => ramp && isAverage).map(({ clipId }) => clipId)).size
  const backed = new Set([...pictures, ...nested].filter(({ hasBackdrop }) => hasBackdrop).map(({ clipId }) => clipId)).size
  // Keyframes have what pushes, slides and zooms move; levels have the curves.
  const moved = pictures.filter(({ transition, crossIn }) => transition && crossIn > 0)
  const unlike = moved.filter(({ transition }) => transition?.kind === 'dip' || transition?.kind === 'wipe').length
  const curves = sounds.filter(({ crossCurve, crossIn }) => crossCurve && crossIn > 0).length
  const otherRates = clips.filter(({ file, isStill }) => !isStill && isOtherRate(file.framesPerSecond, list.rate)).length
  const { pictureTracks, soundTracks, events } = edlLacks(list)
  const fcpxml: Counted[] = [
    ['fcpxml-gap', true],
    ['fcpxml-crops', has.crops],
    ['fcpxml-dissolves', has.dissolves],
    ['transitions', unlike],
    ['fcpxml-captions', has.captions],
    ['fcpxml-background', has.background],
    ...titlesOf(pictures),
    ['fcpxml-channels', has.channels],
  ]
  const byFormat: Record<EditListFormat, Counted[]> = {
    'otio': [
      ['otio-places', has.places],
      ['otio-fades', has.fades],
      ['transitions', moved.length],
      ['curves', curves],
      ['otio-gain', has.gain],
      ['otio-captions', has.captions],
      ['otio-background', has.background],
      ...titlesOf(pictures),
      ['otio-channels', has.channels],
    ],
    'mlt': [
      ['mlt-places', contents.some(each => each.pictures.length > 1) || has.places || has.fades || has.dissolves || clear > 0],
      ['disabled', has.disabled],
      ['mlt-dissolves', has.dissolves],
      ['transitions', unlike],
      ['mlt-speed', has.speed],
      ['mlt-rates', otherRates],
      ['mlt-captions', has.captions],
      ...titlesOf(pictures),
    ],
    fcpxml,
    'fcpxml-1-8': fcpxml,
    'edl': [
      ['edl-only', true],
      ['edl-times', has.times],
      ['disabled', has.disabled],
      ['edl-dissolves', has.dissolves],
      ['transitions', moved.length],
      ['curves', curves],
      ['edl-video-tracks', pictureTracks],
      ['edl-audio-tracks', soundTracks],
      ['edl-events', events],
      ['edl-time-code', !Number.isInteger(list.rate.numerator / list.rate.denominator)],
      ['edl-channels', has.channels],
    ],
  }
  const counted: Counted[] = [
    ...byFormat[format],
    ...[['nested', list.nested ?? 0], ['nested-opacity', list.mixed ?? (format === 'otio' ? clear : 0)]] satisfies Counted[],
    ['nested-look', list.placed ?? placed],
    ['nested-speed', format === 'mlt' ? paced : 0],
    ['nested-format', list.compounds.filter(({ isFitted }) => isFitted).length],
    ...[['adjustments', list.adjustments ?? 0], ['spoken-words', has.words]] satisfies Counted[],
    ...[['ramps', ramped], ['grade', graded], ['backdrop', backed], ['tone', toned], ['pan', panned]] satisfies Counted[],
    ['whole-frames', sounds.length > 0],
    ['not-carried', format !== 'edl' && isTooMuch(list.own, format)],
  ]
  return counted.flatMap(([note, count]) => Number(count) > 0 ? [{ note, count: Number(count) }] : [])
}

/** What another program does not read is told, too: who takes the list back to Takeroom misses it. */
function isTooMuch(own: EditList['own'], format: EditListFormat): boolean {
  return own === null || (format === 'mlt' && own !== undefined && own.length > mostInMlt)
}

/** Whether it applies, or to how many. */
type Counted = readonly [note: EditNote, count: boolean | number]

function titlesOf(pictures: readonly PicturePiece[]): Counted[] {
  const count = (of: PicturePiece['drawnOf']): number =>
    new Set(pictures.filter(({ drawnOf }) => drawnOf === of).map(({ clipId }) => clipId)).size
  return [['titles', pictures.some(({ title }) => title !== null)], ['shapes', count('shape')], ['counters', count('counter')]]
}

/** Probed rates are averages. */
function isOtherRate(framesPerSecond: number | null, { numerator, denominator }: EditList['rate']): boolean {
  return framesPerSecond !== null && Math.abs(framesPerSecond - numerator / denominator) > 0.01
}

function isPlaced({ look: { fit }, keys }: PicturePiece, { width, height }: EditList): boolean {
  return fit === 'cover' || keys.some(({ x, y, scale, rotation, crop: { left, top, right, bottom } }) =>
    scale !== 1 || [x - width / 2, y - height / 2, rotation, left, top, right, bottom].some(value => Math.abs(value) > 1e-6))
}
