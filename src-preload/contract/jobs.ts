/** Jobs: the queue. Remote work and local renders in one list, each with an honest state. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { SentRequest, Take } from './takes.ts'
import { AccountId, Charged, DeliveryId, ImportTicket, Instant, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from './words.ts'

export const JobKind = z.enum(['speech', 'join', 'image', 'edit', 'video', 'transcribe', 'chat', 'upload', 'render'])
export type JobKind = z.infer<typeof JobKind>

/** Up to `sending` nothing is paid; from `committed` on it may be. The moves from one to the next stand in `jobs/states.ts`. */
export const JobState = z.enum(['queued', 'preparing', 'sending', 'committed', 'accepted', 'running', 'downloading', 'verifying', 'done', 'failed', 'cancelled', 'unsure', 'blocked'])
export type JobState = z.infer<typeof JobState>

/**
 * Why a job stands still until something outside changes. `go-ahead`: it was queued with no network, which is back; the
 * person's word is waited for. `restored`: it came with a backup or out of a damaged ledger, and waits for the person.
 */
export const BlockedBy = z.enum(['no-key', 'key-locked', 'offline', 'no-space', 'auth', 'rate', 'no-ffmpeg', 'go-ahead', 'budget', 'restored'])
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
    'media',
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
  /** Learned from past jobs of the same model, by how large they were; null until there is one. */
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
  /** Where it stands in the queue: the smallest goes first. Says nothing about jobs that have begun. */
  place: z.number(),
  /** The person keeps it from starting. What has begun to leave goes on all the same. */
  isPaused: z.boolean(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  /** When the whole request left: the point of no return. */
  sentAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** When it will next ask or try, while it waits. */
  wakesAt: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

/** How the queue as a whole stands. */
export const QueueState = z.object({
  /** Nothing new starts. */
  isPaused: z.boolean(),
  /** Accounts that no network leads to just now, and when each will be looked for again. */
  away: z.array(z.object({ accountId: AccountId, since: Instant, looksAgainAt: Instant.nullable() })),
})
export type QueueState = z.infer<typeof QueueState>

/** What is worth telling somebody who looks elsewhere: work came to its end, or stands still until the person does something. */
export const WorkNotification = z.object({
  about: z.enum(['ended', 'needs-you']),
  /** How many jobs it is about, and how many of them failed. */
  count: z.int(),
  failed: z.int(),
  /** The title of one of them. */
  title: z.string(),
})
export type WorkNotification = z.infer<typeof WorkNotification>

const jobIds = z.array(JobId).max(5000)

export const jobs = {
  /** All jobs that were not cleared, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Job, JobId) }),
  /** What a chat answer is so far, whole at each event and at most some twenty times a second; ends with the job. */
  output: feed({ input: z.object({ jobId: JobId }), event: z.object({ text: z.string(), reasoning: z.string(), isOver: z.boolean() }) }),
  /** How the queue as a whole stands, now and after each change. */
  queue: feed({ input: z.object({}), event: QueueState }),
  /** News for somebody who looks elsewhere; the first event has none. */
  notifications: feed({ input: z.object({}), event: z.object({ notifications: WorkNotification.nullable() }) }),
  /** Keeps jobs from starting, or lets them start again. Jobs whose request has begun to leave go on. */
  pause: procedure({ effect: 'writes', input: z.object({ jobIds, isPaused: z.boolean() }), output: z.object({ count: z.int() }) }),
  /** Keeps everything that has not begun from starting, also after a restart, or lets it start again. */
  pauseAll: procedure({ effect: 'writes', input: z.object({ isPaused: z.boolean() }), output: z.object({}) }),
  /** Puts jobs, in the order given, before another one, or with null at the end. */
  move: procedure({ effect: 'writes', input: z.object({ jobIds, beforeJobId: JobId.nullable() }), output: z.object({}), faults: ['not-found'] }),
  /** Puts jobs at the head of the queue, and lets them start if they were paused. */
  runNext: procedure({ effect: 'writes', input: z.object({ jobIds }), output: z.object({}) }),
  /**
   * The person's word for jobs that were queued with no network or came with a backup: those that wait for it go. Asked
   * twice, they go once. What came with a backup may have been sent by the studio it was made of, so only a person may say this.
   */
  release: procedure({ effect: 'writes', input: z.object({ jobIds }), output: z.object({ count: z.int() }) }),
  /** A hint that the network may be back: accounts that were away are looked for at once. Free. */
  lookForNetwork: procedure({ effect: 'reads', input: z.object({}), output: z.object({}) }),
  /** What was or will be sent, as it was frozen; null for work of this machine. */
  request: procedure({
    effect: 'reads',
    input: z.object({ jobId: JobId }),
    output: z.object({ request: SentRequest.nullable(), files: z.array(z.object({ name: z.string(), sizeBytes: z.int() })) }),
    faults: ['not-found'],
  }),
  /** The result came by another way: the file becomes the job's take, and the job is done and charged. */
  attach: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId, ticket: ImportTicket }),
    output: z.object({ job: Job, take: Take }),
    faults: ['not-found', 'not-attachable', 'ticket-expired', 'unsupported-file', 'unreadable-file'],
  }),
  /** An unsure job counts as lost: it leaves the list, and its row stays with an unknown charge. */
  markAsLost: procedure({ effect: 'writes', input: z.object({ jobId: JobId }), output: z.object({}), faults: ['not-found', 'job-not-there-yet'] }),
  /** Before the point of no return: certain, nothing is paid. After: stops waiting; the answer has `wasSent`. What has arrived already is filed all the same: the job that is answered is not cancelled then. */
  cancel: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId }),
    output: z.object({ job: Job, wasSent: z.boolean() }),
    faults: ['not-found'],
  }),
  /**
   * Makes a new job with the same request; polls on instead when the old one has a task that was only lost sight of.
   * For an `unsure` job, or one that was charged, itself or at its last try, `acceptsSecondCharge` must say that a second charge is
   * accepted. One that is being tried again already is not tried twice: that try is answered.
   */
  retry: procedure({
    effect: 'pays',
    input: z.object({ requestId: RequestId, jobId: JobId, acceptsSecondCharge: z.boolean() }),
    output: z.object({ job: Job }),
    faults: ['not-found', 'may-be-charged-twice', 'job-not-there-yet', 'no-key', 'key-locked', 'disk-full'],
  }),
  /** Takes ended jobs off the list; the ledger keeps its rows. Jobs that have not ended are left. */
  clear: procedure({ effect: 'writes', input: z.object({ jobIds }), output: z.object({ count: z.int() }) }),
  /** Puts jobs that were taken off the list back on it. */
  restore: procedure({ effect: 'writes', input: z.object({ jobIds }), output: z.object({ count: z.int() }) }),
}
