/** Types that all rooms share: ids, kinds of work and units. */
import { z } from 'zod'
import { mostFrames, mostSamples } from './sequence-limits.ts'

function id<Word extends string>(_word: Word) {
  return z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not an id').brand<Word, 'inout'>()
}

export const AccountId = id('AccountId')
export type AccountId = z.infer<typeof AccountId>
export const ProjectId = id('ProjectId')
export type ProjectId = z.infer<typeof ProjectId>
export const TakeId = id('TakeId')
export type TakeId = z.infer<typeof TakeId>
export const JobId = id('JobId')
export type JobId = z.infer<typeof JobId>
export const LineId = id('LineId')
export type LineId = z.infer<typeof LineId>
export const SequenceId = id('SequenceId')
export type SequenceId = z.infer<typeof SequenceId>
export const ConversationId = id('ConversationId')
export type ConversationId = z.infer<typeof ConversationId>
export const MessageId = id('MessageId')
export type MessageId = z.infer<typeof MessageId>
export const VoiceId = id('VoiceId')
export type VoiceId = z.infer<typeof VoiceId>
export const ClipId = id('ClipId')
export type ClipId = z.infer<typeof ClipId>
/** A picture of the storyboard. */
export const PictureId = id('PictureId')
export type PictureId = z.infer<typeof PictureId>
export const TrackId = id('TrackId')
export type TrackId = z.infer<typeof TrackId>
export const MarkerId = id('MarkerId')
export type MarkerId = z.infer<typeof MarkerId>
export const PronunciationId = id('PronunciationId')
export type PronunciationId = z.infer<typeof PronunciationId>
export const ShelfEntryId = id('ShelfEntryId')
export type ShelfEntryId = z.infer<typeof ShelfEntryId>
export const StepId = id('StepId')
export type StepId = z.infer<typeof StepId>
export const SnapshotId = id('SnapshotId')
export type SnapshotId = z.infer<typeof SnapshotId>
export const DeliveryId = id('DeliveryId')
export type DeliveryId = z.infer<typeof DeliveryId>
export const RecordingId = id('RecordingId')
export type RecordingId = z.infer<typeof RecordingId>
export const CollectionId = id('CollectionId')
export type CollectionId = z.infer<typeof CollectionId>
export const SavedSearchId = id('SavedSearchId')
export type SavedSearchId = z.infer<typeof SavedSearchId>
/** A browser that may open the studio. */
export const BrowserId = id('BrowserId')
export type BrowserId = z.infer<typeof BrowserId>
/** Names one file that the user chose by dialog or drop; valid once, for an hour. */
export const ImportTicket = id('ImportTicket')
export type ImportTicket = z.infer<typeof ImportTicket>
/** Names files that were prepared for a download; forgotten when many others were prepared after it, and when the studio closes. */
export const SaveTicket = id('SaveTicket')
export type SaveTicket = z.infer<typeof SaveTicket>
/** A file that the user opened with Takeroom from outside. */
export const OpenedId = id('OpenedId')
export type OpenedId = z.infer<typeof OpenedId>
/** A file or folder that is being saved now. */
export const SaveId = id('SaveId')
export type SaveId = z.infer<typeof SaveId>
/** Chosen by the caller; requests with the same id create their work only once. */
export const RequestId = id('RequestId')
export type RequestId = z.infer<typeof RequestId>
/** SHA-256 of the content, lower-case hexadecimal. */
export const AssetId = z.string().regex(/^[0-9a-f]{64}$/, 'is not an asset id').brand<'AssetId', 'inout'>()
export type AssetId = z.infer<typeof AssetId>
/** As the service writes it; free text, because catalogues change. */
export const ModelId = z.string().min(1).max(200).brand<'ModelId', 'inout'>()
export type ModelId = z.infer<typeof ModelId>

/** The kinds of work that the service does. */
export const Kind = z.enum(['speech', 'image', 'edit', 'video', 'transcribe', 'chat'])
export type Kind = z.infer<typeof Kind>
/** The origin of a take: one of the service's kinds, or an imported file. */
export const TakeKind = z.enum([...Kind.options, 'import'])
export type TakeKind = z.infer<typeof TakeKind>
/** The medium of a take. */
export const Medium = z.enum(['audio', 'picture', 'video', 'text'])
export type Medium = z.infer<typeof Medium>

/** Milliseconds since 1970-01-01 UTC, as far as dates go. */
export const Instant = z.int().min(0).max(8_640_000_000_000_000)
export type Instant = z.infer<typeof Instant>
/** A span of media in seconds. */
export const Seconds = z.number().min(0)
export type Seconds = z.infer<typeof Seconds>
/** Whole frames at the sequence's rate; negative where something moves back. */
export const Frames = z.int().min(-mostFrames).max(mostFrames)
export type Frames = z.infer<typeof Frames>
/** Whole samples at 48 kHz. */
export const Samples = z.int().min(-mostSamples).max(mostSamples)
export type Samples = z.infer<typeof Samples>
export const Decibels = z.number().min(-96).max(24)
export type Decibels = z.infer<typeof Decibels>

/** Makes a new id, of the brand that is asked for. */
export type NewId = <Id extends string>() => Id

/** A language that Takeroom writes. */
export const TextLanguage = z.enum(['en', 'zh'])
export type TextLanguage = z.infer<typeof TextLanguage>

/** Whether the service charged for it. */
export const Charged = z.enum(['no', 'yes', 'unknown'])
export type Charged = z.infer<typeof Charged>

/**
 * Without the characters that embed, override or isolate a writing direction: with them "cod.mp3" can be shown as "3pm.doc". The marks
 * that right-to-left scripts need between two words stay.
 */
export function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
}

/** One line of plain words: without those characters, and without controls, of which line breaks and tabs become spaces. */
function plainWords(text: string): string {
  return withoutDirections(text).replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replaceAll(/\p{Cc}/gu, '')
}

/** What is shown as the name of something, and may be empty: of a track, a marker, a speaker. Cleaned where it comes in and where it is read. */
export const Label = z.string().overwrite(plainWords)
/** As `Label`, and never empty: what consisted of such characters alone is a dash. */
export const NamedLabel = z.string().overwrite(text => text === '' ? '' : plainWords(text) || '–').min(1)
/** A short text that a user typed as a name. */
export const Name = Label.trim().min(1).max(200)
/** A word of the user's own by which voices and takes are found. */
export const Tag = Label.trim().min(1).max(60)
/** Whether a search can ask for it by this name: quotes are only around a value there. */
const isAskable = (name: string): boolean => /[^"“”\s]/u.test(name.normalize('NFKC'))
/** What things are newly named, and takes newly tagged, that a search of the library asks for. */
export const AskedName = Name.refine(isAskable)
export const AskedTag = Tag.refine(isAskable)
/** A text of the greatest length that a request accepts. */
export const LongText = z.string().max(200_000)

/** What is heard of a file with sound. */
export const SoundChoice = z.object({
  /** Counted from 0 in the order of the file; null is the file's default, which also stands in for one that it does not have. */
  track: z.int().min(0).max(255).nullable(),
  /** A single side is heard on both. */
  channel: z.enum(['both', 'left', 'right']),
})
export type SoundChoice = z.infer<typeof SoundChoice>

/** What is heard of a file within a project: also through which chain of filters. */
export const HeardSound = SoundChoice.extend({
  /** As `toneKey` writes it. Absent: as it is. */
  chain: z.string().regex(/^[a-z0-9._]{1,160}$/).optional(),
})
export type HeardSound = z.infer<typeof HeardSound>
