/** Drift: how the takes of a speaker sound along the script, compared with each other. Measured on this computer, free of charge. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { Label, LineId, ProjectId, TakeId } from './words.ts'

export const Measure = z.enum(['pitch', 'loudness', 'pace', 'brightness'])
export type Measure = z.infer<typeof Measure>

const each = <Value extends z.ZodType>(value: Value) => z.object({ pitch: value, loudness: value, pace: value, brightness: value })

/** Hertz, decibels below full scale, syllables a second, hertz. Null where there is too little to measure. */
export const Measures = each(z.number().nullable())
export type Measures = z.infer<typeof Measures>

/** In units of the measure: outside of `low` to `high` a take differs. */
export const Usual = z.object({ middle: z.number(), low: z.number(), high: z.number() })
export type Usual = z.infer<typeof Usual>
/** Null where there are too few takes to say what is usual. */
export const Usuals = each(Usual.nullable())
export type Usuals = z.infer<typeof Usuals>

/** How far a take is from what is usual: in semitones, decibels, octaves of pace (1 is twice as fast) and octaves. */
export const Deviation = z.object({ measure: Measure, by: z.number() })
export type Deviation = z.infer<typeof Deviation>

const speaker = Label.max(100)

/** A line whose take differs. */
export const DriftLine = z.object({
  lineId: LineId,
  takeId: TakeId,
  deviations: z.array(Deviation).min(1),
  /** A person said that it is right as it is. */
  isRight: z.boolean(),
})
export type DriftLine = z.infer<typeof DriftLine>

export const ProjectDrift = z.object({
  /** The project's id. */
  id: ProjectId,
  /** Who has takes, in the order of the script. */
  speakers: z.array(z.object({
    speaker,
    /** The take that the others are compared with; null: with their median. */
    anchorTakeId: TakeId.nullable(),
    takeCount: z.int().min(0),
    /** Still to be measured. */
    waitingCount: z.int().min(0),
  })),
  /** In the order of the script. */
  lines: z.array(DriftLine),
})
export type ProjectDrift = z.infer<typeof ProjectDrift>

export const DriftPoint = z.object({
  lineId: LineId,
  takeId: TakeId,
  measures: Measures,
  /** By another voice or in another language than the speaker is cast with: not compared. */
  isOther: z.boolean(),
})
export type DriftPoint = z.infer<typeof DriftPoint>

export const drift = {
  /** Which takes of one project differ, then changes. While it is followed, takes are measured in the background. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(ProjectDrift, ProjectId) }),
  /** What was measured of the takes of one speaker, in the order of the script, and what is usual among them. */
  points: procedure({
    effect: 'reads',
    input: z.object({ projectId: ProjectId, speaker }),
    output: z.object({ points: z.array(DriftPoint), usuals: Usuals }),
    faults: ['not-found'],
  }),
  /** Says of takes that they are right as they are, or takes that back. Another deviation is told again. */
  accept: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, takeIds: z.array(TakeId).min(1).max(5000), isRight: z.boolean(), ...isStep }),
    output: z.object({}),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Chooses the take that the others of a speaker are compared with; null: their median. */
  setAnchor: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, speaker, takeId: TakeId.nullable(), ...isStep }),
    output: z.object({}),
    faults: ['not-found', 'library-read-only'],
  }),
}
