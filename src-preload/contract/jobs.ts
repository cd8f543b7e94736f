/** Jobs: the queue. Remote and local work in one list. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { Into } from './into.ts'
import { isStep } from './journal.ts'
import { SentRequest, Take } from './takes.ts'
import { AccountId, Charged, DeliveryId, ImportTicket, Instant, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from './words.ts'

export const JobKind = z.enum(['speech', 'join', 'image', 'edit', 'video', 'transcribe', 'chat', 'upload', 'render'])
export type JobKind = z.infer<typeof JobKind>

/** Nothing is paid before `committed`; from then on it may be. `jobs/states.ts` lists the moves between these. */
export const JobState = z.enum([
  'queued',
  'preparing',
  'sending',
  'committed',
  'accepted',
  'running',
  'downloading',
  'verifying',
  'done',
  'failed',
  'cancelled',
  'unsure',
  'blocked',
])
export type JobState = z.infer<typeof JobState>

/**
 * Why a job waits for something outside to change. `go-ahead`: it was queued offline, the network is back, and the user
 * must decide whether it is sent. `restored`: it came from a backup or a damaged ledger and waits for the user.
 * `broken-off`: the service was reached, and the connection broke while the request was being sent. `proxy`: a proxy asks for a password.
 * `unconfirmed-host`: the studio was restored, and the user has not confirmed where its account sends to.
 */
export const BlockedBy = z.enum([
  'no-key',
  'key-locked',
  'offline',
  'broken-off',
  'proxy',
  'no-space',
  'auth',
  'rate',
  'no-ffmpeg',
  'go-ahead',
  'budget',
  'restored',
  'unconfirmed-host',
])
export type BlockedBy = z.infer<typeof BlockedBy>

/** What went wrong. */
export const Failure = z.object({
  kind: z.enum([
    'validation',
    'auth',
    /** The account was removed, and no key is there that knows the task. */
    'no-account',
    'credits',
    'permission',
    'not-found',
    /** `said` is the address that it redirects to. */
    'redirected',
    'not-ready',
    'too-large',
    'media-type',
    'rate',
    'model-unavailable',
    'server',
    'network',
    /** A proxy between this machine and the service asks for a name and a password. */
    'proxy',
    'timeout',
    'undecodable',
    /** A part of a long text was not spoken, so the parts are not joined: `said` is `2/3` for the second of three. */
    'part-missing',
    'job-failed',
    'expired',
    // It is paid for, and what the service said to be its result could not be fetched.
    'not-here',
    'missing-file',
    /** A cloned voice could not be registered first: `said` is about that. */
    'no-voice',
    /** Of a chat: it was deleted before its answer could be written into it. */
    'no-conversation',
    'media',
    'render',
    /** ffmpeg was ended from outside: `said` is the signal. */
    'ffmpeg-ended',
    /** ffmpeg found no memory: `said` is what it said of it. */
    'no-memory',
    /** A delivery was to be signed: `said` is a `NotSignable`, or what the machine said. */
    'signing',
    'unreadable',
    'interrupted',
    'internal',
  ]),
  status: z.int().nullable(),
  /** What the service said, or for what failed here what the machine said; shortened and without secrets, empty for nothing. */
  said: z.string(),
  fieldErrors: z.array(z.object({ field: z.string(), said: z.string() })),
  serviceRequestId: z.string().nullable(),
  /** How many attempts in a row failed before the request was complete; absent for other failures. */
  times: z.int().optional(),
})
export type Failure = z.infer<typeof Failure>

export const Job = z.object({
  id: JobId,
  /** The request that made it. Jobs with the same one belong together, such as the parts of a long text and their join. */
  requestId: RequestId,
  kind: JobKind,
  state: JobState,
  blockedBy: BlockedBy.nullable(),
  title: z.string(),
  modelId: ModelId.nullable(),
  accountId: AccountId.nullable(),
  projectId: ProjectId.nullable(),
  lineId: LineId.nullable(),
  /** Other lines that ask for the very same and use its take, too; absent for none. */
  alsoLineIds: z.array(LineId).optional(),
  /** Equal to the `requestKey` of a line that asks for the very same thing; of an upload, its voice. Null where that is not known. */
  requestKey: z.string().nullable(),
  /** The call that queued it together with others, such as all lines of a script; null for work that was asked for alone. */
  batchId: RequestId.nullable(),
  /** 0 to 1; null where unknown. */
  progress: z.number().min(0).max(1).nullable(),
  /** Of a film that is being encoded; null where it is not known. */
  framesPerSecond: z.number().min(0).nullable(),
  /** Learned from past jobs of the same model, by their size; null while there are none. */
  expectedSeconds: z.number().nullable(),
  /** The service's id of the task, and its own name for the task's state. */
  taskId: z.string().nullable(),
  serviceState: z.string().nullable(),
  charged: Charged.nullable(),
  /** The service's answer is on the disk, though perhaps not the files that it names. */
  hasAnswer: z.boolean(),
  failure: Failure.nullable(),
  takeIds: z.array(TakeId),
  deliveryId: DeliveryId.nullable(),
  /** Its sound can be played while it is being made. */
  isLive: z.boolean(),
  retryOf: JobId.nullable(),
  /** The place in a sequence, or the clip, that waits for its take; absent for others. */
  awaitedAt: Into.optional(),
  /** Position in the queue, ascending. Meaningless for jobs that have started. */
  place: z.number(),
  /** Paused by the user: it does not start. A request that has begun to be sent continues. */
  isPaused: z.boolean(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  /** When the request was committed: the point of no return. */
  sentAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** When it polls or retries next, while it waits. */
  wakesAt: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

/** A wait that a service asked for. Only the requests that it covers wait; it ends with the wait of the job that was refused. */
export const Hold = z.object({
  jobId: JobId,
  accountId: AccountId,
  /** Requests that cost money, or the free ones that check on paid tasks and download their results. */
  covers: z.enum(['paid', 'free']),
  /** Only those of this model; null for all of the account. */
  modelId: ModelId.nullable(),
  until: Instant,
  /** Other jobs wait no longer than this; absent where they wait as long. */
  othersUntil: Instant.optional(),
  /** What the service said, shortened and without secrets. */
  said: z.string(),
})
export type Hold = z.infer<typeof Hold>

/** The state of the whole queue. */
export const QueueState = z.object({
  /** Nothing new starts. */
  isPaused: z.boolean(),
  /** Accounts that cannot be reached now, and when each is checked again. */
  away: z.array(z.object({ accountId: AccountId, since: Instant, looksAgainAt: Instant.nullable() })),
  /** Accounts that could not be reached since the start, and have answered a free request again. */
  back: z.array(AccountId),
  holds: z.array(Hold),
})
export type QueueState = z.infer<typeof QueueState>

/** What deserves a system notification: work has ended, or waits for the user. */
export const WorkNotification = z.object({
  about: z.enum(['ended', 'needs-you']),
  /** How many jobs it concerns, and how many of them failed. */
  count: z.int(),
  failed: z.int(),
  /** The title of one of them. */
  title: z.string(),
})
export type WorkNotification = z.infer<typeof WorkNotification>

/** As services give them out: up to 64 kB, without white space around it or line breaks within. */
const TypedTaskId = z.string().trim().min(1).max(65_536).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u)
const jobIds = z.array(JobId).max(5000)
/** All jobs of a batch: a line may become several. */
const jobIdsOfBatch = z.array(JobId).max(50_000)

export const jobs = {
  /** All jobs that were not cleared, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Job, JobId) }),
  /** A chat answer so far: each event has all of it, at most about twenty times a second. Ends with the job. */
  output: feed({ input: z.object({ jobId: JobId }), event: z.object({ text: z.string(), reasoning: z.string(), isOver: z.boolean() }) }),
  /** The state of the whole queue, now and after each change. */
  queue: feed({ input: z.object({}), event: QueueState }),
  /** System notifications; the first event has none. */
  notifications: feed({ input: z.object({}), event: z.object({ notifications: WorkNotification.nullable() }) }),
  /**
   * Pauses jobs that have not started, or resumes them. Jobs whose request has begun to be sent continue. Local work under way is
   * stopped and queued again; a render continues later from the segments that it has encoded.
   */
  pause: procedure({
    effect: 'writes',
    input: z.object({ jobIds: jobIdsOfBatch, isPaused: z.boolean() }),
    output: z.object({ count: z.int() }),
  }),
  /** Pauses everything that has not started, and local work under way, also after a restart; or resumes it. */
  pauseAll: procedure({ effect: 'writes', input: z.object({ isPaused: z.boolean() }), output: z.object({}) }),
  /** Moves jobs, in the given order, before another one; with null to the end. */
  move: procedure({
    effect: 'writes',
    input: z.object({ jobIds, beforeJobId: JobId.nullable(), ...isStep }),
    output: z.object({}),
    faults: ['not-found'],
  }),
  /** Moves jobs to the head of the queue, and resumes paused ones. */
  runNext: procedure({ effect: 'writes', input: z.object({ jobIds, ...isStep }), output: z.object({}) }),
  /**
   * The user's go-ahead for jobs that were queued offline or came with a backup: those that wait for it are queued again.
   * A repeated call changes nothing. `count` is how many can be sent now: those of an account without a key wait for that.
   * The original studio may have sent a job from a backup, so only the user can decide.
   */
  release: procedure({ effect: 'writes', input: z.object({ jobIds }), output: z.object({ count: z.int() }) }),
  /**
   * Lets one job ask the service although it asked to wait: once, before its time. The answer decides about all that wait with it: they
   * continue, or wait as long as the service now says. A job that does not wait for this stays as it is.
   */
  tryNow: procedure({ effect: 'writes', input: z.object({ jobId: JobId }), output: z.object({ job: Job }), faults: ['not-found'] }),
  /** A hint that the network may be back: unreachable accounts are checked at once. Free. */
  lookForNetwork: procedure({ effect: 'reads', input: z.object({}), output: z.object({}) }),
  /**
   * The frozen request that was or will be sent; null for local work. `curl` is the same as a command for a shell, with the key in a
   * variable; null where there is none. Also of a job that was cleared.
   */
  request: procedure({
    effect: 'reads',
    input: z.object({ jobId: JobId }),
    output: z.object({
      request: SentRequest.nullable(),
      files: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
      curl: z.string().nullable(),
      times: Job.pick({ createdAt: true, sentAt: true, endedAt: true }),
    }),
    faults: ['not-found'],
  }),
  /** The user has the result as a file: it becomes the job's take, and the job is done and charged. */
  attach: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId, ticket: ImportTicket }),
    output: z.object({ job: Job, take: Take }),
    faults: ['not-found', 'not-attachable', 'ticket-expired', 'unsupported-file', 'unreadable-file'],
  }),
  /** Gives up an unsure job: it leaves the list. Its row stays, with an unknown charge. */
  markAsLost: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId }),
    output: z.object({}),
    faults: ['not-found', 'job-not-there-yet'],
  }),
  /**
   * Before the commit nothing is paid. After it the studio only stops waiting, and the answer has `wasSent`. A result
   * that is being filed at this moment is kept; the job in the answer is then not cancelled. If it cannot be filed, the job ends.
   */
  cancel: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId }),
    output: z.object({ job: Job, wasSent: z.boolean() }),
    faults: ['not-found'],
  }),
  /**
   * Cancels those of the jobs that have not been sent, which costs nothing; nothing of them leaves from this moment on. `cancelled` counts
   * those of the jobs that are cancelled free of charge, `sent` those that were or may have been sent, now or before: their results are
   * kept. A repeated call changes nothing.
   */
  cancelUnsent: procedure({
    effect: 'writes',
    input: z.object({ jobIds: jobIdsOfBatch }),
    output: z.object({ cancelled: z.int(), sent: z.int() }),
  }),
  /**
   * Looks for the result of a paid job that ended without it: polls its task again, or reads what is on the disk of its answer again, as
   * this version reads it, and fetches what that names. Never sends the request. A repeated call changes nothing.
   */
  lookAgain: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId }),
    output: z.object({ job: Job }),
    faults: ['not-found', 'job-not-there-yet'],
  }),
  /**
   * The user found the task of this job at the service, by its id: it is polled and its result downloaded from now on, which is free. For
   * jobs of kinds that make tasks and may have been sent. Never sends the request.
   */
  attachTask: procedure({
    effect: 'writes',
    input: z.object({ jobId: JobId, taskId: TypedTaskId }),
    output: z.object({ job: Job }),
    faults: ['not-found', 'not-attachable'],
  }),
  /**
   * Makes a new job with the same request. Where the job, or another try of the same thing, was or may have been charged,
   * `acceptsSecondCharge` must be true. While any of these tries is under way, that one is returned instead of another.
   */
  retry: procedure({
    effect: 'pays',
    input: z.object({ requestId: RequestId, jobId: JobId, acceptsSecondCharge: z.boolean() }),
    output: z.object({ job: Job }),
    faults: ['not-found', 'may-be-charged-twice', 'job-not-there-yet', 'no-key', 'key-locked'],
  }),
  /**
   * The same for several jobs that ended and were certainly not paid for: all of them, in this order, or none. They are a batch of their
   * own. Answers the new jobs; without those of which another try is under way, and of several tries of the same thing one.
   */
  retryAll: procedure({
    effect: 'pays',
    input: z.object({ requestId: RequestId, jobIds: jobIdsOfBatch }),
    output: z.object({ jobIds: z.array(JobId) }),
    faults: ['not-found', 'may-be-charged-twice', 'job-not-there-yet', 'no-key', 'key-locked'],
  }),
  /** Removes ended jobs from the list; the ledger keeps their rows. Jobs that have not ended stay. */
  clear: procedure({ effect: 'writes', input: z.object({ jobIds, ...isStep }), output: z.object({ count: z.int() }) }),
}
