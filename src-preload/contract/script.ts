/** The script: lines with speaker, text and direction, the casting of each speaker, and the chosen take of each line. */
import type { Changes } from './define.ts'
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { Fields } from './models.ts'
import { Instant, Label, LineId, LongText, ModelId, ProjectId, TakeId, VoiceId } from './words.ts'

/** Who speaks for a speaker: a model, and a voice of the library or the fields that choose and shape the voice. */
export const Casting = z.object({ speaker: Label.max(100), modelId: ModelId, voiceId: VoiceId.nullable(), fields: Fields })
export type Casting = z.infer<typeof Casting>

export const ColourName = z.enum(['orange', 'blue', 'pink', 'purple', 'yellow', 'cyan', 'red', 'indigo'])
export type ColourName = z.infer<typeof ColourName>

/** Chosen by a person, or given to the speaker with their first line. */
export const SpeakerColour = z.object({ speaker: Casting.shape.speaker, colour: ColourName, isChosen: z.boolean() })
export type SpeakerColour = z.infer<typeof SpeakerColour>

/** Also of speakers who have no line any more. `withColours` tells those of speakers who are not in it yet. */
export const ProjectColours = z.object({
  /** The project's id. */
  id: ProjectId,
  colours: z.array(SpeakerColour),
})
export type ProjectColours = z.infer<typeof ProjectColours>

export const Line = z.object({
  id: LineId,
  projectId: ProjectId,
  /** Position in the script, from 0. */
  position: z.int(),
  speaker: Label,
  text: z.string(),
  direction: z.string(),
  /** Silence after the line. */
  pauseSeconds: z.number(),
  chosenTakeId: TakeId.nullable(),
  takeCount: z.int(),
  /** Stale: text, direction or casting differ from what the chosen take was made from. */
  state: z.enum(['not-made', 'made', 'stale']),
  /** Equal for lines and jobs that ask for the very same thing; null while the line has no voice or no words. */
  requestKey: z.string().nullable(),
  /** A take, of any line, that was made by the very request that the line now asks for: it need not be made. */
  fittingTakeId: TakeId.nullable(),
  changedAt: Instant,
})
export type Line = z.infer<typeof Line>

/**
 * As it is sent. The lines are JSON in one text: to check and copy 4,000 of them at both ends takes as long as to read and show them, and
 * main has checked each when it read it.
 */
export const SentLines = changesOf(Line, LineId).extend({ changed: z.string() })
export type SentLines = z.infer<typeof SentLines>

/** What the text of a sent event says. */
export function linesChanged({ changed, ...event }: SentLines): Changes<Line, LineId> {
  return { ...event, changed: JSON.parse(changed) as Line[] } // as main wrote it
}

const LineText = { speaker: Label.max(100), text: LongText, direction: z.string().max(2000) }
/** Those of a line that are meant; the others stay as they are. */
const LineWords = z.object({ ...LineText, pauseSeconds: z.number().min(0).max(60) }).partial()
export type LineWords = z.infer<typeof LineWords>
const OneLine = { output: z.object({ line: Line }), faults: ['not-found', 'changed-meanwhile', 'library-read-only'] } as const

export const script = {
  /** The lines of one project in order, then changes. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: SentLines }),
  /** The colours of the speakers of one project, then changes. */
  colours: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(ProjectColours, ProjectId) }),
  /**
   * Gives a speaker a colour. Caption tracks that show the speaker in the former one follow. Fails with changed-meanwhile when the speaker
   * does not have the expected one.
   */
  colourSpeaker: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, ...SpeakerColour.shape, expected: ColourName.optional(), ...isStep }),
    output: z.object({}),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** The casting of each speaker in one project. */
  castings: procedure({
    effect: 'reads',
    input: z.object({ projectId: ProjectId }),
    output: z.object({ castings: z.array(Casting) }),
    faults: ['not-found'],
  }),
  /**
   * Casts a speaker. Lines of that speaker that were made with another voice become stale. `expected` is the present casting, null for
   * none; when it is another, the call fails with changed-meanwhile.
   */
  cast: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, casting: Casting, expected: Casting.nullable().optional(), ...isStep }),
    output: z.object({ castings: z.array(Casting) }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Adds lines after the given one, or at the end. */
  add: procedure({
    effect: 'writes',
    input: z.object({
      projectId: ProjectId,
      afterLineId: LineId.nullable(),
      lines: z.array(z.object(LineText)).min(1).max(5000),
      ...isStep,
    }),
    output: z.object({ lines: z.array(Line) }),
    faults: ['not-found', 'library-read-only'],
  }),
  /**
   * Changes the given words of a line; its takes stay. Answers what it was before, too. Fails with changed-meanwhile when the line does
   * not have the expected words.
   */
  edit: procedure({
    effect: 'writes',
    input: LineWords.extend({ lineId: LineId, expected: LineWords.optional(), ...isStep }),
    ...OneLine,
    output: z.object({ line: Line, before: Line }),
  }),
  /**
   * Gives the lines of a speaker another name, and so merges two speakers where the name is taken. The casting goes along; where both are
   * cast, that of `to` is. With `lineIds`, only those of them that `from` speaks, and castings stay as they are. Captions follow.
   */
  renameSpeaker: procedure({
    effect: 'writes',
    input: z.object({
      projectId: ProjectId,
      from: Casting.shape.speaker,
      to: Casting.shape.speaker,
      lineIds: z.array(LineId).max(20_000).optional(),
      ...isStep,
    }),
    output: z.object({ lineIds: z.array(LineId), before: z.array(Casting), castings: z.array(Casting) }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Moves a line to another position. Fails with changed-meanwhile when it is not at the expected one. */
  move: procedure({
    effect: 'writes',
    input: z.object({ lineId: LineId, position: z.int().min(0), expected: z.int().optional(), ...isStep }),
    ...OneLine,
  }),
  /** Chooses the take that the line uses. Fails with changed-meanwhile when it uses another one than expected; null is none. */
  choose: procedure({
    effect: 'writes',
    input: z.object({ lineId: LineId, takeId: TakeId, expected: TakeId.nullable().optional(), ...isStep }),
    ...OneLine,
  }),
  /** Moves the line to the trash; its takes stay in the library. */
  remove: procedure({
    effect: 'writes',
    input: z.object({ lineId: LineId, ...isStep }),
    output: z.object({}),
    faults: ['not-found', 'library-read-only'],
  }),
}
