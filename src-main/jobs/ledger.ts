/**
 * The ledger: one row for every job and one for each of its moves. A move is one durable transaction: once it resolves, it
 * survives a crash. The ledger knows what was sent, never how.
 */
import type { Failure, Job, JobKind } from '#contract/jobs.ts'
import type { AccountId, DeliveryId, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { JobRow } from './rows.ts'
import type { JobEvent } from './states.ts'
import { Fault } from '#contract/faults.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { createDurations } from './durations.ts'
import { jobColumns, jobOf } from './rows.ts'
import { hasEnded, moveOf } from './states.ts'

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
  readonly plan: object
}

/** What a move may write beside the state. */
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
  /** Writes facts without a move. */
  note: (jobId: JobId, patch: JobPatch) => Promise<JobRow>
  row: (jobId: JobId) => Promise<JobRow>
  /** The jobs that this request has made, in the order in which its maker answered them. */
  madeBy: (requestId: RequestId) => Promise<JobId[]>
  get: (jobId: JobId) => Promise<Job>
  /** Among the job and all its retries, one that is done, else the newest. */
  lastTry: (jobId: JobId) => Promise<JobRow>
  /** All rows that have not ended, in the order of the queue. */
  open: () => Promise<JobRow[]>
  /** Those, and jobs on the list that ended badly and were not retried: all that may still be worked on. */
  standing: () => Promise<JobRow[]>
  clear: (jobIds: readonly JobId[]) => Promise<number>
  /** Puts cleared jobs back on the list. */
  restore: (jobIds: readonly JobId[]) => Promise<number>
  /** Publishes these jobs: something other than a move changed them. */
  announce: (jobIds: readonly JobId[]) => Promise<void>
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Job, JobId>>
  /** Shows progress from 0 to 1 without writing it. */
  showProgress: (jobId: JobId, progress: number) => void
  /** The id of this run of the studio, written to each row that it moves. */
  readonly bootId: string
  /** Seconds that work of this kind, model and size is expected to take; null until known. */
  expectedSeconds: (kind: JobKind, modelId: string | null, size: number | null) => number | null
}

export async function openLedger({ db, clock, rescue = write => write() }: {
  db: Database
  clock: Clock
  /** Makes room for a write on a full disk: the id of a paid task must always be written. */
  rescue?: <T>(write: () => Promise<T>) => Promise<T>
}): Promise<Ledger> {
  const news = createChanges<Job, JobId>()
  const durations = await createDurations(db)
  const bootId = newId(clock.now())
  const shownProgress = new Map<JobId, number>()

  const toJob = (row: JobRow): Job => jobOf(
    row,
    durations.expectedSeconds(row.kind, row.model_id, row.size),
    shownProgress.get(row.id) ?? null,
  )

  async function row(jobId: JobId, from: Transaction = db): Promise<JobRow> {
    const found = await from.get<JobRow>(sql`SELECT ${jobColumns} FROM jobs WHERE id = ${jobId}`)
    if (!found)
      throw new Fault('not-found', { word: 'job', id: jobId })
    return found
  }

  async function write(tx: Transaction, jobId: JobId, patch: JobPatch): Promise<void> {
    const changes = Object.entries(columnsOf(patch)).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
    if (changes.length > 0)
      await tx.run(sql`UPDATE jobs SET ${sql.join(changes)} WHERE id = ${jobId}`)
  }

  async function insert(tx: Transaction, job: NewJob): Promise<JobId> {
    const before = await tx.get<{ id: JobId }>(sql`SELECT id FROM jobs WHERE request_id = ${job.requestId} AND request_part = ${job.requestPart}`)
    if (before)
      return before.id
    const id = job.id ?? newId(clock.now()) as JobId // newId makes the ids' form
    await tx.run(sql`
      INSERT INTO jobs (id, request_id, request_part, kind, state, title, model_id, account_id, project_id, line_id, delivery_id,
        plan, is_live, retry_of, size, request_key, place, created_at)
      VALUES (${id}, ${job.requestId}, ${job.requestPart}, ${job.kind}, 'queued', ${job.title}, ${job.modelId ?? null},
        ${job.accountId ?? null},
        ${job.projectId ?? null}, ${job.lineId ?? null}, ${job.deliveryId ?? null}, ${JSON.stringify(job.plan)}, ${job.isLive ? 1 : 0},
        ${job.retryOf ?? null}, ${job.size ?? null}, ${job.requestKey ?? null},
        (SELECT coalesce(max(place), 0) + 1 FROM jobs), ${clock.now()})`)
    return id
  }

  async function moveIn(tx: Transaction, jobId: JobId, event: JobEvent, patch: JobPatch): Promise<JobRow> {
    const before = await row(jobId, tx)
    const state = moveOf(before.state, event)
    if (state === undefined)
      throw new Error(`A job that is ${before.state} cannot ${event}`)
    const now = clock.now()
    // Local work begins when it runs: until then a join waits for its parts in `preparing`.
    await tx.run(sql`
      UPDATE jobs SET state = ${state}, boot_id = ${bootId},
        blocked_by = ${state === 'blocked' ? before.blocked_by : null},
        wakes_at = NULL,
        started_at = CASE WHEN ${state} = 'preparing' OR (${state} = 'running' AND committed_at IS NULL) THEN ${now} ELSE started_at END,
        committed_at = CASE WHEN ${state} = 'committed' THEN ${now} WHEN ${state} IN ('queued', 'blocked') THEN NULL ELSE committed_at END,
        ended_at = ${hasEnded(state) ? now : null}
      WHERE id = ${jobId}`)
    await tx.run(sql`
      INSERT INTO job_moves (job_id, from_state, event, to_state, at) VALUES (${jobId}, ${before.state}, ${event}, ${state}, ${now})`)
    await write(tx, jobId, patch)
    return row(jobId, tx)
  }

  function announce(changed: JobRow): JobRow {
    if (hasEnded(changed.state))
      shownProgress.delete(changed.id)
    if (changed.cleared_at === null)
      news.changed(toJob(changed))
    return changed
  }

  async function announceAll(jobIds: readonly JobId[]): Promise<void> {
    const rows = await db.all<JobRow>(sql`
      SELECT ${jobColumns} FROM jobs WHERE id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)})) AND cleared_at IS NULL`)
    news.changed(...rows.map(toJob))
  }

  return {
    bootId,
    row: jobId => row(jobId),
    get: async jobId => toJob(await row(jobId)),
    async madeBy(requestId) {
      // The parts are numbered; the upload that comes before them has the highest number.
      const made = await db.all<{ id: JobId }>(sql`
        SELECT id FROM jobs WHERE request_id = ${requestId} ORDER BY kind = 'upload' DESC, request_part`)
      return made.map(each => each.id)
    },
    async lastTry(jobId) {
      const found = await db.get<JobRow>(sql`
        WITH RECURSIVE tries (try_id) AS (
          SELECT id FROM jobs WHERE id = ${jobId} UNION SELECT jobs.id FROM jobs JOIN tries ON jobs.retry_of = tries.try_id
        )
        SELECT ${jobColumns} FROM jobs JOIN tries ON tries.try_id = jobs.id
        ORDER BY state = 'done' DESC, created_at DESC, id DESC LIMIT 1`)
      return found ?? row(jobId)
    },
    expectedSeconds: durations.expectedSeconds,
    async enqueue(jobs) {
      const ids = await db.transaction(async (tx) => {
        const made: JobId[] = []
        for (const job of jobs)
          made.push(await insert(tx, job))
        return made
      })
      const rows = await Promise.all(ids.map(id => row(id)))
      return rows.map(each => toJob(announce(each)))
    },
    async move(jobId, event, patch = {}) {
      const moved = await rescue(() => db.transaction(tx => moveIn(tx, jobId, event, patch)))
      if (event === 'finish')
        durations.learn(moved)
      // In this turn of the event loop the last bytes of the request leave: the news waits for the next one.
      if (event === 'commit')
        setImmediate(() => announce(moved))
      else
        announce(moved)
      return moved
    },
    async note(jobId, patch) {
      return announce(await db.transaction(async (tx) => {
        await write(tx, jobId, patch)
        return row(jobId, tx)
      }))
    },
    open: () => db.all<JobRow>(sql`SELECT ${jobColumns} FROM jobs WHERE ended_at IS NULL ORDER BY place, id`),
    standing: () => db.all<JobRow>(sql`
      SELECT ${jobColumns} FROM jobs
      WHERE cleared_at IS NULL AND state <> 'done' AND (ended_at IS NULL OR id NOT IN (SELECT retry_of FROM jobs
        WHERE retry_of IS NOT NULL))`),
    async clear(jobIds) {
      const { changes } = await db.run(sql`
        UPDATE jobs SET cleared_at = ${clock.now()}
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)})) AND ended_at IS NOT NULL AND cleared_at IS NULL`)
      const cleared = await db.all<{ id: JobId }>(sql`
        SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)})) AND cleared_at IS NOT NULL`)
      news.removed(...cleared.map(each => each.id))
      return changes
    },
    async restore(jobIds) {
      const { changes } = await db.run(sql`
        UPDATE jobs SET cleared_at = NULL WHERE id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)})) AND cleared_at IS NOT NULL`)
      await announceAll(jobIds)
      return changes
    },
    announce: announceAll,
    changes: signal => news.subscribe(
      async () => (await db.all<JobRow>(sql`SELECT ${jobColumns} FROM jobs WHERE cleared_at IS NULL ORDER BY created_at, id`)).map(toJob),
      signal,
    ),
    showProgress(jobId, progress) {
      const shown = shownProgress.get(jobId) ?? -1
      if (progress < 1 && progress - shown < 0.01)
        return
      shownProgress.set(jobId, Math.min(1, Math.max(0, progress)))
      row(jobId).then(each => !hasEnded(each.state) && news.changed(toJob(each)), () => {
        // The job is gone or the ledger is closing.
      })
    },
  }
}

function columnsOf(patch: JobPatch): Record<string, string | number | null> {
  return {
    ...('blockedBy' in patch && { blocked_by: patch.blockedBy ?? null }),
    ...('taskId' in patch && { task_id: patch.taskId ?? null }),
    ...('serviceState' in patch && { service_state: patch.serviceState ?? null }),
    ...('charged' in patch && { charged: patch.charged ?? null }),
    ...('failure' in patch && { failure: patch.failure ? JSON.stringify(patch.failure) : null }),
    ...('answer' in patch && { answer: JSON.stringify(patch.answer) }),
    ...('takeIds' in patch && { take_ids: JSON.stringify(patch.takeIds) }),
    ...('wakesAt' in patch && { wakes_at: patch.wakesAt ?? null }),
    ...('attempts' in patch && { attempts: patch.attempts ?? 0 }),
    ...('plan' in patch && { plan: JSON.stringify(patch.plan) }),
  }
}
