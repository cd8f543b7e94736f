/** Edits of a sequence: what a gesture, a key or a menu asks for. `#rules/sequence/edit` carries them out, alike in page and main. */
import { z } from 'zod'
import { Backdrop } from './backdrop.ts'
import { RampPoints } from './ramp.ts'
import {
  CaptionClip,
  CaptionTrack,
  Marker,
  Pan,
  PictureClip,
  PictureTrack,
  SequenceDocument,
  SoundClip,
  SoundTrack,
  Track,
} from './sequence-document.ts'
import { mostClips, mostSamples, mostTracks } from './sequence-limits.ts'
import { WordStyle } from './text-style.ts'
import { ToneChain } from './tone.ts'
import { Transition } from './transition.ts'
import { ClipId, Decibels, Frames, MarkerId, Samples, SequenceId, SoundChoice, TakeId, TrackId } from './words.ts'

/**
 * What happens to clips where another one comes: they are cut away; they and all that follows move back on every unlocked track; or the
 * edit is refused, so that only a free place is taken.
 */
const how = z.enum(['overwrite', 'insert', 'free'])
export type HowPlaced = z.infer<typeof how>

/** Only the clip itself, as for a cut at which its sound comes earlier or stays longer. Absent: what is linked, too. */
const isAlone = z.literal(true).optional()

export const SequenceEdit = z.discriminatedUnion('do', [
  /** Clips come new onto tracks of their kind; linked ones of `placements` stay linked. */
  z.object({
    do: z.literal('place'),
    placements: z.array(z.object({ trackId: TrackId, clip: z.union([PictureClip, SoundClip, CaptionClip]) })).min(1).max(mostClips),
    how,
  }),
  /** Clips, and all that is linked with them, move in time; those named in `toTracks` change to another track of their kind. */
  z.object({ do: z.literal('move'), clipIds: z.array(ClipId).min(1), byFrames: Frames, toTracks: z.record(ClipId, TrackId), how }),
  /**
   * Moves one edge of clips, and of all that is linked with them. `ripples` keeps what follows in step on every unlocked track;
   * else it leaves a gap, and is refused where it would grow over another clip.
   */
  z.object({
    do: z.literal('trim'),
    clipIds: z.array(ClipId).min(1),
    edge: z.enum(['start', 'end']),
    byFrames: Frames,
    ripples: z.boolean(),
    isAlone,
  }),
  /** Moves the cut between this clip and the one that ends where it starts, and those edges of what is linked with them that are there. */
  z.object({ do: z.literal('roll'), clipId: ClipId, byFrames: Frames, isAlone }),
  /** Shows another part of the source in the same place. */
  z.object({ do: z.literal('slip'), clipIds: z.array(ClipId).min(1), byFrames: Frames }),
  /** Cuts clips in two; the second half gets the new id. Linked halves are linked with each other. */
  z.object({ do: z.literal('split'), atFrame: Frames, pieces: z.array(z.object({ clipId: ClipId, newId: ClipId })).min(1) }),
  /** `closesGap` moves what follows forward on every unlocked track. */
  z.object({ do: z.literal('remove'), clipIds: z.array(ClipId).min(1), closesGap: z.boolean() }),
  /** Moves everything behind this frame forward by the gap that all unlocked tracks have there. */
  z.object({ do: z.literal('closeGap'), trackId: TrackId, atFrame: Frames }),
  /** Takes all time out in which nothing plays on these tracks, nor on any that is in sync lock. */
  z.object({ do: z.literal('closeGaps'), trackIds: z.array(TrackId).min(1).max(mostTracks) }),
  /**
   * Takes a range of time out of these tracks: clips are cut at both ends of it. `closesGap` moves what follows forward, on these tracks
   * and all that are in sync lock; it is refused where it would run into clips of others.
   */
  z.object({
    do: z.literal('clearTime'),
    fromFrame: Frames.min(0),
    untilFrame: Frames.min(1),
    trackIds: z.array(TrackId).min(1).max(mostTracks),
    closesGap: z.boolean(),
  }),
  /**
   * Takes stretches of time out of these tracks, and of those with what is linked with a clip that is cut; what follows moves forward on
   * these and all that are in sync lock, or the edit is refused. `at` is the first sample that is taken out, so that sound is cut between
   * frames; whole frames are taken out, so that pictures stay in step with it. Sounds cross-fade for so many samples at each join. What
   * lasts as long as wanted, and captions, get shorter in one piece.
   */
  z.object({
    do: z.literal('cutTime'),
    trackIds: z.array(TrackId).min(1).max(mostTracks),
    cuts: z.array(z.object({ at: Samples.min(0), frames: Frames.min(1) })).min(1).max(mostClips),
    crossFade: z.int().min(0).max(48_000),
  }),
  /** Null unlinks, and so it does all that is linked with these unless `isAlone`: then the others stay linked with each other. */
  z.object({ do: z.literal('link'), clipIds: z.array(ClipId).min(1), linkId: ClipId.nullable(), isAlone }),
  /** Clips, and all that is linked with them, play or are left out; they keep their places. */
  z.object({ do: z.literal('setEnabled'), clipIds: z.array(ClipId).min(1), isEnabled: z.boolean() }),
  z.object({
    do: z.literal('setPicture'),
    clipIds: z.array(ClipId).min(1),
    /** `keys` without any takes all away, and so does a `grade` that changes nothing. */
    values: PictureClip
      .pick({ look: true, title: true, fadeIn: true, fadeOut: true, crossIn: true, lineId: true, markers: true, keys: true, grade: true })
      .extend(PictureClip.pick({ gradient: true }).shape)
      /** Null dissolves; a null backdrop is none. */
      .extend({ transition: Transition.nullable(), backdrop: Backdrop.nullable(), crossBefore: Frames.min(0) })
      .partial(),
  }),
  z.object({
    do: z.literal('setSound'),
    clipIds: z.array(ClipId).min(1),
    values: SoundClip
      .pick({ gainDb: true, points: true, fadeIn: true, fadeOut: true, crossIn: true, lineId: true, heard: true, markers: true })
      .extend(SoundClip.pick({ crossCurve: true, pan: true, panPoints: true, beats: true }).shape)
      /** A null tone is that of the speaker or the track. */
      .extend({ crossBefore: Samples.min(0), tone: ToneChain.nullable() })
      .partial(),
  }),
  z.object({
    do: z.literal('setCaption'),
    clipIds: z.array(ClipId).min(1),
    /** Empty `words` takes them away; with a new text, those of words that stay are kept. */
    values: CaptionClip.pick({ text: true, speaker: true, laidText: true, words: true }).partial(),
  }),
  /** Changes how fast clips and what is linked with them play; their length changes with it. Without `ripples` they cover nothing. */
  z.object({ do: z.literal('setSpeed'), clipIds: z.array(ClipId).min(1), speed: PictureClip.shape.speed, ripples: z.boolean() }),
  /**
   * Changes how the speed of clips and of what is linked with them changes, by points in frames from the start of the clip that is named;
   * none takes their ramps away. They play the same part of their source, so their length changes with it. Without `ripples` they cover
   * nothing. `keepsPitch` is for their sounds; absent, it stays as it is.
   */
  z.object({
    do: z.literal('setRamp'),
    clipIds: z.array(ClipId).min(1),
    points: RampPoints,
    ripples: z.boolean(),
    keepsPitch: z.boolean().optional(),
  }),
  /**
   * What clips of another sequence say of it: how many frames of this rate it lasts now, so that they can be trimmed to its end; of some
   * of them, how loud it is and where between left and right.
   */
  z.object({ do: z.literal('setNested'), sequenceId: SequenceId, frames: Frames.min(1) }),
  z.object({ do: z.literal('setNestedGain'), clipIds: z.array(ClipId).min(1), gainDb: Decibels }),
  z.object({ do: z.literal('setNestedPan'), clipIds: z.array(ClipId).min(1), pan: Pan }),
  z.object({ do: z.literal('setNestedShape'), clipIds: z.array(ClipId).min(1), keepsShape: z.boolean() }),
  /** Pictures play their part of the source backwards, or forwards again. */
  z.object({ do: z.literal('setReversed'), clipIds: z.array(ClipId).min(1), isReversed: z.boolean() }),
  /**
   * Puts another take in the place of a clip. What was trimmed off the head stays off where the take lasts. A sound that reached the end
   * of its take reaches that of the new one; any other clip stays as long as it was, or as the take lasts.
   */
  z.object({
    do: z.literal('swapTake'),
    clipId: ClipId,
    takeId: TakeId,
    /** In the unit of the track; null for a still. */
    sourceLength: z.int().min(1).max(mostSamples).nullable(),
    /** What is chosen of its sound. Absent: its default, on the side that the clip has. */
    heard: SoundChoice.optional(),
    /** What follows moves along; else it stays, and the take is cut where the next clip begins. */
    ripples: z.boolean(),
    /** Where the take begins in the clip, which then keeps its length. In the unit of the track. */
    from: z.int().min(0).max(mostSamples).optional(),
    /** See `PictureClip`. Absent: the clip follows its line again. */
    keepsTake: z.literal(true).optional(),
    /** See `PictureClip`. Absent: this take is the one that was chosen. */
    hasTries: z.literal(true).optional(),
  }),
  /** The takes that these clips have are the ones that were chosen of several tries. */
  z.object({ do: z.literal('settleTries'), clipIds: z.array(ClipId).min(1) }),
  z.object({ do: z.literal('addTrack'), track: Track, at: z.int().min(0).max(mostTracks) }),
  z.object({
    do: z.literal('setTrack'),
    trackId: TrackId,
    values: z.object({
      ...PictureTrack.pick({ name: true, isMuted: true, isLocked: true, isTarget: true, isSyncLocked: true, height: true }).shape,
      ...SoundTrack.pick({ isSoloed: true, gainDb: true, pan: true, ducking: true }).shape,
      ...CaptionTrack.pick({ language: true, style: true, speakerColours: true, showsSpeakers: true }).shape,
      /** Null makes it its own track. */
      joins: TrackId.nullable(),
      /** Null shows captions as a whole. */
      wordStyle: WordStyle.nullable(),
      /** Null: none. */
      tone: ToneChain.nullable(),
    }).partial(),
  }),
  z.object({ do: z.literal('moveTrack'), trackId: TrackId, at: z.int().min(0).max(mostTracks) }),
  /** With all its clips. */
  z.object({ do: z.literal('removeTrack'), trackId: TrackId }),
  z.object({ do: z.literal('setMarker'), marker: Marker }),
  z.object({ do: z.literal('removeMarker'), markerId: MarkerId }),
  /** Another size and frame rate; clips keep their places in time, as near as the frames allow. */
  z.object({ do: z.literal('refit'), ...SequenceDocument.pick({ width: true, height: true, rate: true }).shape }),
  z.object({
    do: z.literal('setSequence'),
    values: SequenceDocument
      .pick({ name: true, width: true, height: true, background: true, inFrame: true, outFrame: true, newTakes: true })
      .extend(SequenceDocument.pick({ stillSeconds: true, targetSeconds: true }).shape)
      .partial(),
  }),
])
export type SequenceEdit = z.infer<typeof SequenceEdit>

/** Why an edit changes nothing. */
export const EditRefusal = z.enum([
  /** The clip, track or marker no longer exists. */
  'gone',
  'locked-track',
  /** The track contains clips of another kind. */
  'wrong-track',
  /** There is not enough of the source. */
  'source-too-short',
  'too-short',
  'before-start',
  /** Something would end more than a day after the beginning. */
  'too-long',
  /** More tracks, clips or markers than a sequence may have. */
  'too-many',
  /** There is no clip that ends where this one starts. */
  'no-neighbour',
  'id-taken',
  'in-after-out',
  /** Clips would be over each other on one track. */
  'overlap',
  /** What follows cannot close up, because these clips play in the time that is taken away and would be cut. */
  'blocked',
  /** These clips would be covered. */
  'in-the-way',
  /** Others changed these clips since. */
  'changed-since',
  /** A nested sequence has no take, words or gradient. */
  'nested',
  /** An adjustment clip has no picture, place, speed or transition. */
  'adjustment',
  /** The speed of what is played backwards does not change. */
  'ramp-backwards',
  /** The sequence would contain itself. */
  'in-itself',
])
export type EditRefusal = z.infer<typeof EditRefusal>

/** What undo says that it takes back. */
export const StepName = z.enum([
  'place',
  'move',
  'copy',
  'paste',
  'trim',
  'roll',
  'slip',
  'slide',
  'split',
  'remove',
  'close-gap',
  'close-gaps',
  /** A range of time is taken out, and leaves a gap. */
  'lift',
  /** A range of time is taken out, and what follows moves forward. */
  'extract',
  /** Pauses of speech became shorter. */
  'tighten',
  /** Pauses of speech were taken out. */
  'remove-silences',
  /** Words of a take were taken out. */
  'cut-words',
  'link',
  'enable',
  'disable',
  'attributes',
  'extract-sound',
  /** Clips became a sequence of their own, which one clip plays. */
  'nest',
  /** The clip of a sequence became the clips of that sequence. */
  'take-apart',
  'unlink',
  'look',
  /** Pictures fill the frame so that their subjects are seen. */
  'reframe',
  /** A key was set, moved or taken away. */
  'keys',
  'grade',
  'reverse',
  'freeze',
  /** From the source viewer: with what follows moved back, over what is there, at the end, in the place of a clip. */
  'insert',
  'overwrite',
  'append',
  'replace',
  'title',
  'shape',
  /** Another gradient came in the place of one. */
  'gradient',
  'fade',
  'cross-fade',
  'transition',
  'gain',
  'pan',
  'beats',
  /** Gaps of a sound track were filled with a quiet stretch of its clips. */
  'room-tone',
  /** The chain of clips or of a track. */
  'tone',
  /** Another sound or side of the take is heard. */
  'sound',
  'speed',
  'caption',
  'caption-time',
  'take',
  'keep-try',
  /** A new take of a line or image replaced the old one in its clips automatically. */
  'new-take',
  'add-track',
  'track',
  /** Mute, solo, lock, target, sync lock or height: no step of undo. */
  'track-switch',
  /** The gain or the pan of a track: a step that leaves redo as it is. */
  'fader',
  'move-track',
  'remove-track',
  'marker',
  'in-out',
  'sequence',
  'assemble',
  'record',
  'import-captions',
  'import-list',
  'restore',
  'earlier',
])
export type StepName = z.infer<typeof StepName>
