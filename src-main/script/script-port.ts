/** What the script offers to the other parts of the studio. */
import type { Model } from '#contract/models.ts'
import type {
  Casting,
  Line,
  LineEdit,
  LineWords,
  ProjectCastings,
  ProjectColours,
  Pronunciation,
  ScriptLanguages,
  SpeakerColour,
  ToldCastings,
} from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, ProjectId, PronunciationId, TakeId, VoiceId } from '#contract/words.ts'
import type { AddedLine } from '#rules/script/script-lines.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { RowChange } from '../journal/row-changes.ts'
import type { OnModels } from '../library/models.ts'
import type { ReleaseTakes } from '../library/purge-takes.ts'
import type { Transaction } from '../storage/database.ts'
import type { Renamed, Renaming } from './rename-speaker.ts'

/** What is asked of a line that is sent, and the take that it uses until then. */
export interface LineAsks extends Pick<Line, 'direction' | 'role' | 'chosenTakeId' | 'spokenIn'> {
  readonly pronunciations: readonly Pronunciation[]
}

/**
 * A line that has a take made by the very request that it now asks for, wherever in the library, gets that take chosen whenever the
 * line, its casting or the takes change, so that nothing is bought twice. Only a person's own choice of another take stands.
 *
 * Every call throws Fault not-found for a project or line that does not exist, also for a removed line; and changed-meanwhile when the
 * present state is not the expected one.
 */
export interface Script {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Line, LineId>>
  /** Changes of all projects, from now on. */
  everyChange: (signal: AbortSignal) => AsyncIterable<ChangesEvent<Line, LineId>>
  /** Of all projects; lines without one are left out. */
  chosenTakes: () => Promise<Map<LineId, TakeId>>
  /** The lines that use these takes, in all projects. */
  linesUsing: (takeIds: readonly TakeId[]) => Promise<{ id: LineId, projectId: ProjectId }[]>
  /** In order; with `among`, those of these. */
  lines: (projectId: ProjectId, among?: readonly LineId[]) => Promise<Line[]>
  /** Each line with its chosen take, for layouts and checks. */
  linesWithTakes: (projectId: ProjectId) => Promise<{ line: Line, take: Take | null }[]>
  /** What a line says of its request, and how its words are said. */
  asksFor: (lineId: LineId) => Promise<LineAsks>
  /** Those of the project and of the studio; without a project, those of the studio. */
  pronunciationsOf: (projectId: ProjectId | null) => Promise<Pronunciation[]>
  pronunciations: (projectId: ProjectId | null, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Pronunciation, PronunciationId>>
  /** Writes and deletes entries that are as expected, and finds the takes of the lines that they are about. */
  pronounce: (
    saved: readonly Pronunciation[],
    removedIds: readonly PronunciationId[],
    expected?: readonly Pronunciation[],
  ) => Promise<void>
  /** Puts entries as these changes say, by `write`, as `turn` does for lines. */
  turnPronounced: Script['turn']
  /** These entries were written or deleted, with all lines of their project: tells them. */
  notePronounced: (ids: readonly PronunciationId[]) => Promise<void>
  /** The newest take that a request has made, by the practice service or not; null without one. */
  takeMadeFrom: (asked: { madeFrom: string, model: Model, isPractice: boolean }) => Promise<TakeId | null>
  /** Of requests with one text, the newest take that each has made, by its key (see `requestKeyOf`). */
  takesMadeFrom: (asked: {
    text: string
    asked: readonly { readonly madeFrom: string, readonly model: Model }[]
    isPractice: boolean
  }) => Promise<Map<string, TakeId>>
  castings: (projectId: ProjectId) => Promise<Casting[]>
  followCastings: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<ProjectCastings, ProjectId>>
  colours: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<ProjectColours, ProjectId>>
  /** Answers the colour that the speaker had; null for one who never had a line. */
  colourSpeaker: (projectId: ProjectId, now: SpeakerColour, expected?: SpeakerColour['colour']) => Promise<SpeakerColour['colour'] | null>
  languages: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<ScriptLanguages, ProjectId>>
  /** Without a speaker, that of the script; null takes it away. */
  setLanguage: (
    projectId: ProjectId,
    now: { readonly speaker: string | null, readonly language: string | null, readonly expected?: string | null | undefined },
  ) => Promise<void>
  cast: (projectId: ProjectId, casting: Casting, expected?: Casting | null) => Promise<ToldCastings>
  /** In the transaction that deletes a voice. Answers what tells others, once it is durable. */
  releaseVoice: (tx: Transaction, voiceId: VoiceId) => Promise<() => Promise<void>>
  /** The model list has changed: lines that ask for something else now are judged again, and told. */
  noteModels: OnModels
  /**
   * In the transaction that deletes takes of the trash: a fitting one that stands in for one of them becomes the chosen take. Answers what
   * tells others, once it is durable.
   */
  releaseTakes: ReleaseTakes
  /** Adds lines after the given one, or at the end. Returns the new lines. */
  add: (projectId: ProjectId, afterLineId: LineId | null, lines: readonly AddedLine[]) => Promise<Line[]>
  /** Words that are not given stay as they are. */
  edit: (lineId: LineId, words: LineWords) => Promise<Line>
  /** Answers what the line was before, too. */
  editFrom: (lineId: LineId, words: LineWords, expected?: LineWords) => Promise<{ line: Line, before: Line }>
  /** Answers the lines that have the other name now, and the castings before and now. */
  renameSpeaker: (renaming: Renaming) => Promise<Renamed & ToldCastings>
  /** Changes several lines, or none. Answers them, and those that a lock has kept as they were. */
  change: (projectId: ProjectId, edits: readonly LineEdit[]) => Promise<{ lines: Line[], lockedIds: LineId[] }>
  /** Removes several lines; those that are not there do not matter. Answers locked ones, which stay. */
  removeAll: (projectId: ProjectId, lineIds: readonly LineId[]) => Promise<LineId[]>
  /** A position beyond the end means the end. */
  move: (lineId: LineId, position: number, expected?: number) => Promise<Line>
  /** The take must belong to the line, or be made by the very request that it asks for, and not be in the trash. */
  choose: (lineId: LineId, takeId: TakeId, expected?: TakeId | null) => Promise<Line>
  /** Takes that are not its own and may be chosen for it, the newest first: samples of a voice, and takes of the same words elsewhere. */
  borrowed: (lineId: LineId) => Promise<TakeId[]>
  /** Where a line is; null for one that is not in the script. */
  place: (lineId: LineId) => Promise<Pick<Line, 'projectId' | 'position'> | null>
  /**
   * A take that was asked for while each of these lines used its `former` is used, if it arrived whole: by its own line, and by those that
   * still ask for the very same. A locked line, and one that uses another take now, keeps what it has.
   */
  retake: (takeId: TakeId, lines: readonly { readonly lineId: LineId, readonly former: TakeId }[]) => Promise<void>
  /** Its takes stay; `restore` puts the line back where it was. */
  remove: (lineId: LineId) => Promise<void>
  restore: (lineId: LineId) => Promise<Line>
  /** Deletes a removed line; its takes stay, without a line. */
  purge: (lineId: LineId) => Promise<void>
  /**
   * A take was filed or changed. It becomes the chosen take of its line, and of every line that asks for the very same, if that has
   * none, or an older, stale one. Repeats are harmless. The line may be gone, because a job keeps only its id.
   */
  noteTakeFiled: (lineId: LineId | null, takeId: TakeId) => Promise<void>
  /**
   * Chooses a fitting take for each line without one, or for all lines of one project that are not made. So a take that arrived while
   * its line was removed, while another version of the script was restored, or just before a crash is not bought again. Repeats
   * are harmless.
   */
  chooseForgotten: (projectId?: ProjectId) => Promise<void>
  /** The script was replaced by another module: sends all of it. */
  announceAll: (projectId: ProjectId, before: readonly LineId[]) => Promise<void>
  /**
   * Puts rows of lines, castings and colours as these changes say. `write` writes those that need nothing of the script. Answers what tells
   * others, once it is durable.
   */
  turn: (
    tx: Transaction,
    changes: readonly RowChange[],
    write: (changes: readonly RowChange[]) => Promise<void>,
  ) => Promise<() => Promise<void>>
  close: () => void
}
