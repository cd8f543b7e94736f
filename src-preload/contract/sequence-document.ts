/**
 * Sequences: timelines of tracks and clips with a frame rate and size. Pictures and captions are timed in frames, sound in samples
 * at 48 kHz. Tracks and clips are under their ids, so that a change names one clip and not a place in a list.
 */
import { z } from 'zod'
import { Backdrop } from './backdrop.ts'
import { Grade, LutAmount, Wheel } from './grade.ts'
import { Gradient } from './gradient.ts'
import { Ramp, SoundRamp } from './ramp.ts'
import {
  highestRate,
  mostBeats,
  mostClipMarkers,
  mostClips,
  mostFrames,
  mostGainPoints,
  mostKeys,
  mostMarkers,
  mostSamples,
  mostTracks,
} from './sequence-limits.ts'
import { Colour, TextStyle, TitleWords, WordMarks, WordStyle } from './text-style.ts'
import { ToneChain } from './tone.ts'
import { Transition } from './transition.ts'
import {
  ClipId,
  Decibels,
  Frames,
  Instant,
  Label,
  LineId,
  MarkerId,
  NamedLabel,
  ProjectId,
  SequenceId,
  SoundChoice,
  TakeId,
  TrackId,
} from './words.ts'

export { Colour, TextStyle } from './text-style.ts'

/** From one frame per second to the highest rate. */
export const FrameRate = z.object({ numerator: z.int().min(1).max(highestRate * 1001), denominator: z.int().min(1).max(1001) })
  .refine(({ numerator, denominator }) => numerator >= denominator && numerator <= highestRate * denominator)
export type FrameRate = z.infer<typeof FrameRate>

/** Where a picture is. `x` and `y` move its middle by shares of the sequence's width and height; scale 1 is what `fit` gives. */
const Place = z.object({
  x: z.number().min(-10).max(10),
  y: z.number().min(-10).max(10),
  scale: z.number().min(0.01).max(50),
})

export const Look = Place.extend({
  /** `contain` shows all of it with the background around, `cover` fills the frame and cuts the rest. */
  fit: z.enum(['contain', 'cover']),
  /** Degrees, clockwise. */
  rotation: z.number().min(-360).max(360),
  opacity: z.number().min(0).max(1),
  /** Shares of the source that are cut off at each side. */
  crop: z.object({
    left: z.number().min(0).max(0.95),
    top: z.number().min(0).max(0.95),
    right: z.number().min(0).max(0.95),
    bottom: z.number().min(0).max(0.95),
  }),
})
export type Look = z.infer<typeof Look>

export const MarkerColour = z.enum(['blue', 'green', 'yellow', 'orange', 'red', 'purple'])
export type MarkerColour = z.infer<typeof MarkerColour>

/** What a marker says. Absent: it is blue, and has no note. */
const said = { id: MarkerId, name: Label.max(200), colour: MarkerColour.optional(), note: z.string().max(2000).optional() }

/** A marker on a clip: in its source, in the unit of the track, so that it stays on its picture or sound; of a still, from its start. */
export const ClipMarker = z.object({ at: z.int().min(0).max(mostSamples), ...said })
export type ClipMarker = z.infer<typeof ClipMarker>
/** How a value gets from one key to the next: evenly, slowly at both ends, or at once when the next one is reached. */
export const Easing = z.enum(['linear', 'ease', 'hold'])
export type Easing = z.infer<typeof Easing>

/**
 * `at` is a place in the source in hundredths of its frames, so that keys stay on their pictures when a clip is cut, slipped, reversed or
 * played at another speed. Of a still, a title or a held frame it counts from the clip's start, and of a clip with a ramp in the time of
 * that. `easing` is that to the next key.
 */
function keysOf(value: z.ZodNumber): KeyList {
  return listOfKeys(value)
}
function listOfKeys(value: z.ZodNumber) {
  const at = z.int().min(-100 * mostFrames).max(100 * mostFrames)
  return z.array(z.object({ at, value, easing: Easing })).min(1).max(mostKeys)
}
/** By its name, TypeScript writes the type of the contract in fewer letters: it refuses one that is too long. */
export interface KeyList extends ReturnType<typeof listOfKeys> {}
const { exposure, temperature, tint, contrast, pivot, saturation, vignette, vignetteStart } = Grade.shape
const wheeled = keysOf(Wheel.shape.all)
/** Of the grade. A look-up table and curves have none, but for how much of the table is seen. */
const coloured = {
  ...{ exposure: keysOf(exposure), temperature: keysOf(temperature), tint: keysOf(tint) },
  ...{ contrast: keysOf(contrast), pivot: keysOf(pivot), saturation: keysOf(saturation) },
  ...{ liftAll: wheeled, liftRed: wheeled, liftGreen: wheeled, liftBlue: wheeled },
  ...{ gammaAll: wheeled, gammaRed: wheeled, gammaGreen: wheeled, gammaBlue: wheeled },
  ...{ gainAll: wheeled, gainRed: wheeled, gainGreen: wheeled, gainBlue: wheeled },
  ...{ lutAmount: keysOf(LutAmount), vignette: keysOf(vignette), vignetteStart: keysOf(vignetteStart) },
}
/** In order of time, each place once. Where a property has keys, they are in place of what the look or the grade says. */
export const Keys = z.object({
  x: keysOf(Place.shape.x),
  y: keysOf(Place.shape.y),
  scale: keysOf(Place.shape.scale),
  rotation: keysOf(Look.shape.rotation),
  opacity: keysOf(Look.shape.opacity),
  cropLeft: keysOf(Look.shape.crop.shape.left),
  cropTop: keysOf(Look.shape.crop.shape.top),
  cropRight: keysOf(Look.shape.crop.shape.right),
  cropBottom: keysOf(Look.shape.crop.shape.bottom),
  ...coloured,
}).partial()
export type Keys = z.infer<typeof Keys>
export type Key = NonNullable<Keys['x']>[number]

/** Start and length on the timeline: frames on picture and caption tracks, samples at 48 kHz on the others. `most` is a day of them. */
function timed(most: number) {
  return {
    id: ClipId,
    start: z.int().min(0).max(most),
    length: z.int().min(1).max(most),
    /** Clips of the same link move and are cut together: a shot and its sound, a spoken line and its caption. */
    linkId: ClipId.nullable(),
    /** Neither seen nor heard, nor delivered; it keeps its place. Absent: it plays. */
    isDisabled: z.literal(true).optional(),
  }
}
/** What plays a part of a source. `in` and `sourceLength` count the source at its own speed, in the unit of the track. */
function played(most: number) {
  return {
    ...timed(most),
    in: z.int().min(0).max(most),
    /** Null for a still or a title, which last as long as wanted. */
    sourceLength: z.int().min(1).max(most).nullable(),
    /** Whole percent; the pitch of sound is kept. */
    speed: z.int().min(10).max(1000),
    fadeIn: z.int().min(0).max(most),
    fadeOut: z.int().min(0).max(most),
    /** For how long it dissolves from the clip that ends where it starts; that clip plays on below it. */
    crossIn: z.int().min(0).max(most),
    /** How much of that is before its start: it is seen or heard already while the clip before plays. Absent: all of it is after. */
    crossBefore: z.int().min(1).max(most).optional(),
    /** A person gave it another take than its line or picture has, so a new take of that does not come in its place. Absent: it follows. */
    keepsTake: z.literal(true).optional(),
    /** In order of time. Absent: none. */
    markers: z.array(ClipMarker).max(mostClipMarkers).optional(),
  }
}

/** Between the left side (−100) and the right one (100), in percent. */
export const Pan = z.int().min(-100).max(100)

/** Another sequence of the project, all of whose tracks play in place of a picture; `in` counts from its first frame. */
export const Nested = z.object({
  sequenceId: SequenceId,
  /** Of all that is heard of it. Absent: as loud as it is. */
  gainDb: Decibels.optional(),
  /** Of all that is heard of it. Absent: both sides are as loud as they are. */
  pan: Pan.optional(),
  /** It is drawn in its own size, and `fit` says how that comes into the frame. Absent: each of its pictures is fitted to the frame. */
  keepsShape: z.literal(true).optional(),
  /** How far its part begins behind the first picture of `in`, in hundredths of a frame: what is slowed down is cut between two. Absent: with it. */
  phase: z.int().min(1).max(99).optional(),
})
export type Nested = z.infer<typeof Nested>

export const PictureClip = z.object({
  ...played(mostFrames),
  /** The line that it shows; null for a picture placed by hand. */
  lineId: LineId.nullable(),
  /** Null for a title, a sequence and an adjustment. */
  takeId: TakeId.nullable(),
  title: TitleWords.nullable(),
  nested: Nested.optional(),
  look: Look,
  /** Absent: nothing of the look or the grade changes within the clip, but for its fades. */
  keys: Keys.optional(),
  /** Absent: its colours are those of its source. A title has none. */
  grade: Grade.optional(),
  /** Of what has a take, and of a sequence. Absent: where the picture leaves a part of the frame free, what is below is seen. */
  backdrop: Backdrop.optional(),
  /** What the image that it shows was drawn from, so that it can be changed. Absent: its take is not a gradient. */
  gradient: Gradient.optional(),
  /** How it comes while `crossIn` lasts. Absent: it dissolves. */
  transition: Transition.optional(),
  /** It plays its part of the source backwards. */
  isReversed: z.literal(true).optional(),
  /** How its speed changes, in place of `speed`; `in` is the frame that is first in its part of the source. Absent: it does not change. */
  ramp: Ramp.optional(),
  /** It shows the picture at `in` for all of its length. */
  isFrozen: z.literal(true).optional(),
  /** It has no picture: its grade changes all that is below it. Of its look, only the opacity counts: how much of the grade is seen. */
  isAdjustment: z.literal(true).optional(),
  /** Several tries were asked for it, and nobody has chosen yet. Absent: there is nothing to choose. */
  hasTries: z.literal(true).optional(),
})
export type PictureClip = z.infer<typeof PictureClip>

/** How loud both sounds are within a cross-fade: equal power suits different sounds, a straight line two parts of the same one. */
export const CrossCurve = z.enum(['equal-power', 'linear', 's-curve'])
export type CrossCurve = z.infer<typeof CrossCurve>

/**
 * `at` is a distance from the clip's start in samples. `easing` is that to the next point; absent, the line between them is straight. A
 * point outside of the clip is kept where an eased course leads to it or comes from it.
 */
const pointed = { at: z.int().min(-mostSamples).max(mostSamples), easing: Easing.exclude(['linear']).optional() }
export const GainPoint = z.object({ ...pointed, gainDb: Decibels })
export type GainPoint = z.infer<typeof GainPoint>
export const PanPoint = z.object({ ...pointed, pan: z.number().min(-100).max(100) })
export type PanPoint = z.infer<typeof PanPoint>

export const SoundClip = z.object({
  ...played(mostSamples),
  /** The line that it speaks; null for music and other sound. */
  lineId: LineId.nullable(),
  takeId: TakeId,
  gainDb: Decibels,
  /** In order of time; they add to `gainDb`. */
  points: z.array(GainPoint).max(mostGainPoints),
  /** What is heard of the take. Absent: both sides of its default sound. */
  heard: SoundChoice.optional(),
  /** How its speed changes, in place of `speed`; `in` is the sample that is heard first. Absent: it does not change. */
  ramp: SoundRamp.optional(),
  /** Of both sounds, while `crossIn` lasts. Absent: equal power. */
  crossCurve: CrossCurve.optional(),
  /** Absent: in the middle. */
  pan: Pan.optional(),
  /** In order of time; they are in place of `pan`. Absent: it stays where `pan` says. */
  panPoints: z.array(PanPoint).max(mostGainPoints).optional(),
  /** Where its source beats, in samples in order of time: places to snap to. Absent: not marked. */
  beats: z.array(z.int().min(0).max(mostSamples)).max(mostBeats).optional(),
  /** Its own level and tone; off, it is heard as it is. Absent: that of its speaker, else that of its track. */
  tone: ToneChain.optional(),
})
export type SoundClip = z.infer<typeof SoundClip>

export const CaptionClip = z.object({
  ...timed(mostFrames),
  lineId: LineId.nullable(),
  speaker: Label.max(200),
  text: z.string().max(5000),
  /**
   * The words of its line that it came with, as a whole or in part. While the captions of a line came with all of its words, words and
   * divisions that were changed by hand stay. Absent: not laid out.
   */
  laidText: z.string().max(5000).optional(),
  /** Absent: its words share its time by their width. */
  words: WordMarks.optional(),
})
export type CaptionClip = z.infer<typeof CaptionClip>

/** Lowers a track while the speech tracks have a clip. The curve follows the places of clips, not their sound, so it can be seen. */
export const Ducking = z.object({
  amountDb: z.number().min(-60).max(0),
  attackMs: z.int().min(0).max(5000),
  releaseMs: z.int().min(0).max(10_000),
})
export type Ducking = z.infer<typeof Ducking>

/** A record with a limited number of entries. */
function few<Entries extends z.ZodRecord>(entries: Entries, most: number): Entries {
  return entries.refine(record => Object.keys(record).length <= most)
}

const track = {
  id: TrackId,
  name: Label.max(200),
  isMuted: z.boolean(),
  isLocked: z.boolean(),
  /** Whether a range of time is taken from it, and a cut with nothing selected is made on it. Absent: it is a target. */
  isTarget: z.boolean().optional(),
  /** Whether it moves along when time comes in or is taken out on other tracks. Absent: it does. */
  isSyncLocked: z.boolean().optional(),
  /** Pixels on the screen. */
  height: z.int().min(24).max(400),
}
const heard = {
  ...track,
  isSoloed: z.boolean(),
  gainDb: Decibels,
  /** Of all its clips, besides their own. Absent: in the middle. */
  pan: Pan.optional(),
  /** Level and tone of each clip that has neither its own one nor that of a speaker. Absent: none. */
  tone: ToneChain.optional(),
  ducking: Ducking.nullable(),
  clips: few(z.record(ClipId, SoundClip), mostClips),
}
export const PictureTrack = z.object({ kind: z.literal('pictures'), ...track, clips: few(z.record(ClipId, PictureClip), mostClips) })
export const SpeechTrack = z.object({ kind: z.literal('speech'), ...heard })
export const SoundTrack = z.object({ kind: z.literal('sound'), ...heard })
export const CaptionTrack = z.object({
  kind: z.literal('captions'),
  ...track,
  /** BCP 47; empty when not said. */
  language: z.string().max(35),
  style: TextStyle,
  /** Absent: a caption is shown as a whole. */
  wordStyle: WordStyle.optional(),
  /** Colours of speakers in place of the style's. */
  speakerColours: z.record(Label, Colour),
  /** The speaker's name is in front where the speaker changes; not without it. */
  showsSpeakers: z.boolean().optional(),
  /**
   * It is shown and delivered together with this caption track, in its style: captions that overlap in time are above one another. Absent,
   * or a track that is gone: it is one of its own.
   */
  joins: TrackId.optional(),
  /** Captions of a muted track are not shown; of several others, only those of the first are drawn or burned in. */
  clips: few(z.record(ClipId, CaptionClip), mostClips),
})
export const Track = z.discriminatedUnion('kind', [PictureTrack, SpeechTrack, SoundTrack, CaptionTrack])
export type PictureTrack = z.infer<typeof PictureTrack>
export type SoundingTrack = z.infer<typeof SpeechTrack> | z.infer<typeof SoundTrack>
export type CaptionTrack = z.infer<typeof CaptionTrack>
export type Track = z.infer<typeof Track>
export type TrackKind = Track['kind']
export type Clip = PictureClip | SoundClip | CaptionClip

export const Marker = z.object({ at: Frames.min(0), ...said })
export type Marker = z.infer<typeof Marker>

/** Whether a new take that is longer or shorter moves what follows, or is cut where the next clip begins. */
export const NewTakes = z.enum(['ripple', 'keep-time'])
export type NewTakes = z.infer<typeof NewTakes>

/** What a user edits: every change of it is journalled and can be undone. */
export const SequenceDocument = z.object({
  name: NamedLabel.max(200),
  width: z.int().min(16).max(7680),
  height: z.int().min(16).max(4320),
  rate: FrameRate,
  background: Colour,
  /** The part to play, loop and deliver; null is from the beginning, or to the end. */
  inFrame: Frames.min(0).nullable(),
  outFrame: Frames.min(1).nullable(),
  markers: few(z.record(MarkerId, Marker), mostMarkers),
  /** How new takes of lines come into their clips. Absent: `ripple`. */
  newTakes: NewTakes.optional(),
  /** How long stills are shown that are placed, or laid out without speech. Absent: 4. */
  stillSeconds: z.number().min(0.1).max(600).optional(),
  /** How long it should become; what is delivered is compared with it. Null or absent: not said. */
  targetSeconds: z.number().min(1).max(86_400).nullable().optional(),
  /** Lowest first: later picture tracks cover earlier ones. */
  trackIds: z.array(TrackId).max(mostTracks),
  tracks: few(z.record(TrackId, Track), mostTracks),
})
export type SequenceDocument = z.infer<typeof SequenceDocument>

export const Sequence = SequenceDocument.extend({
  id: SequenceId,
  projectId: ProjectId,
  revision: z.int(),
  changedAt: Instant,
})
export type Sequence = z.infer<typeof Sequence>

/** The script to lay out, and the size of the picture. */
export const Layout = z.object({
  projectId: ProjectId,
  ...SequenceDocument.pick({ width: true, height: true, rate: true }).shape,
})
export type Layout = z.infer<typeof Layout>
