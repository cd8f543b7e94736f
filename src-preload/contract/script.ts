/** The script: lines with speaker, text and direction, the casting of each speaker, and the chosen take of each line. */
import type { Changes } from './define.ts'
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { Fields } from './models.ts'
import { ProjectTones, SpeakerTone, ToneChain } from './tone.ts'
import { Instant, Label, LineId, LongText, ModelId, ProjectId, PronunciationId, Seconds, TakeId, VoiceId } from './words.ts'

/** Who speaks for a speaker: a model, and a voice of the library or the fields that choose and shape the voice. */
export const Casting = z.object({ speaker: Label.max(100), modelId: ModelId, voiceId: VoiceId.nullable(), fields: Fields })
export type Casting = z.infer<typeof Casting>

export const ProjectCastings = z.object({
  /** The project's id. */
  id: ProjectId,
  castings: z.array(Casting),
})
export type ProjectCastings = z.infer<typeof ProjectCastings>
/** The castings of a project after a change; `revision` is that of their feed which has it. */
export const ToldCastings = z.object({ castings: z.array(Casting), revision: z.int() })
export type ToldCastings = z.infer<typeof ToldCastings>

/** ISO 639-1 where there is one, as `rules/script/language-code.ts` has it. */
export const LanguageCode = z.string().regex(/^[a-z]{2,3}$/)

/** In which language a script is spoken, and speakers who speak another; see `rules/script/line-language.ts`. */
export const ScriptLanguages = z.object({
  /** The project's id. */
  id: ProjectId,
  /** Null where nobody has said. */
  script: LanguageCode.nullable(),
  speakers: z.array(z.object({ speaker: Casting.shape.speaker, language: LanguageCode })),
})
export type ScriptLanguages = z.infer<typeof ScriptLanguages>

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

/** Speech is spoken; directions, sound effects and notes are kept and shown, never sent and never heard. */
export const LineRole = z.enum(['speech', 'direction', 'effect', 'note'])
export type LineRole = z.infer<typeof LineRole>

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
  role: LineRole,
  /** That a person has said of this line alone; null where it follows its speaker and script. */
  language: LanguageCode.nullable(),
  /** In which it is spoken, as the narrowest setting says; null where none does, so that it follows from the words. */
  spokenIn: LanguageCode.nullable(),
  /** Its words stay as they are, and a take that it has is not generated again with the others. */
  isLocked: z.boolean(),
  /** Generated like others, but neither assembled nor heard. */
  isMuted: z.boolean(),
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
 * main has checked each when it read it. The text has a list for each property, which is half as long as one with all names in each line.
 */
export const SentLines = changesOf(Line, LineId).extend({ changed: z.string() })
export type SentLines = z.infer<typeof SentLines>

/** The text of these lines: the values of each property in their order, or just one where it is the same in all of them. */
export function textOfLines(lines: readonly Line[]): string {
  const names = lines[0] ? Object.keys(lines[0]) as (keyof Line)[] : [] // its own keys
  return JSON.stringify(Object.fromEntries(names.map((name) => {
    const values = lines.map(line => line[name])
    return [name, values.every(value => value === values[0]) ? values.slice(0, 1) : values]
  })))
}

/** What the text of a sent event says. */
export function linesChanged({ changed, ...event }: SentLines): Changes<Line, LineId> {
  const columns = Object.entries(JSON.parse(changed) as Record<string, unknown[]>)
  const count = Math.max(0, ...columns.map(([, values]) => values.length))
  const lines = Array.from({ length: count }, (_, at) => {
    const line: Record<string, unknown> = {}
    for (const [name, values] of columns)
      line[name] = values.length === 1 ? values[0] : values[at]
    return line as Line // as main wrote it
  })
  return { ...event, changed: lines }
}

/** What is said instead of a word, when a line with it is sent. The script keeps the word. */
export const Pronunciation = z.object({
  id: PronunciationId,
  /** Null for all projects of the studio. */
  projectId: ProjectId.nullable(),
  /** In small letters it is meant in any case; with capitals, as it is written. */
  word: z.string().trim().min(1).max(100),
  /** ISO 639-1; empty for any. */
  language: z.string().max(20),
  alias: z.string().trim().min(1).max(200),
})
export type Pronunciation = z.infer<typeof Pronunciation>

/** How fast a speaker speaks, learned from takes that there are; see `rules/script/pace.ts`. */
export const SpeakerPace = z.object({
  speaker: Label.max(100),
  /** As their lines say: a speaker of two languages has a pace in each. */
  language: LanguageCode.nullable(),
  lettersPerSecond: z.number().positive(),
  edgeSeconds: z.number().min(0),
  spread: z.number().min(0).max(1),
  takeCount: z.int().min(0),
  from: z.enum(['voice', 'speaker', 'language']),
})
export type SpeakerPace = z.infer<typeof SpeakerPace>

const LineText = { speaker: Label.max(100), text: LongText, direction: z.string().max(2000) }
const words = { ...LineText, pauseSeconds: z.number().min(0).max(60) }
/** Those of a line that are meant; the others stay as they are. */
const LineWords = z.object(words).partial()
export type LineWords = z.infer<typeof LineWords>
const LineChange = z.object({
  ...words,
  role: LineRole,
  language: LanguageCode.nullable(),
  isLocked: z.boolean(),
  isMuted: z.boolean(),
}).partial()
export type LineChange = z.infer<typeof LineChange>
/** Without a pause it has the usual one. */
const NewLine = z.object({
  ...LineText,
  pauseSeconds: words.pauseSeconds.optional(),
  role: LineRole.optional(),
  language: LanguageCode.nullable().optional(),
  isMuted: z.boolean().optional(),
})
const LineEdit = LineChange.extend({
  lineId: LineId,
  expected: LineChange.optional(),
  /** New lines behind it, of words that the edit takes out of it. */
  followedBy: z.array(NewLine).max(5000).optional(),
})
export type LineEdit = z.infer<typeof LineEdit>
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
  /** The languages of one project, then changes. */
  languages: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(ScriptLanguages, ProjectId) }),
  /**
   * Says in which language the script is spoken, or with `speaker` who speaks in which; null takes it away. `expected` is the present one;
   * when it is another, the call fails with changed-meanwhile.
   */
  setLanguage: procedure({
    effect: 'writes',
    input: z.object({
      projectId: ProjectId,
      speaker: Casting.shape.speaker.nullable(),
      language: LanguageCode.nullable(),
      expected: LanguageCode.nullable().optional(),
      ...isStep,
    }),
    output: z.object({}),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** The level and tone of the speakers of one project, then changes. */
  tones: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(ProjectTones, ProjectId) }),
  /**
   * Gives the takes of a speaker a chain of filters through which they are heard in the project and in its deliveries; null takes it away.
   * `expected` is the present chain, null for none; when it is another, the call fails with changed-meanwhile.
   */
  setTone: procedure({
    effect: 'writes',
    input: z.object({
      projectId: ProjectId,
      speaker: SpeakerTone.shape.speaker,
      chain: ToneChain.nullable(),
      expected: ToneChain.nullable().optional(),
      ...isStep,
    }),
    output: z.object({}),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** The castings of the speakers of one project, then changes. */
  castings: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(ProjectCastings, ProjectId) }),
  /**
   * The pace of each speaker of a project, from what their voice has spoken before, and the lengths of the takes that lines use. Practice
   * takes tell the pace only for practice accounts.
   */
  paces: procedure({
    effect: 'reads',
    input: z.object({ projectId: ProjectId, isPractice: z.boolean() }),
    output: z.object({
      paces: z.array(SpeakerPace),
      lengths: z.array(z.object({ takeId: TakeId, seconds: Seconds })),
    }),
    faults: ['not-found'],
  }),
  /**
   * Casts a speaker. Lines of that speaker that were made with another voice become stale. `expected` is the present casting, null for
   * none; when it is another, the call fails with changed-meanwhile.
   */
  cast: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, casting: Casting, expected: Casting.nullable().optional(), ...isStep }),
    output: ToldCastings,
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** The pronunciation dictionary as it counts in a project, with the entries of the studio, or these alone for null, then changes. */
  pronunciations: feed({ input: z.object({ projectId: ProjectId.nullable() }), event: changesOf(Pronunciation, PronunciationId) }),
  /**
   * Writes and deletes entries. Lines with their words that were generated become stale, others do not. `expected` are those of them that
   * were there when the person began: where one is another by now, or one more is there, the call fails with changed-meanwhile.
   */
  pronounce: procedure({
    effect: 'writes',
    input: z.object({
      saved: z.array(Pronunciation).max(5000),
      removedIds: z.array(PronunciationId).max(5000),
      expected: z.array(Pronunciation).max(10_000).optional(),
      ...isStep,
    }),
    output: z.object({}),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Adds lines after the given one, or at the end. */
  add: procedure({
    effect: 'writes',
    input: z.object({
      projectId: ProjectId,
      afterLineId: LineId.nullable(),
      lines: z.array(NewLine).min(1).max(5000),
      ...isStep,
    }),
    output: z.object({ lines: z.array(Line) }),
    faults: ['not-found', 'library-read-only'],
  }),
  /**
   * Changes the given words of a line; its takes stay. Answers what it was before, too. Fails with changed-meanwhile when the line does
   * not have the expected words, and for other words of a locked line.
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
    output: ToldCastings.extend({ lineIds: z.array(LineId), before: z.array(Casting) }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Moves a line to another position. Fails with changed-meanwhile when it is not at the expected one. */
  move: procedure({
    effect: 'writes',
    input: z.object({ lineId: LineId, position: z.int().min(0), expected: z.int().optional(), ...isStep }),
    ...OneLine,
  }),
  /**
   * Takes that are not the line's own and may be chosen for it, the newest first: samples of a voice, and takes of other lines that were
   * made by the very request that it asks for.
   */
  borrowed: procedure({
    effect: 'reads',
    input: z.object({ lineId: LineId }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['not-found'],
  }),
  /** Chooses the take that the line uses. Fails with changed-meanwhile when it uses another one than expected; null is none. */
  choose: procedure({
    effect: 'writes',
    input: z.object({ lineId: LineId, takeId: TakeId, expected: TakeId.nullable().optional(), ...isStep }),
    ...OneLine,
  }),
  /**
   * Changes several lines at once, or none. A locked line keeps its speaker, text, direction, role and language, unless the edit unlocks
   * it: it is answered among `lockedIds`, and no line is added behind it. Fails with changed-meanwhile when a line does not have what is
   * expected of it.
   */
  change: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, edits: z.array(LineEdit).min(1).max(20_000), ...isStep }),
    output: z.object({ lines: z.array(Line), lockedIds: z.array(LineId) }),
    faults: OneLine.faults,
  }),
  /** Moves several lines to the trash at once, or none; their takes stay in the library. Locked ones stay: they are answered. */
  removeAll: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, lineIds: z.array(LineId).min(1).max(20_000), ...isStep }),
    output: z.object({ lockedIds: z.array(LineId) }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Moves the line to the trash; its takes stay in the library. Fails with changed-meanwhile for a locked line. */
  remove: procedure({
    effect: 'writes',
    input: z.object({ lineId: LineId, ...isStep }),
    output: z.object({}),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
}
