/** A job's row and what the page may see of it. */
import type { BlockedBy, Failure, JobKind, JobState } from '#contract/jobs.ts'
import type { AccountId, Charged, DeliveryId, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import { z } from 'zod'
import { Job } from '#contract/jobs.ts'
import { sql } from '../storage/sql.ts'

export interface JobRow {
  id: JobId
  request_id: RequestId
  kind: JobKind
  state: JobState
  blocked_by: BlockedBy | null
  title: string
  model_id: ModelId | null
  account_id: AccountId | null
  project_id: ProjectId | null
  line_id: LineId | null
  delivery_id: DeliveryId | null
  plan: string
  task_id: string | null
  service_state: string | null
  charged: Charged | null
  failure: string | null
  answer: string | null
  take_ids: string
  is_live: number
  retry_of: JobId | null
  boot_id: string | null
  attempts: number
  wakes_at: number | null
  /** Position in the queue, ascending. */
  place: number
  paused_at: number | null
  /** How large the work is, in the unit of its kind: see `make/size.ts`. */
  size: number | null
  /** Equal for jobs that ask for the very same thing: see `script/stale.ts`. */
  request_key: string | null
  batch_id: RequestId | null
  created_at: number
  started_at: number | null
  committed_at: number | null
  ended_at: number | null
  cleared_at: number | null
}

export const jobColumns = sql`
  id, request_id, kind, state, blocked_by, title, model_id, account_id, project_id, line_id, delivery_id, plan, task_id, service_state,
  charged, failure, answer, take_ids, is_live, retry_of, boot_id, attempts, wakes_at,
  place, paused_at, size, request_key, batch_id, created_at, started_at, committed_at, ended_at, cleared_at`

const Ids = z.array(z.string())

/** What a job tells of itself while it runs; kept nowhere. */
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
    failure: row.failure === null ? null : JSON.parse(row.failure),
    takeIds: Ids.parse(JSON.parse(row.take_ids)),
    deliveryId: row.delivery_id,
    isLive: row.is_live === 1,
    retryOf: row.retry_of,
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

function unreadable(row: JobRow, said: string): Job {
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

export function takeIdsOf(row: JobRow): TakeId[] {
  return Ids.parse(JSON.parse(row.take_ids)) as TakeId[] // written from takes' ids
}
