/** A kind of work: the schema of its plan, how it is paid, and one step for each state in which it works. */
import type { z } from 'zod'
import type { BlockedBy, Failure, Hold, JobState } from '#contract/jobs.ts'
import type { Charged, JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { JobPatch, Ledger } from './ledger-port.ts'
import type { Outputs } from './outputs.ts'
import type { JobRow } from './rows.ts'
import type { JobEvent, Nature } from './states.ts'

/** What the engine works with, and lends to every kind. */
export interface EnginePorts {
  readonly ledger: Ledger
  readonly outputs: Outputs
  /** Absolute path under which each job has its own folder while it works. */
  readonly workFolder: string
  readonly freeBytes: () => Promise<number>
  /** Nothing paid starts with less free space than this. */
  readonly minFreeBytes: number
  /** False while the library is damaged: nothing new is sent, and downloaded results wait in their folders. */
  readonly mayFile: () => boolean
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
}

/** One job at work. Its moves are the engine's: a step answers how the job continues, and only `commit` writes before that. */
export interface Work<Plan> extends Omit<EnginePorts, 'ledger'> {
  readonly ledger: Omit<Ledger, 'move' | 'tryMove'>
  readonly row: JobRow
  readonly plan: Plan
  /** The job's own folder; it exists, and is removed when the job is done. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Set while the service asks requests like this job's to wait. */
  readonly held: () => Hold | null
  /** Makes it durable that the request is about to be whole, or answers 'hold' when it must wait: then it must not leave. */
  readonly commit: () => Promise<'send' | 'hold'>
}

/** The step is repeated after this time. */
export interface Waiting { waitMs: number, patch?: JobPatch, isRateLimited?: boolean }

/**
 * A step never throws to steer: it returns how the job continues. A throw is a bug; after `commit` it means unsure. `made` are the files
 * in its folder that local work made for its next step, as absolute paths: with `fetch` they are flushed and put on record.
 */
export type StepResult
  = | { event: JobEvent, patch?: JobPatch, made?: readonly string[] }
    | Waiting
    | { refused: Failure, charged: Charged, patch?: JobPatch }
    | { unsure: Failure, patch?: JobPatch }
    /** Certainly not paid. Blocked by `rate`, like `isRateLimited` above, holds back others that ask the same for as long. */
    | { blockedBy: BlockedBy, waitMs: number | null, failure?: Failure }

/** A job that is about to end, and how. */
export interface Ending extends EnginePorts {
  readonly row: JobRow
  readonly event: JobEvent
  /** What will be recorded with the end. */
  readonly patch: JobPatch
}

/** A kind of work, which uses these ports of its own besides the engine's. */
export interface KindOfWork<Plan, Ports> {
  readonly nature: Nature
  readonly plan: z.ZodType<Plan>
  /** At least those in which `passes` in `states.ts` has no event for this nature. */
  readonly steps: Readonly<Partial<Record<JobState, (work: Work<Plan> & Ports) => Promise<StepResult>>>>
  /** Puts a job's things in order before its end is on record: a crash in between repeats it. Resolves to what else is to be recorded. */
  readonly ending?: (ending: Ending & Ports) => Promise<JobPatch>
  /**
   * Reads what is on the disk of an answer that did not come whole again, as this version reads it. Free and offline. Resolves to what
   * is to be recorded, and the move to make where there is one.
   */
  readonly readAgain?: (ports: EnginePorts & Ports, row: JobRow) => Promise<{ readonly event: JobEvent | null, readonly patch: JobPatch }>
  /** Jobs that exist only for this one: it needs them, and nothing else does. */
  readonly needs?: (plan: Plan) => readonly JobId[]
  /** Once when the studio opens, after what another run left was recovered. */
  readonly opened?: (ports: EnginePorts & Ports) => Promise<void>
}

/** A kind as the engine sees it: the types of its plan and its ports are known only inside the kind. See `KindOfWork`. */
export interface AnyKind {
  readonly nature: Nature
  /** None for a plan that this program cannot read. */
  readonly needs: (row: JobRow) => readonly JobId[]
  /** Parses the plan of the row. @throws ZodError when this version cannot read it. */
  readonly step: (row: JobRow, state: JobState) => ((work: Omit<Work<never>, 'plan'>) => Promise<StepResult>) | undefined
  readonly ending?: (ending: Ending) => Promise<JobPatch>
  readonly readAgain?: (ports: EnginePorts, row: JobRow) => Promise<{ readonly event: JobEvent | null, readonly patch: JobPatch }>
  readonly opened?: (ports: EnginePorts) => Promise<void>
}

/** Builds a kind with the ports that it names. */
export interface KindBuilder<Ports> {
  (ports: Ports): AnyKind
  readonly nature: Nature
}

/** Closes a kind over the types of its plan and its ports. */
export function defineKind<Plan, Ports extends object>(kind: KindOfWork<Plan, Ports>): KindBuilder<Ports> {
  const { nature, ending, opened, readAgain } = kind
  const build = (ports: Ports): AnyKind => ({
    nature,
    ...(ending && { ending: given => ending({ ...ports, ...given }) }),
    ...(opened && { opened: given => opened({ ...ports, ...given }) }),
    ...(readAgain && { readAgain: (given, row) => readAgain({ ...ports, ...given }, row) }),
    needs(row) {
      const plan = kind.needs && kind.plan.safeParse(JSON.parse(row.plan)).data
      return plan === undefined ? [] : kind.needs?.(plan) ?? []
    },
    step(row, state) {
      const step = kind.steps[state]
      if (!step)
        return undefined
      const plan = kind.plan.parse(JSON.parse(row.plan))
      return work => step({ ...ports, ...work, plan })
    },
  })
  return Object.assign(build, { nature })
}
