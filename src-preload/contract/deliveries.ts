/** Deliveries: rendered files for use outside the studio. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { ChangedChoices, ChoicesNow } from './delivery-choices.ts'
import { DeliveryOptions, DeliveryPart, KitPart } from './delivery-options.ts'
import { isStep } from './journal.ts'
import { LoudnessReport } from './loudness.ts'
import { CaptionMode, EncoderKind, LoudnessTarget, VideoCodec } from './presets.ts'
import { Rendition } from './renditions.ts'
import { FrameRate, Layout } from './sequence-document.ts'
import { SoundTags } from './sound-tags.ts'
import { ClipId, DeliveryId, Instant, JobId, LineId, Name, ProjectId, RequestId, SequenceId, TakeId, TrackId } from './words.ts'

/** `video`, `frames`, `audio` or `picture` is the delivery itself; the others are next to it. */
export const DeliveryRole = z.enum([
  ...['video', 'frames', 'audio', 'picture', 'captions', 'chapters', 'report'] as const,
  /** Parts of a kit. */
  ...['stem', 'transcript', 'poster', 'edit-list', 'media', 'manifest', 'readme'] as const,
  /** A file of an audiobook for shops, and its cover. */
  ...['book', 'cover'] as const,
])
export type DeliveryRole = z.infer<typeof DeliveryRole>

export const DeliveryFile = z.object({
  role: DeliveryRole,
  /** With slashes where it is in a folder of a kit. */
  name: z.string(),
  sizeBytes: z.int(),
  /** Of what was delivered. */
  sha256: z.string(),
  /** It says that it is AI-generated. */
  isMarked: z.literal(true).optional(),
  /** Who signed it with Content Credentials. */
  signedBy: z.string().optional(),
  /** Of an image sequence, which is one entry: `name` is that of its first file, size and hash are those of all files one after another. */
  frames: z.object({ count: z.int().min(1).max(999_999), rate: FrameRate }).optional(),
})
export type DeliveryFile = z.infer<typeof DeliveryFile>

export const Delivery = z.object({
  id: DeliveryId,
  projectId: ProjectId,
  sequenceId: SequenceId,
  jobId: JobId,
  name: z.string(),
  presetId: z.string(),
  width: z.int(),
  height: z.int(),
  captionMode: CaptionMode,
  /** Empty until the render is done. */
  files: z.array(DeliveryFile),
  durationSeconds: z.number().nullable(),
  loudness: LoudnessReport.nullable(),
  /** Read-only: the folder of the files on the studio's machine. */
  folder: z.string(),
  isMissing: z.boolean(),
  /** The studio was restored from a backup without its files. Their names are known, their place is not. */
  isNotInBackup: z.literal(true).optional(),
  createdAt: Instant,
})
export type Delivery = z.infer<typeof Delivery>

export const ShownCaption = z.object({ startSeconds: z.number(), endSeconds: z.number(), text: z.string() })
export type ShownCaption = z.infer<typeof ShownCaption>

export const ShownChapter = z.object({ startSeconds: z.number(), title: z.string() })
export type ShownChapter = z.infer<typeof ShownChapter>

/** Lowest and highest sample of each stretch, one after the other, from −128 to 127; the loudest channel. */
export const ShownPeaks = z.object({ perSecond: z.number(), pairs: z.array(z.int()) })
export type ShownPeaks = z.infer<typeof ShownPeaks>

/** One place that a finding is about. */
export const FindingPlace = z.object({
  /** Title of the take, or words of the line or caption; empty where only the time tells it. */
  name: z.string(),
  /** In the sequence; null for what is not in it. */
  startFrame: z.int().nullable(),
  /** 0 for a moment. */
  frames: z.int(),
  clipId: ClipId.nullable(),
  lineId: LineId.nullable(),
  takeId: TakeId.nullable(),
  /**
   * `short-source`: frames, or samples of sound, that the file lacks; `clipping`: decibels above full scale; `upscaled`: pixels shown for
   * each of the file; `caption-fast`: characters a second; `caption-outside`: rows; `off-target`: seconds too
   * long, negative when too short; `too-long`: the seconds that the platform takes. Null for every other.
   */
  value: z.number().nullable(),
  /** `caption-old`: what the line of the caption says now; `missing-letters`: those that no font has. */
  words: z.string().optional(),
})
export type FindingPlace = z.infer<typeof FindingPlace>

export const PreflightFinding = z.object({
  finding: z.enum([
    ...['empty', 'missing-media', 'missing-lut', 'missing-sequence', 'no-ffmpeg', 'no-encoder', 'little-space'] as const,
    ...['stale-line', 'line-not-made', 'no-picture', 'broken-media', 'hdr', 'odd-colours', 'short-source', 'upscaled'] as const,
    ...['gap', 'flash', 'clipping', 'disabled', 'graded-hdr', 'nested-hdr'] as const,
    /** `example` is why, as `NotSignable`; the day; or the size. */
    ...['not-signable', 'certificate-ends', 'too-large-to-sign'] as const,
    /**
     * Sizes that the encoder refuses. `example` is the smallest one: `64 × 64`; the least shorter side of a longer picture, and how long
     * others may be: `32 4216`; how long both sides may be at once.
     */
    ...['too-small', 'too-narrow', 'too-large'] as const,
    /** The sequence has a rate that this kind of file cannot have. */
    'odd-rate',
    /** An image sequence of very many files, or of more than six digits count: `count` says how many. */
    'many-frames',
    /** Something that the preset's platform does not take, or changes: `example` is a `PlatformProblem` and the platform's name. */
    'platform',
    /** Words that the platform's buttons and texts will cover. */
    'covered',
    /** A platform would not show them: `example` is why. */
    'chapters',
    ...['off-target', 'too-long', 'caption-old', 'caption-fast', 'caption-outside', 'missing-letters'] as const,
  ]),
  isBlocking: z.boolean(),
  /** Number of places, or 1 where it is about the delivery as a whole. */
  count: z.int(),
  /** The name or time of the first place; the space that is missing, the encoders, or the first of the letters. */
  example: z.string(),
  /** All of them, in order of time; none where it is about the delivery as a whole. */
  places: z.array(FindingPlace),
})
export type PreflightFinding = z.infer<typeof PreflightFinding>

/** What was added, removed or changed in the sequence since its delivery. */
export const DeliveryChanges = z.object({
  pictures: z.int(),
  sounds: z.int(),
  captions: z.int(),
  /** Negative when it became shorter. */
  secondsLonger: z.number(),
})
export type DeliveryChanges = z.infer<typeof DeliveryChanges>

/** How far an open sequence is rendered ahead: `waiting` for other work, for mains power, or for good. */
export const AheadState = z.object({ state: z.enum(['waiting', 'rendering', 'done']), share: z.number().min(0).max(1) })
export type AheadState = z.infer<typeof AheadState>

/** Of a delivered file that the page cannot decode; null where the file is missing. */
export const DeliveryPreview = z.object({ preview: Rendition.nullable() })
export type DeliveryPreview = z.infer<typeof DeliveryPreview>

const OneDelivery = {
  input: z.object({ deliveryId: DeliveryId }),
  output: z.object({ delivery: Delivery }),
  faults: ['not-found', 'library-read-only'],
} as const

export const deliveries = {
  /** The deliveries of one project, then changes. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(Delivery, DeliveryId) }),
  /** What was chosen for the deliveries of a project, now and after each change. */
  choices: feed({ input: z.object({ projectId: ProjectId }), event: ChoicesNow }),
  /**
   * Changes the given choices only. The last choice is the one that is meant; what was written, the tags, is compared. Fails with
   * changed-meanwhile when a tag is neither as expected nor as asked for.
   */
  choose: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, choices: ChangedChoices, expected: SoundTags.partial().optional(), ...isStep }),
    output: ChoicesNow,
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Checks a sequence before it is rendered with this preset; null checks this layout of the script. */
  preflight: procedure({
    effect: 'reads',
    input: Layout.extend({
      sequenceId: SequenceId.nullable(),
      presetId: z.string().max(50),
      captionMode: CaptionMode,
      part: DeliveryPart.optional(),
      encoder: EncoderKind.optional(),
      mostMegabytes: DeliveryOptions.shape.mostMegabytes,
      isSigned: z.boolean().optional(),
      /** Null is as mixed. Absent: the preset's. */
      loudness: LoudnessTarget.nullable().optional(),
      /** Caption tracks, also muted ones. Absent, or null: all that are not muted. */
      captionTrackIds: z.array(TrackId).max(100).nullable().optional(),
    }),
    output: z.object({ findings: z.array(PreflightFinding) }),
    faults: ['not-found', 'nothing-to-lay-out', 'edit-refused', 'newer-document', 'unreadable-document'],
  }),
  /** Queues a render of the stored sequence, which it does not change. Local work: free, but takes time. */
  render: procedure({
    effect: 'writes',
    input: z.object({
      requestId: RequestId,
      sequenceId: SequenceId,
      presetId: z.string().max(50),
      captionMode: CaptionMode,
      name: Name,
      options: DeliveryOptions.optional(),
      /** Delivers these parts in a folder of their own; without it, the file alone. */
      kit: z.array(KitPart).min(1).optional(),
    }),
    output: z.object({ delivery: Delivery }),
    faults: [
      'not-found',
      'newer-document',
      'unreadable-document',
      'nothing-to-deliver',
      'no-ffmpeg',
      'not-signable',
      'library-read-only',
    ],
  }),
  /** What a delivery with the same settings would show and play otherwise by now; null where that cannot be told any more. */
  since: procedure({
    effect: 'reads',
    input: z.object({ deliveryId: DeliveryId }),
    output: z.object({ changes: DeliveryChanges.nullable() }),
    faults: ['not-found', 'newer-document', 'unreadable-document', 'nothing-to-deliver'],
  }),
  /** Queues a render of the same sequence as it is now, with the settings of this delivery, under a name that is free. */
  again: procedure({
    effect: 'writes',
    input: z.object({ requestId: RequestId, deliveryId: DeliveryId }),
    output: z.object({ delivery: Delivery }),
    faults: [
      'not-found',
      'newer-document',
      'unreadable-document',
      'nothing-to-deliver',
      'no-ffmpeg',
      'not-signable',
      'library-read-only',
    ],
  }),
  /** What its picture does not show: captions in the film's file, or in one next to it. Empty where there are none. */
  captions: procedure({
    effect: 'reads',
    input: z.object({ deliveryId: DeliveryId }),
    output: z.object({ captions: z.array(ShownCaption) }),
    faults: ['not-found'],
  }),
  /** The chapters of its file, and the waveform of a sound. Reads the sound, which takes seconds for one of hours. */
  sound: procedure({
    effect: 'reads',
    input: z.object({ deliveryId: DeliveryId }),
    output: z.object({ chapters: z.array(ShownChapter), peaks: ShownPeaks.nullable() }),
    faults: ['not-found'],
  }),
  /**
   * While it is open: makes a copy of its film, sound or picture that every page can decode, and says how far it is. Closing it before
   * it is made gives it up. The delivered file is only read.
   */
  preview: feed({ input: z.object({ deliveryId: DeliveryId }), event: DeliveryPreview }),
  /** The name that the file of a delivery with this name would get, without extension: no file is ever replaced. */
  fileName: procedure({ effect: 'reads', input: z.object({ name: Name }), output: z.object({ base: z.string() }) }),
  /** Mixes the sound of a sequence, or of this layout of the script, to measure how it would be delivered. Takes seconds. */
  predictLoudness: procedure({
    effect: 'reads',
    input: Layout.extend({
      sequenceId: SequenceId.nullable(),
      target: LoudnessTarget.nullable(),
      levelsLines: z.boolean(),
      part: DeliveryPart.optional(),
    }),
    output: z.object({
      report: LoudnessReport,
      /** What levelling adds to clips; those that it leaves are not listed. */
      clips: z.array(z.object({ clipId: ClipId, gainDb: z.number() })),
    }),
    faults: ['not-found', 'nothing-to-lay-out', 'edit-refused', 'newer-document', 'unreadable-document', 'nothing-to-deliver', 'no-ffmpeg'],
  }),
  /**
   * While it is open, nobody uses the page: segments of the sequence are encoded for a delivery like this, behind all other work and on
   * mains power. It costs nothing but time; closing it stops at once.
   */
  ahead: feed({
    input: z.object({
      sequenceId: SequenceId,
      presetId: z.string().max(50),
      captionMode: CaptionMode,
      encoder: EncoderKind.optional(),
      mostMegabytes: DeliveryOptions.shape.mostMegabytes,
    }),
    event: AheadState,
  }),
  /** Presets that cannot be rendered here, and what ffmpeg lacks for them, as it spells it. None where there is no ffmpeg at all. */
  lacking: procedure({
    effect: 'reads',
    input: z.object({}),
    output: z.object({ presets: z.array(z.object({ presetId: z.string(), needs: z.array(z.string()) })) }),
  }),
  /** Hardware encoders that have encoded some frames here, the best for each codec. The first call may take some seconds. */
  hardware: procedure({
    effect: 'reads',
    input: z.object({}),
    output: z.object({ encoders: z.array(z.object({ codec: VideoCodec, name: z.string() })) }),
  }),
  /** About how large each part of a kit would be. Those that the sequence has nothing for are left out. */
  kitSizes: procedure({
    effect: 'reads',
    input: z.object({
      sequenceId: SequenceId,
      presetId: z.string().max(50),
      part: DeliveryPart.optional(),
      encoder: EncoderKind.optional(),
      mostMegabytes: DeliveryOptions.shape.mostMegabytes,
      /** As in `preflight`. Null where the film has no captions. */
      captionTrackIds: z.array(TrackId).max(100).nullable().optional(),
    }),
    output: z.object({ parts: z.array(z.object({ part: KitPart, sizeBytes: z.number() })) }),
    faults: ['not-found', 'newer-document', 'unreadable-document'],
  }),
  /** The commands that its renders ran and what ffmpeg said last. Empty when nothing was rendered yet. */
  log: procedure({
    effect: 'reads',
    input: z.object({ deliveryId: DeliveryId }),
    output: z.object({ text: z.string() }),
    faults: ['not-found'],
  }),
  /** Moves the delivery to the trash; its files stay where they are. */
  trash: procedure({
    effect: 'writes',
    ...OneDelivery,
    input: OneDelivery.input.extend(isStep),
  }),
  /** The disk space that encoded segments use, now and after each change. */
  storage: feed({ input: z.object({}), event: z.object({ sizeBytes: z.number(), count: z.int() }) }),
  /** Deletes all encoded segments. They are encoded again when a delivery needs them. */
  clear: procedure({ effect: 'writes', input: z.object({}), output: z.object({ freedBytes: z.number() }) }),
  /** Shows the files in the system's file manager, on hosts that have one. */
  reveal: procedure({
    effect: 'reads',
    input: z.object({ deliveryId: DeliveryId }),
    output: z.object({}),
    faults: ['not-found', 'not-in-this-host'],
  }),
}
