/** Finding, changing, importing and deleting takes. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { FileSettings } from './file-settings.ts'
import { isStep } from './journal.ts'
import { Lineage } from './lineage.ts'
import { FacetCounts } from './take-facets.ts'
import { TakeMonth, TakeSort } from './take-order.ts'
import { AsMoving, CheckOfTake, FileFacts, SameContent, Take, TakeMarks, TakeUse } from './takes.ts'
import {
  AskedTag,
  AssetId,
  ImportTicket,
  Label,
  LineId,
  Medium,
  ModelId,
  ProjectId,
  SoundChoice,
  TakeId,
  TakeKind,
} from './words.ts'

/** Which takes a list has. */
const TakeFilter = z.object({
  text: z.string().max(1000),
  kinds: z.array(TakeKind),
  media: z.array(Medium),
  modelIds: z.array(ModelId),
  /** Takes made in this project, added to it, or used in its script, storyboard or timelines. */
  projectId: ProjectId.nullable(),
  /** Of those, only takes made there. */
  onlyMadeThere: z.boolean(),
  lineId: LineId.nullable(),
  onlyStarred: z.boolean(),
  /** Only results that did not arrive whole. */
  onlyIncomplete: z.boolean(),
  inTrash: z.boolean(),
})

/** More than anybody finds a take by. */
const mostTags = 50

const TakeName = Label.trim().max(200)

const OneTake = {
  input: z.object({ takeId: TakeId }),
  output: z.object({ take: Take }),
  faults: ['not-found', 'library-read-only'],
} as const

/** In UTF-16 units, as a field counts them. */
export const longestNote = 10_000

export const takes = {
  /**
   * How many there are, then each take that is filed, changed or deleted. `search` returns lists. `isTooMuch`: more than 200 at once, none
   * of which is listed; a page that keeps takes reads them again.
   */
  changes: feed({
    input: z.object({}),
    event: z.object({
      ...{ revision: z.int(), total: z.int(), trashed: z.int(), changed: z.array(Take), removed: z.array(TakeId) },
      isTooMuch: z.literal(true).optional(),
    }),
  }),
  /**
   * Newest first, one page at a time. Full text over name, prompt, text, transcript, voice, model, file name, tags and note; any text is a
   * valid query.
   */
  search: procedure({
    effect: 'reads',
    input: TakeFilter.extend({
      /** From the previous page; null for the first. */
      cursor: z.string().max(200).nullable(),
      limit: z.int().min(1).max(200),
    }),
    output: z.object({ takes: z.array(Take), nextCursor: z.string().nullable() }),
  }),
  /**
   * All takes that `search` would find, in any order: only their numbers, as runs (`rules/search/runs.ts`). With the `upTo` of an earlier
   * answer, takes that were filed since are left out. `isFolded` also asks for the stacks among them (`rules/search/stacks.ts`).
   */
  order: procedure({
    effect: 'reads',
    input: TakeFilter.extend({ sort: TakeSort, upTo: z.int().min(0).nullable(), isFolded: z.boolean().optional() }),
    output: z.object({ runs: z.string(), stacks: z.string(), upTo: z.int() }),
  }),
  /** The months of all takes, the earliest first. */
  months: procedure({ effect: 'reads', input: z.object({}), output: z.object({ months: z.array(TakeMonth) }) }),
  /** Takes by their numbers, in that order; without those that are deleted. */
  numbered: procedure({
    effect: 'reads',
    input: z.object({ numbers: z.array(z.int()).max(200) }),
    output: z.object({ takes: z.array(Take) }),
  }),
  /** The ids of takes by their numbers, in that order; without those that are deleted. */
  ids: procedure({
    effect: 'reads',
    input: z.object({ numbers: z.array(z.int()).max(1000) }),
    output: z.object({ takeIds: z.array(TakeId) }),
  }),
  /** Of the takes with these numbers, as runs: how many there are, the sum of their sizes, and how many have a star. */
  weigh: procedure({
    effect: 'reads',
    input: z.object({ runs: z.string().max(2_000_000) }),
    output: z.object({ count: z.int(), sizeBytes: z.number(), starred: z.int() }),
  }),
  /** One take with its exact request. */
  get: procedure({ effect: 'reads', input: z.object({ takeId: TakeId }), output: z.object({ take: Take }), faults: ['not-found'] }),
  /** Stars takes or removes their stars. Answers those that this changed. */
  star: procedure({
    effect: 'writes',
    input: z.object({ takeIds: z.array(TakeId).max(1000), isStarred: z.boolean(), ...isStep }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['library-read-only'],
  }),
  /**
   * Chooses what is heard of the file of a take: for every take of that file, for what is made of it from now on, and for new clips.
   * Null is both sides of its default sound. Answers whether that changed it.
   */
  chooseSound: procedure({
    effect: 'writes',
    ...OneTake,
    input: z.object({ takeId: TakeId, heard: SoundChoice.nullable(), ...isStep }),
    output: OneTake.output.extend({ isChanged: z.boolean() }),
  }),
  /** Sets the in and out point; null is none. An in point that is not before the out point removes it. Answers whether that changed it. */
  mark: procedure({
    effect: 'writes',
    ...OneTake,
    input: z.object({ takeId: TakeId, marks: TakeMarks, ...isStep }),
    output: OneTake.output.extend({ isChanged: z.boolean() }),
  }),
  /** Replaces the note. Fails with changed-meanwhile when it is neither the expected one nor this one. */
  note: procedure({
    effect: 'writes',
    ...OneTake,
    input: z.object({ takeId: TakeId, note: z.string().max(longestNote), expected: z.string().optional(), ...isStep }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /**
   * Adds these words to the notes of takes, as a line of their own. Notes that have this line stay as they are, and so do those that would
   * be too long. Answers the takes that this changed, and how many notes were too long.
   */
  addToNotes: procedure({
    effect: 'writes',
    input: z.object({ takeIds: z.array(TakeId).max(1000), text: z.string().trim().min(1).max(1000), ...isStep }),
    output: z.object({ takeIds: z.array(TakeId), tooLong: z.int() }),
    faults: ['library-read-only'],
  }),
  /**
   * Names takes; an empty name gives back the first words. Fails with changed-meanwhile, and names none, when a take has neither the
   * expected name nor this one.
   */
  rename: procedure({
    effect: 'writes',
    input: z.object({
      names: z.array(z.object({ takeId: TakeId, name: TakeName, expected: z.string().optional() })).max(1000),
      ...isStep,
    }),
    output: z.object({ takes: z.array(Take) }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Adds tags to takes and removes tags from them. Answers the takes that this changed. */
  tag: procedure({
    effect: 'writes',
    input: z.object({
      takeIds: z.array(TakeId).max(1000),
      add: z.array(AskedTag).max(mostTags),
      remove: z.array(z.string()).max(mostTags),
      ...isStep,
    }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['library-read-only'],
  }),
  /** The tags and voices of all takes, by name. */
  known: procedure({
    effect: 'reads',
    input: z.object({}),
    output: z.object({ tags: z.array(z.string()), voices: z.array(z.string()) }),
  }),
  /**
   * How many takes the search of the library finds by each value of each facet. A facet is counted without what the search asks of it, so
   * that other values of it can be chosen; a facet that no take has is left out.
   */
  facets: procedure({
    effect: 'reads',
    input: z.object({ text: z.string().max(4000), inTrash: z.boolean() }),
    output: z.object({ facets: z.array(FacetCounts) }),
  }),
  /** Moves takes to the trash; their files stay. Answers those that were not there before. */
  trash: procedure({
    effect: 'writes',
    input: z.object({ takeIds: z.array(TakeId).max(1000), ...isStep }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['library-read-only'],
  }),
  /** Restores takes from the trash. Answers those that were there. */
  restore: procedure({
    effect: 'writes',
    input: z.object({ takeIds: z.array(TakeId).max(1000), ...isStep }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['library-read-only'],
  }),
  /** Puts takes into a project that were made elsewhere. Returns those that had neither been made there nor added before. */
  addToProject: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, takeIds: z.array(TakeId).max(1000), ...isStep }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Takes added takes out of a project again. Those that were made there or are used there remain part of it. */
  removeFromProject: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, takeIds: z.array(TakeId).max(1000), ...isStep }),
    output: z.object({
      /** Those that had been added. */
      takeIds: z.array(TakeId),
      /** Takes that remain because they were made there. */
      madeThere: z.int(),
      /** Takes that remain because the script, the storyboard or a timeline uses them. */
      stillUsed: z.int(),
    }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Where takes are used. */
  uses: procedure({
    effect: 'reads',
    input: z.object({ takeIds: z.array(TakeId).max(1000) }),
    output: z.object({ uses: z.array(TakeUse) }),
  }),
  /** The other takes with the same content that are not in the trash, the first one first; at most as many as one call moves there. */
  othersOfContent: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId }),
    output: z.object({ others: z.array(SameContent) }),
  }),
  /**
   * Which take each file of such a content is here, besides what is in the trash: the one that is named, else one of the project, else the
   * first one. Null where there is none.
   */
  ofContents: procedure({
    effect: 'reads',
    input: z.object({
      files: z.array(z.object({ hash: AssetId, takeId: TakeId.nullable() })).max(500),
      projectId: ProjectId,
    }),
    output: z.object({ takes: z.array(Take.nullable()) }),
  }),
  /** The transcripts that listening back made of a take, the newest first. */
  checks: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId }),
    output: z.object({ checks: z.array(CheckOfTake).max(100) }),
  }),
  /** What a take was made from, and what was made with it: takes, its line and voice, sequences, films. At most 200 of them. */
  lineage: procedure({ effect: 'reads', input: z.object({ takeId: TakeId }), output: Lineage, faults: ['not-found'] }),
  /** What the file of a take is encoded with; null where it is missing or cannot be read. */
  probe: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId }),
    output: z.object({ facts: FileFacts.nullable() }),
    faults: ['not-found'],
  }),
  /** Extracts a still from a shot at this time and files it as a take, for use as the next source. */
  frame: procedure({
    effect: 'writes',
    input: z.object({ takeId: TakeId, atSeconds: z.number().min(0), projectId: ProjectId.nullable() }),
    output: z.object({ take: Take }),
    faults: ['not-found', 'unreadable-file', 'no-ffmpeg', 'library-read-only'],
  }),
  /**
   * Files a dropped or picked file as a take. The host received the file and issued the ticket. A picture that moves becomes a film where
   * `moving` is absent. `sameAsId`: the first take that had this content before; null for a new one.
   */
  import: procedure({
    effect: 'writes',
    input: z.object({ ticket: ImportTicket, projectId: ProjectId.nullable(), moving: AsMoving.optional() }),
    output: z.object({ take: Take, sameAsId: TakeId.nullable() }),
    faults: ['ticket-expired', 'unsupported-file', 'unreadable-file', 'library-read-only'],
  }),
  /** What its file says of how it was made; null where it says nothing. Files that another studio has are left out. */
  settingsInFile: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId }),
    output: z.object({
      settings: FileSettings.nullable(),
      /** Of the files that it was made from, and that this studio has. */
      sourceTakeIds: z.array(TakeId),
    }),
    faults: ['not-found'],
  }),
  /**
   * Gives a take its missing file back. A file with any other content is filed as its own take, which is returned in place of the
   * one asked for.
   */
  locate: procedure({
    effect: 'writes',
    input: z.object({ ticket: ImportTicket, takeId: TakeId, projectId: ProjectId.nullable() }),
    output: z.object({ take: Take }),
    faults: ['not-found', 'ticket-expired', 'unsupported-file', 'unreadable-file', 'library-read-only'],
  }),
}
