/** The ledger as the rest of the studio sees it, and what is queued in it. */
import type { Into } from '#contract/into.ts'
import type { Failure, Job, JobKind } from '#contract/jobs.ts'
import type { AccountId, AssetId, DeliveryId, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Durations } from './durations.ts'
import type { AlsoLine, JobRow } from './rows.ts'
import type { JobEvent } from './states.ts'

/**
 * Work to be queued. `plan` is plain JSON that the kind's schema can parse. It does not change any more, but for what only
 * becomes known when the request is ready to be sent.
 */
export interface NewJob {
  readonly id?: JobId
  readonly requestId: RequestId
  /** One request may make several jobs; each has its own number from 0. */
  readonly requestPart: number
  readonly kind: JobKind
  readonly title: string
  readonly modelId?: ModelId | null
  readonly accountId?: AccountId | null
  readonly projectId?: ProjectId | null
  readonly lineId?: LineId | null
  readonly deliveryId?: DeliveryId | null
  readonly retryOf?: JobId | null
  readonly isLive?: boolean
  /** How large the work is, in the unit of its kind, where that is known. */
  readonly size?: number | null
  readonly requestKey?: string | null
  /** The request that queued it together with others. */
  readonly batchId?: RequestId | null
  /** The clip that waits for its take. */
  readonly intoClip?: Into | null
  /** The take that its line uses, and for which it makes another. */
  readonly intoLine?: TakeId | null
  /** Other lines that use its take, too. */
  readonly alsoLines?: readonly AlsoLine[] | null
  readonly plan: object
}

/** What a move may write besides the state. */
export interface JobPatch {
  blockedBy?: Job['blockedBy']
  taskId?: string
  serviceState?: string | null
  charged?: Job['charged']
  failure?: Failure | null
  /** Facts about the answer on disk: JSON for the kind that wrote it. */
  answer?: object
  takeIds?: readonly TakeId[]
  wakesAt?: number | null
  attempts?: number
  /** Replaces the plan: only before the request is sent. */
  plan?: object
}

export interface Ledger {
  /** Resolves when the jobs are durable. The same request id and part again gives the job that exists. */
  enqueue: (jobs: readonly NewJob[]) => Promise<Job[]>
  /** One durable move. @throws Error when the table of moves does not allow it, which is a bug. */
  move: (jobId: JobId, event: JobEvent, patch?: JobPatch) => Promise<JobRow>
  /** The same, or null when the job has moved on in the meantime, so that the move is not allowed, or not wanted, any more. */
  tryMove: (jobId: JobId, event: JobEvent, patch?: JobPatch, isWanted?: (row: JobRow) => boolean) => Promise<JobRow | null>
  /** Writes facts without a move. */
  note: (jobId: JobId, patch: JobPatch) => Promise<JobRow>
  row: (jobId: JobId) => Promise<JobRow>
  /** In the order of the ids; those that do not exist are left out. */
  rows: (jobIds: readonly JobId[]) => Promise<JobRow[]>
  /** Cancels those of the jobs whose request has not left, in one transaction. Returns their ids. They must not be active. */
  cancelWaiting: (jobIds: readonly JobId[]) => Promise<JobId[]>
  /** How many of these are cancelled without a charge, and how many were or may have been sent to a service. */
  outcomeOf: (jobIds: readonly JobId[]) => Promise<{ cancelled: number, sent: number }>
  /** Those of the jobs, and of all their retries, that have not ended. */
  openTries: (jobIds: readonly JobId[]) => Promise<JobRow[]>
  /** All tries of what this job is to make: those before it, and all their retries, oldest first. */
  allTries: (jobId: JobId) => Promise<JobRow[]>
  /** Uploads that have not ended and were queued by these jobs themselves. */
  openUploadsOf: (jobIds: readonly JobId[]) => Promise<JobRow[]>
  /** The jobs that this request has made, in the order in which its maker answered them. */
  madeBy: (requestId: RequestId) => Promise<JobId[]>
  /** How many takes of lines the jobs of a batch make, and for how many lines. */
  countOf: (batchId: RequestId) => Promise<{ takeCount: number, lineCount: number }>
  /** Requests to a model that are being made, or may have been, newest first. The body is null for what is no single request. */
  underWayOf: (modelId: ModelId, isPractice: boolean) => Promise<{ id: JobId, requestKey: string | null, body: string | null }[]>
  /** The files of which a transcript is being made, or may have been. Translations are no transcripts. */
  beingTranscribed: () => Promise<{ assetId: AssetId, isPractice: boolean }[]>
  /** What is being made, or may have been: the lines, and the keys of the requests. */
  underWay: () => Promise<{ lineIds: ReadonlySet<LineId>, requestKeys: ReadonlySet<string> }>
  get: (jobId: JobId) => Promise<Job>
  /** Among the job and all its retries, one that is done, else the newest. */
  lastTry: (jobId: JobId) => Promise<JobRow>
  /** All rows that have not ended, in the order of the queue. */
  open: () => Promise<JobRow[]>
  /** Those, and jobs on the list that ended badly and were not retried: all that may still be worked on. */
  standing: () => Promise<JobRow[]>
  clear: (jobIds: readonly JobId[]) => Promise<number>
  /**
   * Takes old jobs off the list that need nobody any more: all that are done, were tried again, or were cancelled for free, but for the
   * newest ones on it. Answers how many.
   */
  clearOld: (keep: number) => Promise<number>
  /**
   * Clips that wait for the take of a job that is done, in the order in which the jobs were queued. `hasTries` says that other tries of the
   * same request are there or on their way.
   */
  awaitedClips: () => Promise<{ jobId: JobId, into: Into, takeIds: TakeId[], hasTries: boolean }[]>
  /**
   * The take of this job is in its clip, or nothing waits for it any more. `isThere` says that the clip has a take by now: then none of the
   * other tries of the same request comes there by itself, also where a person takes that one back.
   */
  noteBrought: (jobId: JobId, isThere: boolean) => Promise<void>
  /** Lines that had a take when the take of a job that is done was asked for, in the order in which the jobs were queued. */
  retakes: () => Promise<{ jobId: JobId, lines: AlsoLine[], takeIds: TakeId[] }[]>
  /** The lines use the take of this job, or keep another one. */
  noteRetaken: (jobId: JobId) => Promise<void>
  /** Publishes these jobs: something other than a move changed them. */
  announce: (jobIds: readonly JobId[]) => Promise<void>
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Job, JobId>>
  /** Shows progress from 0 to 1, and how fast a film is encoded, without writing it. */
  showProgress: (jobId: JobId, progress: number, framesPerSecond?: number | null) => void
  /** The id of this run of the studio, written to each row that it moves. */
  readonly bootId: string
  /** Seconds that this work is expected to take; null until known. */
  expectedSeconds: Durations['expectedSeconds']
}
