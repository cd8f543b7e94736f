/** Saving results out of the studio: downloads under readable names, archives, folders, and drags to other programs. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { DeliveryId, ProjectId, SaveId, SaveTicket, SequenceId, TakeId, TextLanguage, VoiceId } from './words.ts'

/** OpenTimelineIO, MLT XML, FCPXML 1.11 and 1.8, CMX3600. */
export const EditListFormat = z.enum(['otio', 'mlt', 'fcpxml', 'fcpxml-1-8', 'edl'])
export type EditListFormat = z.infer<typeof EditListFormat>

/** What can be saved: the file of a take, all files of a delivery, the clip of a voice, the takes that a project uses. */
export const SavedItem = z.discriminatedUnion('of', [
  z.object({ of: z.literal('take'), takeId: TakeId }),
  z.object({ of: z.literal('delivery'), deliveryId: DeliveryId }),
  z.object({ of: z.literal('voice'), voiceId: VoiceId }),
  /** The voice as one archive: its clip, and what is noted of it as `voice.json`, a `VoiceFile`. */
  z.object({ of: z.literal('voice-file'), voiceId: VoiceId }),
  /** The chosen takes of its lines in the order of the script, then those of its pictures. */
  z.object({ of: z.literal('project'), projectId: ProjectId }),
  /** All of a project with its media, as one file that another studio can import. By itself: with others it is left out. */
  z.object({ of: z.literal('bundle'), projectId: ProjectId }),
  /** All that the studio has of a sequence, as JSON: of one that it cannot read, too. */
  z.object({ of: z.literal('sequence'), sequenceId: SequenceId }),
  /** What is between the in and out of a sequence, for other programs. With media, also copies of its files and what the list cannot say. */
  z.object({
    of: z.literal('edit-list'),
    sequenceId: SequenceId,
    format: EditListFormat,
    hasMedia: z.boolean(),
    /** Of the notes that come with the media. Absent: English. */
    language: TextLanguage.optional(),
  }),
])
export type SavedItem = z.infer<typeof SavedItem>

/** Which files, and how they are named: text with `{title}`, `{number}`, `{speaker}` and so on; empty means the title. */
const What = z.object({ items: z.array(SavedItem).min(1).max(1000), template: z.string().max(200) })

/** A file, an archive or a folder that is being written; with `isComingIn` a project that is being imported. */
export const RunningSave = z.object({
  ...{ saveId: SaveId, name: z.string(), doneBytes: z.number(), totalBytes: z.number() },
  isComingIn: z.boolean().optional(),
})
export type RunningSave = z.infer<typeof RunningSave>

/** Why files cannot be saved, wherever they are to be. */
const unsaved = ['not-found', 'nothing-to-save', 'nothing-to-deliver', 'newer-document', 'unreadable-document', 'no-ffmpeg'] as const

export const saving = {
  /** What is being saved, now and after each change. A browser saves downloads by itself: they are not among these. */
  changes: feed({ input: z.object({}), event: z.object({ saves: z.array(RunningSave) }) }),
  /** Names the files and gives a ticket for their download by `studio.media`: several files come as one ZIP archive. */
  prepare: procedure({
    effect: 'reads',
    /** `total`: how many are saved in all, where these are examples of their names. */
    input: What.extend({ total: z.int().min(1).optional() }),
    output: z.object({
      ticket: SaveTicket,
      /** Of the download: the file itself, or the archive. */
      name: z.string(),
      mime: z.string(),
      sizeBytes: z.number(),
      files: z.array(z.object({ name: z.string(), sizeBytes: z.number() })),
      /** Titles of those whose file is missing; they are left out. */
      missing: z.array(z.string()),
    }),
    faults: [...unsaved],
  }),
  /**
   * Copies the files into a new folder. The host asks where; one that cannot puts it next to the deliveries. Nothing is replaced, and the
   * folder appears when it is whole. Null when the user cancels, also in the meantime.
   */
  toFolder: procedure({
    effect: 'writes',
    input: What,
    output: z.object({ saved: z.object({ folder: z.string(), count: z.int() }).nullable() }),
    faults: [...unsaved, 'save-refused'],
  }),
  /** The same for the files of takes by their numbers, as runs: any number of them, in parts. `missing` is how many had no file. */
  manyToFolder: procedure({
    effect: 'writes',
    input: z.object({ runs: z.string().min(1).max(2_000_000), template: z.string().max(200) }),
    output: z.object({ saved: z.object({ folder: z.string(), count: z.int(), missing: z.int() }).nullable() }),
    faults: [...unsaved, 'save-refused'],
  }),
  /**
   * Saves the file, several as one ZIP archive, where the user chooses, on hosts that can ask. The file appears when it is whole. Null
   * when the user cancels, also in the meantime. `missing` as in `prepare`.
   */
  toFile: procedure({
    effect: 'writes',
    input: What,
    output: z.object({ saved: z.object({ path: z.string() }).nullable(), missing: z.array(z.string()) }),
    faults: [...unsaved, 'save-refused', 'not-in-this-host'],
  }),
  /** Ends a save that is under way; nothing is left of it. Does nothing when it has ended. */
  cancel: procedure({ effect: 'writes', input: z.object({ saveId: SaveId }), output: z.object({}) }),
  /** Starts dragging the files to another program, on hosts that can. Call it while the pointer is down. */
  drag: procedure({
    effect: 'reads',
    input: What,
    output: z.object({}),
    faults: [...unsaved, 'not-in-this-host'],
  }),
  /** Shows the file of a take, delivery or voice in the system's file manager, on hosts that have one. */
  reveal: procedure({
    effect: 'reads',
    input: z.object({ item: SavedItem }),
    output: z.object({}),
    faults: ['not-found', 'nothing-to-save', 'not-in-this-host'],
  }),
}
