/** What a kind of edit list cannot say of a sequence: told with it instead of being left out silently. */
import type { EditList, PicturePiece, SoundPiece } from './edit-list.ts'
import { EditListFormat } from '#contract/saving.ts'
import { edlLacks } from './edl.ts'

export const editListFormats = EditListFormat.options

/** Sentences in English; none where everything is carried. */
export function notesOf(list: EditList, format: EditListFormat): string[] {
  const clips = list.pictures.flatMap(({ pieces }) => pieces)
  const pictures = list.pictures.flatMap(({ pieces, tails }) => [...pieces, ...tails])
  const sounds = list.sounds.flatMap(({ pieces, tails }) => [...pieces, ...tails])
  const all = [...pictures, ...sounds]
  const has = {
    titles: pictures.some(({ title }) => title !== null),
    places: pictures.some(isPlaced),
    fades: pictures.some(({ keys }) => keys.some(({ opacity }) => opacity < 1)),
    gain: sounds.some(({ keys }) => keys.length > 1 || keys.some(({ db }) => db !== 0)),
    disabled: all.some(({ isDisabled }) => isDisabled),
    dissolves: all.some(({ crossIn }) => crossIn > 0),
    speed: all.some(({ speed }) => speed !== 100),
    otherRates: clips.filter(({ file, isStill }) => !isStill && isOtherRate(file.framesPerSecond, list.rate)).length,
    captions: list.captions.length > 0,
    background: list.background !== '#000000',
  }
  const { pictureTracks, soundTracks, events } = edlLacks(list)
  const notes: (string | false)[] = {
    'otio': [
      has.places && 'OpenTimelineIO has no place, size, turn or crop of pictures: they are in the metadata, which most programs do not apply.',
      has.fades && 'Fades and opacity of pictures are kept in the metadata; dissolves between clips are transitions.',
      has.gain && 'Gain, fades and ducking of sound are kept in the metadata, frame by frame.',
      has.captions && 'Captions are kept in the metadata; most programs import the SRT file beside it.',
      has.background && 'The colour of the background is kept in the metadata.',
    ],
    'mlt': [
      (list.pictures.length > 1 || has.places || has.fades || has.dissolves)
      && 'melt places and blends pictures with its Qt module, which needs a display (or xvfb-run): without it a picture above covers all below.',
      has.disabled && 'Disabled clips are left out.',
      has.dissolves && 'What a dissolve still shows or plays of the clip before it lies on a track of its own below.',
      has.speed && 'A clip of another speed may begin up to one frame of its source earlier or later.',
      has.otherRates > 0 && `${has.otherRates === 1 ? 'One clip has' : `${has.otherRates} clips have`} another frame rate than the sequence: `
      + 'Shotcut, Kdenlive and melt show the nearest frame of such a file, the film the one at the middle of each frame of the sequence.',
      has.captions && 'Captions are drawn over the picture only where they are burned into the film; otherwise import the SRT file.',
    ],
    'fcpxml': fcpxmlNotes(has),
    'fcpxml-1-8': fcpxmlNotes(has),
    'edl': [
      'An EDL has cuts, dissolves and speeds. It has no place, size, crop, fade or opacity of pictures, no gain, captions or markers.',
      has.disabled && 'Disabled clips are left out.',
      has.dissolves && 'After a dissolve the clip before it is not named again.',
      pictureTracks > 0 && `Only the lowest picture track is in it; ${pictureTracks} more ${pictureTracks === 1 ? 'is' : 'are'} not.`,
      soundTracks > 0 && `Only four sound tracks are in it; ${soundTracks} more ${soundTracks === 1 ? 'is' : 'are'} not.`,
      events > 0 && `An EDL ends after 999 events; ${events} more are not in it.`,
      !Number.isInteger(list.rate.numerator / list.rate.denominator) && 'Times are counted without dropping frames.',
    ],
  }[format]
  return [
    ...notes.filter(note => note !== false),
    ...has.titles && format !== 'edl' ? ['Titles are pictures here: change their words in Takeroom.'] : [],
    ...heardNotes(sounds, format),
    ...sounds.length > 0 ? ['Sounds are cut at whole frames; what is heard stays in time.'] : [],
  ]
}

/** What is said of sounds that are not simply all of their files. */
function heardNotes(sounds: readonly SoundPiece[], format: EditListFormat): string[] {
  if (!sounds.some(({ heard }) => heard?.isChosen))
    return []
  switch (format) {
    case 'mlt': return []
    case 'fcpxml':
    case 'fcpxml-1-8':
      return ['A chosen audio track or channel is given by the numbers of its channels: check it in programs other than Final Cut Pro.']
    case 'otio':
      return ['Which audio track and channel is heard is kept in the metadata: choose it again in the other program, or use the stems.']
    case 'edl': return ['A chosen audio track or channel is not in it: choose it again in the other program, or use the stems.']
    default: return format satisfies never
  }
}

function fcpxmlNotes(has: { dissolves: boolean, captions: boolean, background: boolean }): (string | false)[] {
  return [
    'All clips are connected to one gap, so that every track keeps its place.',
    has.dissolves && 'Dissolves are opacity that rises over what lies on the lane below.',
    has.captions && 'Captions keep their words and times; their look is that of the program.',
    has.background && 'The colour of the background is not in it.',
  ]
}

/** Probed rates are averages. */
function isOtherRate(framesPerSecond: number | null, { numerator, denominator }: EditList['rate']): boolean {
  return framesPerSecond !== null && Math.abs(framesPerSecond - numerator / denominator) > 0.01
}

function isPlaced({ look: { x, y, scale, rotation, crop, moveTo, fit } }: PicturePiece): boolean {
  const { left, top, right, bottom } = crop
  return moveTo !== null || fit === 'cover' || scale !== 1 || [x, y, rotation, left, top, right, bottom].some(value => value !== 0)
}
