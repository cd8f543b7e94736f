/** Jobs: the queue. Remote work and local renders in one list, each with an honest state. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { AccountId, Charged, DeliveryId, Instant, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from './words.ts'

export const JobKind = z.enum(['speech', 'join', 'image', 'edit', 'video', 'transcribe', 'chat', 'upload', 'render'])
export type JobKind = z.infer<typeof JobKind>

/** See `design/ledger.md`: up to `sending` nothing is paid; from `committed` on it may be. */
export const JobState = z.enum(['queued', 'preparing', 'sending', 'committed', 'accepted', 'running', 'downloading', 'verifying', 'done', 'failed', 'cancelled', 'unsure', 'blocked'])
export type JobState = z.infer<typeof JobState>

/** Why a job stands still until something outside changes. `restored`: it came with a backup and waits for the person. */
export const BlockedBy = z.enum(['no-key', 'key-locked', 'offline', 'no-space', 'auth', 'rate', 'no-ffmpeg', 'restored'])
export type BlockedBy = z.infer<typeof BlockedBy>

/** What went wrong, in the terms of a failure card. */
export const Failure = z.object({
  kind: z.enum([
    'validation',
    'auth',
    'credits',
    'permission',
    'not-found',
    'not-ready',
    'too-large',
    'media-type',
    'rate',
    'model-unavailable',
    'server',
    'network',
    'timeout',
    'undecodable',
    'job-failed',
    'expired',
    'missing-file',
    'render',
    'unreadable',
    'interrupted',
    'internal',
  ]),
  status: z.int().nullable(),
  /** What the service said, shortened and without secrets. */
  said: z.string(),
  fieldErrors: z.array(z.object({ field: z.string(), said: z.string() })),
  serviceRequestId: z.string().nullable(),
})
export type Failure = z.infer<typeof Failure>

export const Job = z.object({
  id: JobId,
  /** What it was asked for by: jobs with the same one belong together, such as the parts of a long text and their join. */
  requestId: RequestId,
  kind: JobKind,
  state: JobState,
  blockedBy: BlockedBy.nullable(),
  title: z.string(),
  modelId: ModelId.nullable(),
  accountId: AccountId.nullable(),
  projectId: ProjectId.nullable(),
  lineId: LineId.nullable(),
  /** 0 to 1 where it can be told. */
  progress: z.number().min(0).max(1).nullable(),
  /** Learned from past jobs of the same model; null until there is one. */
  expectedSeconds: z.number().nullable(),
  /** The service's name for the work and its own word for its state. */
  taskId: z.string().nullable(),
  serviceState: z.string().nullable(),
  charged: Charged.nullable(),
  failure: Failure.nullable(),
  takeIds: z.array(TakeId),
  deliveryId: DeliveryId.nullable(),
  /** Its sound can be heard while it is being made. */
  isLive: z.boolean(),
  retryOf: JobId.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** When it will next ask or try, while it waits. */
  wakesAt: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

export const jobs = {
  /** All jobs that were not cleared, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Job, JobId) }),
  /** What a chat answer is so far, whole at each event and at most some twenty times a second; ends with the job. */
  output: feed({ input: z.object({ jobId: JobId }), event: z.object({ text: z.string(), reasoning: z.string(), isOver: z.boolean() }) }),
  /** Before the point of no return: certain, nothing is paid. After: stops waiting; the answer has `wasSent`. */
  cancel: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId }),
    output: z.object({ job: Job, wasSent: z.boolean() }),
    faults: ['not-found'],
  }),
  /**
   * Makes a new job with the same request; polls on instead when the old one has a task that was only lost sight of.
   * For an `unsure` job, or one that was charged, `isKnowing` must say that a second charge is accepted.
   */
  retry: procedure({
    effect: 'pays',
    input: z.object({ requestId: RequestId, jobId: JobId, isKnowing: z.boolean() }),
    output: z.object({ job: Job }),
    faults: ['not-found', 'may-be-charged-twice', 'job-not-there-yet', 'no-key', 'key-locked', 'disk-full'],
  }),
  /**
   * Lets jobs go that came with a backup; others are left alone. The studio that the backup was made of may have sent them
   * already, so only a person may say this.
   */
  release: procedure({
    effect: 'writes',
    input: z.object({ jobIds: z.array(JobId).max(5000) }),
    output: z.object({ count: z.int() }),
  }),
  /** Takes ended jobs off the list; the ledger keeps its rows. Jobs that have not ended are left. */
  clear: procedure({
    effect: 'writes',
    input: z.object({ jobIds: z.array(JobId).max(5000) }),
    output: z.object({ count: z.int() }),
  }),
}
