/** A job's row and what the page may see of it. */
import type { Failure, JobKind } from '#contract/jobs.ts'
import { z } from 'zod'
import { Into } from '#contract/into.ts'
import { BlockedBy, Job, JobState } from '#contract/jobs.ts'
import { AccountId, Charged, DeliveryId, Instant, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { Count, defineTable, FlagNumber } from '../storage/table.ts'
import { readOne } from '../storage/unreadable-rows.ts'

/** Another line that asks for the very same and uses the take of the job, too, with the take that it used when it was asked for. */
const AlsoLine = z.object({ lineId: LineId, former: TakeId })
export type AlsoLine = z.infer<typeof AlsoLine>
export const AlsoLines = z.array(AlsoLine)

/** `plan`, `answer`, `failure` and `take_ids` are JSON, parsed where it is used: a job is shown even when one of them cannot be read. */
export const jobsTable = defineTable('jobs', z.object({
  id: JobId,
  request_id: RequestId,
  // One of a newer version, or `lostKind`, is only shown.
  kind: z.string().max(40).transform(kind => kind as JobKind),
  state: JobState,
  blocked_by: BlockedBy.nullable(),
  title: z.string(),
  model_id: ModelId.nullable(),
  account_id: AccountId.nullable(),
  project_id: ProjectId.nullable(),
  line_id: LineId.nullable(),
  delivery_id: DeliveryId.nullable(),
  plan: z.string(),
  task_id: z.string().nullable(),
  service_state: z.string().nullable(),
  charged: Charged.nullable(),
  failure: z.string().nullable(),
  answer: z.string().nullable(),
  take_ids: z.string(),
  is_live: FlagNumber,
  retry_of: JobId.nullable(),
  boot_id: z.string().max(200).nullable(),
  attempts: Count,
  wakes_at: Instant.nullable(),
  /** Position in the queue, ascending. */
  place: z.number(),
  paused_at: Instant.nullable(),
  /** How large the work is, in the unit of its kind: see `make/size.ts`. */
  size: z.number().nullable(),
  /** Equal for jobs that ask for the very same thing: see `script/stale.ts`. */
  request_key: z.string().nullable(),
  batch_id: RequestId.nullable(),
  /** JSON: the clip that waits for its take; null once that is there. */
  into_clip: z.string().nullable(),
  /** The take that its line used when it was asked for; null once the new one is used. */
  into_line: TakeId.nullable(),
  /** JSON: see `AlsoLine`; null for none. */
  also_lines: z.string().nullable(),
  created_at: Instant,
  started_at: Instant.nullable(),
  committed_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  cleared_at: Instant.nullable(),
}), { unread: { request_part: Count, progress: z.number().nullable() } })
export type JobRow = ReturnType<typeof jobsTable.parse>

export const jobColumns = jobsTable.columns

const idsTable = jobsTable.part('id')
export const jobIdColumn = idsTable.columns
export const jobIdsIn = (rows: readonly object[]): JobId[] => idsTable.read(rows).map(row => row.id)

export const jobMovesTable = defineTable('job_moves', z.object({
  number: Count,
  job_id: JobId,
  from_state: z.string().max(40),
  event: z.string().max(40),
  to_state: z.string().max(40),
  at: Instant,
}))

/** What is shown of a job even when the rest of its row cannot be read. */
const leastTable = jobsTable.part(
  ...['id', 'request_id', 'title', 'task_id', 'answer', 'place'] as const,
  ...['created_at', 'started_at', 'committed_at', 'ended_at'] as const,
)
type LeastOfJob = ReturnType<typeof leastTable.parse>

const Ids = z.array(TakeId)

/** What a job reports while it runs; not stored. */
export type ShownProgress = Pick<Job, 'progress' | 'framesPerSecond'>

/** A row that this program cannot read is shown as failed and kept as it is: paid work is never dropped. */
export function jobOf(row: JobRow, expectedSeconds: number | null, { progress, framesPerSecond }: ShownProgress): Job {
  const parsed = Job.safeParse({
    id: row.id,
    requestId: row.request_id,
    kind: row.kind,
    state: row.state,
    blockedBy: row.blocked_by,
    title: row.title,
    modelId: row.model_id,
    accountId: row.account_id,
    projectId: row.project_id,
    lineId: row.line_id,
    requestKey: row.request_key,
    batchId: row.batch_id,
    progress,
    framesPerSecond,
    expectedSeconds,
    taskId: row.task_id,
    serviceState: row.service_state,
    charged: row.charged,
    hasAnswer: row.answer !== null,
    failure: row.failure === null ? null : parsedJson(row.failure),
    takeIds: parsedJson(row.take_ids),
    deliveryId: row.delivery_id,
    isLive: row.is_live === 1,
    retryOf: row.retry_of,
    ...placeIn(row.into_clip),
    ...alsoIn(row.also_lines),
    place: row.place,
    isPaused: row.paused_at !== null,
    createdAt: row.created_at,
    startedAt: row.started_at,
    sentAt: row.committed_at,
    endedAt: row.ended_at,
    wakesAt: row.wakes_at,
  })
  return parsed.success ? parsed.data : unreadable(row, parsed.error.message)
}

/** A job is shown even when its place cannot be read. */
function placeIn(into: string | null): Pick<Job, 'awaitedAt'> {
  const place = into === null ? undefined : Into.safeParse(parsedJson(into)).data
  return place ? { awaitedAt: place } : {}
}

function alsoIn(also: string | null): Pick<Job, 'alsoLineIds'> {
  const lines = alsoLinesOf(also)
  return lines.length > 0 ? { alsoLineIds: lines.map(line => line.lineId) } : {}
}

/** None where they cannot be read: the job and its own line still count. */
export function alsoLinesOf(also: string | null): AlsoLine[] {
  return also === null ? [] : AlsoLines.safeParse(parsedJson(also)).data ?? []
}

/** A row that was read from the database; one that is only half readable is shown as failed. @throws UnreadableRowError */
export function shownJob(row: object, toJob: (row: JobRow) => Job): Job {
  const whole = readOne(row, jobsTable.parse)
  return whole ? toJob(whole) : unreadable(leastTable.parse(row), 'Its row in the ledger cannot be read')
}

function unreadable(row: LeastOfJob, said: string): Job {
  return {
    id: row.id,
    requestId: row.request_id,
    kind: 'speech',
    state: 'failed',
    blockedBy: null,
    title: row.title,
    modelId: null,
    accountId: null,
    projectId: null,
    lineId: null,
    requestKey: null,
    batchId: null,
    progress: null,
    framesPerSecond: null,
    expectedSeconds: null,
    taskId: row.task_id,
    serviceState: null,
    charged: 'unknown',
    hasAnswer: row.answer !== null,
    failure: failureOf('unreadable', said.slice(0, 500)),
    takeIds: [],
    deliveryId: null,
    isLive: false,
    retryOf: null,
    place: row.place,
    isPaused: false,
    createdAt: row.created_at,
    startedAt: row.started_at,
    sentAt: row.committed_at,
    endedAt: row.ended_at,
    wakesAt: null,
  }
}

/** A failure of ours, with nothing that the service said. */
export function failureOf(kind: Failure['kind'], said = ''): Failure {
  return { kind, status: null, said, fieldErrors: [], serviceRequestId: null }
}

/** None where they cannot be read. */
export function takeIdsOf(row: Pick<JobRow, 'take_ids'>): TakeId[] {
  return Ids.safeParse(parsedJson(row.take_ids)).data ?? []
}
