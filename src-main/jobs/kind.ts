/** A kind of work: the schema of its plan, how it is paid, and one step for each state in which it works. */
import type { z } from 'zod'
import type { BlockedBy, Failure, Hold, JobState } from '#contract/jobs.ts'
import type { Charged, JobId } from '#contract/words.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Signing } from '../accounts/signing.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Assets } from '../library/assets.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Takes } from '../library/takes.ts'
import type { Voices } from '../library/voices.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { SegmentCache } from '../media/render/segment-cache.ts'
import type { ServiceClient } from '../service/client.ts'
import type { Spend } from '../spend/spend.ts'
import type { JobPatch, Ledger } from './ledger.ts'
import type { Outputs } from './outputs.ts'
import type { JobRow } from './rows.ts'
import type { JobEvent, Nature } from './states.ts'

/** The parts of the studio that steps may use. */
export interface WorkPorts {
  readonly ledger: Ledger
  readonly accounts: Pick<Accounts, 'connectionOf' | 'recordSuccess' | 'onUnblocked'>
  readonly client: ServiceClient
  readonly takes: Takes
  readonly assets: Assets
  readonly deliveries: Deliveries
  readonly conversations: Conversations
  readonly voices: Voices
  readonly outputs: Outputs
  readonly spend: Pick<Spend, 'hold' | 'settle' | 'fitting'>
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  readonly signing: Pick<Signing, 'signer'>
  readonly segmentCache: Pick<SegmentCache, 'has' | 'take' | 'keep'>
  /** Absolute path under which each job has a folder of its own while it works. */
  readonly workFolder: string
  /** Absolute path of the folder that films are delivered to. */
  readonly deliveriesFolder: string
  readonly freeBytes: () => Promise<number>
  /** Nothing paid starts with less free space than this. */
  readonly minFreeBytes: number
  /** False while the library is damaged: nothing new is sent, and downloaded results wait in their folders. */
  readonly mayFile: () => boolean
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
}

/** One job at work. Its moves are the engine's: a step answers how the job goes on, and only `commit` writes before that. */
export interface Work<Plan> extends Omit<WorkPorts, 'ledger'> {
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
 * A step never throws to steer: it answers how the job goes on. A throw is a bug, and after `commit` it means unsure. `made` are the files
 * in its folder that local work made for its next step, as absolute paths: with `fetch` they are flushed and put on record.
 */
export type StepResult
  = | { event: JobEvent, patch?: JobPatch, made?: readonly string[] }
    | Waiting
    | { refused: Failure, charged: Charged, patch?: JobPatch }
    | { unsure: Failure, patch?: JobPatch }
    /** Certainly not paid. Blocked by `rate`, like `isRateLimited` above, holds back others that ask the same for as long. */
    | { blockedBy: BlockedBy, waitMs: number | null, failure?: Failure }

export type Step<Plan> = (work: Work<Plan>) => Promise<StepResult>

/** A job that is about to end, and how. */
export interface Ending extends WorkPorts {
  readonly row: JobRow
  readonly event: JobEvent
  /** What will be recorded with the end. */
  readonly patch: JobPatch
}

/** What a kind may do besides its steps. */
interface Duties<Plan = never> {
  /** Puts a job's things in order before its end is on record: a crash in between repeats it. Resolves to what else is to be recorded. */
  readonly ending?: (ending: Ending) => Promise<JobPatch>
  /**
   * Reads what is on the disk of an answer that did not come whole once more, as this version reads it. Free and offline. Resolves to what
   * is to be recorded, and the move to make where there is one.
   */
  readonly readAgain?: (ports: WorkPorts, row: JobRow) => Promise<{ readonly event: JobEvent | null, readonly patch: JobPatch }>
  /** Jobs that are only there for this one: it cannot be made without them, and nobody else asked for them. */
  readonly needs?: (plan: Plan) => readonly JobId[]
  /** Once when the studio opens, after what another run left was recovered. */
  readonly opened?: (ports: WorkPorts) => Promise<void>
}

export interface KindOfWork<Plan> extends Duties<Plan> {
  readonly nature: Nature
  readonly plan: z.ZodType<Plan>
  /** At least those in which `passes` in `states.ts` has no event for this nature. */
  readonly steps: Readonly<Partial<Record<JobState, Step<Plan>>>>
}

/** A kind as the engine sees it: the plan's type is known only inside the kind. */
export interface AnyKind extends Omit<Duties, 'needs'> {
  readonly nature: Nature
  /** See `Duties`; none for a plan that this program cannot read. */
  readonly needs: (row: JobRow) => readonly JobId[]
  /** Parses what comes out of the row. @throws ZodError when this program cannot read it. */
  readonly step: (row: JobRow, state: JobState) => ((work: Omit<Work<never>, 'plan'>) => Promise<StepResult>) | undefined
}

/** Closes a kind over its plan's type. */
export function sealKind<Plan>(kind: KindOfWork<Plan>): AnyKind {
  return {
    ...(kind.ending && { ending: kind.ending }),
    ...(kind.opened && { opened: kind.opened }),
    ...(kind.readAgain && { readAgain: kind.readAgain }),
    nature: kind.nature,
    needs(row) {
      const plan = kind.needs && kind.plan.safeParse(JSON.parse(row.plan)).data
      return plan === undefined ? [] : kind.needs?.(plan) ?? []
    },
    step(row, state) {
      const step = kind.steps[state]
      if (!step)
        return undefined
      const plan = kind.plan.parse(JSON.parse(row.plan))
      return work => step({ ...work, plan })
    },
  }
}
