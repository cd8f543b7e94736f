/** What is chosen for one delivery besides its preset. */
import { z } from 'zod'
import { EncoderKind, LoudnessTarget } from './presets.ts'
import { SoundTags } from './sound-tags.ts'
import { TakeId, TextLanguage, TrackId } from './words.ts'

export const CaptionFile = z.enum(['srt', 'vtt', 'ass'])
export type CaptionFile = z.infer<typeof CaptionFile>

/** Files next to the delivery, by what follows its name. */
export const BesideFile = z.enum(['loudness.txt', 'loudness.json', 'chapters.txt', 'chapters.json'])
export type BesideFile = z.infer<typeof BesideFile>

/** Which part of the sequence: all of it whatever its in and out are, or one frame. Without one, what is between in and out. */
export const DeliveryPart = z.union([z.literal('whole'), z.object({ frame: z.int().min(0) })])
export type DeliveryPart = z.infer<typeof DeliveryPart>

/** Which languages, and in which forms besides the one that the delivery's caption mode names. */
const CaptionChoice = z.object({
  /** Caption tracks, also muted ones. Null: all that are not muted. */
  trackIds: z.array(TrackId).max(100).nullable(),
  /** Embedded, too, where others are burned in or sidecars. */
  isAlsoEmbedded: z.boolean(),
  /** Written next to the delivery, too. A delivery with sidecar captions has at least SRT. */
  files: z.array(CaptionFile).max(3),
  /** The embedded track that players show unless told otherwise. Absent: the first. Null: none. */
  shownId: TrackId.nullable().optional(),
  /** Embedded tracks that players show even to those who have captions turned off: for foreign words and signs. */
  forcedIds: z.array(TrackId).max(100),
})
export type CaptionChoice = z.infer<typeof CaptionChoice>

/**
 * What a kit may consist of, besides a manifest and a text that explains it. `media` are the files that the edit lists name; `book` is a
 * file for each chapter as audiobook shops take them, with a sample, the cover and a report.
 */
export const KitPart = z.enum(['master', 'book', 'poster', 'captions', 'chapters', 'transcript', 'stems', 'edit-lists', 'media'])
export type KitPart = z.infer<typeof KitPart>

export const DeliveryOptions = z.object({
  /** Absent: the preset's. Null: as mixed. */
  loudness: LoudnessTarget.nullable().optional(),
  /** Spoken lines are brought to one loudness first. */
  levelsLines: z.boolean(),
  /** Each file of an audiobook is brought to the loudness that shops ask for. Absent: it is. */
  levelsToShop: z.boolean().optional(),
  captions: CaptionChoice,
  /** The file says, for people and programs, that it is AI-generated. */
  isMarked: z.boolean(),
  /** Signed with Content Credentials, or not delivered. Absent: not signed. */
  isSigned: z.boolean().optional(),
  beside: z.array(BesideFile).max(4),
  /** Of formats that hold a cover. Absent: the name alone. */
  tags: SoundTags.optional(),
  /** The picture that players show with the sound, for formats that hold one. */
  coverTakeId: TakeId.optional(),
  part: DeliveryPart.optional(),
  /** Absent: the preset's. */
  encoder: EncoderKind.optional(),
  /** The largest size of the video file, in millions of bytes. Only where the encoder keeps to a bit rate. */
  mostMegabytes: z.number().min(0.01).max(1_000_000).optional(),
  /** Of the texts that come with it: the read-me of a kit, reports. Absent: English. */
  language: TextLanguage.optional(),
})
export type DeliveryOptions = z.infer<typeof DeliveryOptions>
