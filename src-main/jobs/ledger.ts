/**
 * The ledger: one row for every job and one for each of its moves. A move is one durable transaction: once it resolves, it
 * survives a crash. The ledger knows what was sent, never how.
 */
import type { Into } from '#contract/into.ts'
import type { Failure, Job, JobKind } from '#contract/jobs.ts'
import type { AccountId, AssetId, DeliveryId, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { Durations } from './durations.ts'
import type { AlsoLine, JobRow, ShownProgress } from './rows.ts'
import type { JobEvent } from './states.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { Into as IntoShape } from '#contract/into.ts'
import { AssetId as AssetIdShape, JobId as JobIdShape, LineId as LineIdShape, TakeId as TakeIdShape } from '#contract/words.ts'
import { beforeSentStates, isEnded, isNotBegun } from '#rules/jobs/state-groups.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { Flag, json, rowParser } from '../storage/table.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { createDurations } from './durations.ts'
import { alsoLinesOf, jobColumns, jobIdColumn, jobIdsIn, jobOf, jobsTable, shownJob } from './rows.ts'
import { moveOf } from './states.ts'

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
  /** Clips that wait for the take of a job that is done, in the order in which the jobs were queued. */
  awaitedClips: () => Promise<{ jobId: JobId, into: Into, takeIds: TakeId[] }[]>
  /** The take of this job is in its clip, or nothing waits for it any more. */
  noteBrought: (jobId: JobId) => Promise<void>
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

const parseAsked = rowParser('jobs', z.object({ id: JobIdShape, requestKey: z.string().nullable(), body: z.string().nullable() }))

const parseSource = rowParser('jobs', z.object({ assetId: AssetIdShape, isPractice: Flag }))

const parseRetake = rowParser('jobs', z.object({
  ...{ id: JobIdShape, line_id: LineIdShape.nullable(), into_line: TakeIdShape },
  also_lines: z.string().nullable(),
  take_ids: json(z.array(TakeIdShape)),
}))
const parseAwaited = rowParser('jobs', z.object({ id: JobIdShape, into_clip: json(IntoShape), take_ids: json(z.array(TakeIdShape)) }))

const wasRetried = sql`EXISTS (SELECT 1 FROM jobs AS later WHERE later.retry_of = jobs.id)`

/** All rows that have not ended. The index is named because the one over all places has the same order, and every job that ever was. */
const openJobs = sql`jobs INDEXED BY jobs_waiting WHERE ended_at IS NULL`

/** A query for these columns of what is being made, or may have been. Two parts, so that each has its index. */
function underWayRows(columns: Sql, isMeant: Sql = sql`true`): Sql {
  return sql`
    SELECT ${columns} FROM ${openJobs} AND ${isMeant}
    UNION ALL SELECT ${columns} FROM jobs INDEXED BY jobs_standing
      WHERE cleared_at IS NULL AND state <> 'done' AND state = 'unsure' AND ended_at IS NOT NULL AND NOT ${wasRetried} AND ${isMeant}`
}

export async function openLedger({ db, clock }: {
  /** Makes room for its writes on a full disk: the id of a paid task must always be written. */
  db: Database
  clock: Clock
}): Promise<Ledger> {
  const news = createChanges<Job, JobId>()
  const durations = await createDurations(db)
  const bootId = newId(clock.now())
  const shownProgress = new Map<JobId, ShownProgress>()

  const toJob = (row: JobRow): Job => jobOf(
    row,
    durations.expectedSeconds(row),
    shownProgress.get(row.id) ?? { progress: null, framesPerSecond: null },
  )

  async function row(jobId: JobId, from: Transaction = db): Promise<JobRow> {
    const found = await from.get(sql`SELECT ${jobColumns} FROM jobs WHERE id = ${jobId}`)
    if (!found)
      throw new Fault('not-found', { word: 'job', id: jobId })
    return jobsTable.parse(found)
  }

  /** In the order of the ids. */
  async function rowsOf(jobIds: readonly JobId[]): Promise<JobRow[]> {
    const found = await db.all(sql`SELECT ${jobColumns} FROM jobs WHERE id IN ${sql.list(jobIds)}`)
    const byId = new Map(jobsTable.read(found).map(each => [each.id, each]))
    return jobIds.flatMap(id => byId.get(id) ?? [])
  }

  async function write(tx: Transaction, jobId: JobId, patch: JobPatch): Promise<void> {
    const changes = Object.entries(columnsOf(patch)).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
    if (changes.length > 0)
      await tx.run(sql`UPDATE jobs SET ${sql.join(changes)} WHERE id = ${jobId}`)
  }

  /** One statement for all: thousands of lines are queued by one call. */
  async function insertAll(tx: Transaction, jobs: readonly NewJob[]): Promise<JobId[]> {
    const last = await tx.get<{ place: number }>(sql`SELECT coalesce(max(place), 0) AS place FROM jobs`)
    const asked = sql.each(jobs.map(job => ({ ...job, id: job.id ?? newId(clock.now()), plan: JSON.stringify(job.plan) })))
    await tx.run(sql`
      INSERT INTO jobs (id, request_id, request_part, kind, state, title, model_id, account_id, project_id, line_id, delivery_id,
        plan, is_live, retry_of, size, request_key, batch_id, into_clip, into_line, also_lines, place,
        created_at)
      SELECT value ->> 'id', value ->> 'requestId', value ->> 'requestPart', value ->> 'kind', 'queued', value ->> 'title',
        value ->> 'modelId', value ->> 'accountId', value ->> 'projectId', value ->> 'lineId', value ->> 'deliveryId',
        value ->> 'plan', coalesce(value ->> 'isLive', 0), value ->> 'retryOf', value ->> 'size', value ->> 'requestKey',
        value ->> 'batchId', value ->> 'intoClip', value ->> 'intoLine', value ->> 'alsoLines',
        ${(last?.place ?? 0) + 1} + key, ${clock.now()}
      FROM ${asked} WHERE true
      ON CONFLICT (request_id, request_part) DO NOTHING`)
    return jobIdsIn(await tx.all(sql`
      SELECT ${jobIdColumn} FROM ${asked} AS asked CROSS JOIN jobs
        ON jobs.request_id = asked.value ->> 'requestId' AND jobs.request_part = asked.value ->> 'requestPart'
      ORDER BY asked.key`))
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
        committed_at = CASE WHEN ${state} = 'committed' THEN ${now} WHEN ${isNotBegun(state)} THEN NULL ELSE committed_at END,
        ended_at = ${isEnded(state) ? now : null}
      WHERE id = ${jobId}`)
    await tx.run(sql`
      INSERT INTO job_moves (job_id, from_state, event, to_state, at) VALUES (${jobId}, ${before.state}, ${event}, ${state}, ${now})`)
    await write(tx, jobId, patch)
    return row(jobId, tx)
  }

  function announce(changed: JobRow): JobRow {
    if (isEnded(changed.state))
      shownProgress.delete(changed.id)
    if (changed.cleared_at === null)
      news.changed(toJob(changed))
    return changed
  }

  async function announceAll(jobIds: readonly JobId[]): Promise<void> {
    const rows = jobsTable.read(await db.all(sql`SELECT ${jobColumns} FROM jobs WHERE id IN ${sql.list(jobIds)}`))
    const [listed, cleared] = [rows.filter(each => each.cleared_at === null), rows.filter(each => each.cleared_at !== null)]
    if (cleared.length > 0)
      news.removed(...cleared.map(each => each.id))
    news.changed(...listed.map(toJob))
  }

  return {
    bootId,
    row: jobId => row(jobId),
    rows: rowsOf,
    async cancelWaiting(jobIds) {
      const now = clock.now()
      const cancelled = await db.transaction(async (tx) => {
        const waiting = jobIdsIn(await tx.all(sql`
          SELECT ${jobIdColumn} FROM jobs WHERE id IN ${sql.list(jobIds)}
            AND state IN (${sql.join(beforeSentStates)})`))
        await tx.run(sql`
          INSERT INTO job_moves (job_id, from_state, event, to_state, at)
          SELECT id, state, 'cancel', 'cancelled', ${now} FROM jobs WHERE id IN ${sql.list(waiting)}`)
        await tx.run(sql`
          UPDATE jobs SET state = 'cancelled', charged = 'no', boot_id = ${bootId}, blocked_by = NULL, wakes_at = NULL, ended_at = ${now}
          WHERE id IN ${sql.list(waiting)}`)
        return waiting
      })
      await announceAll(cancelled)
      return cancelled
    },
    async outcomeOf(jobIds) {
      const found = await db.get<{ cancelled: number, sent: number }>(sql`
        SELECT count(*) FILTER (WHERE state = 'cancelled' AND charged = 'no') AS cancelled,
          count(*) FILTER (WHERE account_id IS NOT NULL AND committed_at IS NOT NULL AND charged IS NOT 'no') AS sent
        FROM jobs WHERE id IN ${sql.list(jobIds)}`)
      return found ?? { cancelled: 0, sent: 0 }
    },
    openTries: async jobIds => jobsTable.read(await db.all(sql`
      WITH RECURSIVE tries (try_id) AS (
        SELECT value FROM ${sql.each(jobIds)} UNION SELECT jobs.id FROM jobs JOIN tries ON jobs.retry_of = tries.try_id
      )
      SELECT ${jobColumns} FROM jobs WHERE id IN (SELECT try_id FROM tries) AND ended_at IS NULL`)),
    openUploadsOf: async jobIds => jobsTable.read(await db.all(sql`
      SELECT ${jobColumns} FROM jobs
      WHERE kind = 'upload' AND request_id IN ${sql.list(jobIds)} AND ended_at IS NULL`)),
    get: async jobId => toJob(await row(jobId)),
    async madeBy(requestId) {
      // The parts are numbered; the upload before them has the highest number.
      return jobIdsIn(await db.all(sql`
        SELECT ${jobIdColumn} FROM jobs WHERE request_id = ${requestId} OR batch_id = ${requestId}
        ORDER BY kind = 'upload' DESC, request_part`))
    },
    async countOf(batchId) {
      const row = await db.get<{ own: number, others: number | null }>(sql`
        SELECT count(DISTINCT line_id) AS own, sum(json_array_length(${sql.json(sql`also_lines`)})) AS others
        FROM jobs WHERE batch_id = ${batchId}`)
      return { takeCount: row?.own ?? 0, lineCount: (row?.own ?? 0) + (row?.others ?? 0) }
    },
    async underWay() {
      const rows = await db.all<{ line_id: LineId | null, request_key: string | null, also_lines: string | null }>(
        underWayRows(sql`line_id, request_key, also_lines`),
      )
      return {
        lineIds: new Set(rows.flatMap(each => [each.line_id ?? [], alsoLinesOf(each.also_lines).map(line => line.lineId)].flat())),
        requestKeys: new Set(rows.flatMap(each => each.request_key ?? [])),
      }
    },
    underWayOf: async (modelId, isPractice) => readEach(await db.all(sql`
      SELECT id, requestKey, body FROM (${underWayRows(
        sql`id, request_key AS requestKey, plan ->> '$.sent.body' AS body`,
        sql`model_id = ${modelId} AND plan ->> '$.take.isPractice' = ${isPractice ? 1 : 0}`,
      )}) ORDER BY id DESC`), parseAsked),
    beingTranscribed: async () => readEach(await db.all(sql`
      SELECT sources.key AS assetId, isPractice FROM (${underWayRows(
        sql`plan ->> '$.request.files' AS files, plan ->> '$.take.isPractice' AS isPractice`,
        sql`kind = 'transcribe' AND plan ->> '$.sent.fields.task' IS NOT 'ast'`,
      )}) JOIN json_each(${sql.json(sql`files`)}) AS sources`), parseSource),
    async lastTry(jobId) {
      const found = await db.get(sql`
        WITH RECURSIVE tries (try_id) AS (
          SELECT id FROM jobs WHERE id = ${jobId} UNION SELECT jobs.id FROM jobs JOIN tries ON jobs.retry_of = tries.try_id
        )
        SELECT ${jobColumns} FROM jobs JOIN tries ON tries.try_id = jobs.id
        ORDER BY state = 'done' DESC, id DESC LIMIT 1`)
      return found ? jobsTable.parse(found) : row(jobId)
    },
    expectedSeconds: durations.expectedSeconds,
    async enqueue(jobs) {
      const ids = await db.transaction(tx => insertAll(tx, jobs))
      const rows = await rowsOf(ids)
      news.changed(...rows.filter(each => each.cleared_at === null).map(toJob))
      return rows.map(toJob)
    },
    async move(jobId, event, patch = {}) {
      const moved = await db.transaction(tx => moveIn(tx, jobId, event, patch))
      if (event === 'finish')
        durations.learn(moved)
      // In this turn of the event loop the last bytes of the request leave: the news waits for the next one.
      if (event === 'commit')
        setImmediate(() => announce(moved))
      else
        announce(moved)
      return moved
    },
    async tryMove(jobId, event, patch = {}, isWanted = () => true) {
      const moved = await db.transaction(async (tx) => {
        const before = await row(jobId, tx)
        return moveOf(before.state, event) === undefined || !isWanted(before) ? null : moveIn(tx, jobId, event, patch)
      })
      return moved && announce(moved)
    },
    async note(jobId, patch) {
      return announce(await db.transaction(async (tx) => {
        await write(tx, jobId, patch)
        return row(jobId, tx)
      }))
    },
    open: async () => jobsTable.read(await db.all(sql`SELECT ${jobColumns} FROM ${openJobs} ORDER BY place, id`)),
    standing: async () => jobsTable.read(await db.all(sql`
      SELECT ${jobColumns} FROM jobs INDEXED BY jobs_standing
      WHERE cleared_at IS NULL AND state <> 'done' AND (ended_at IS NULL OR NOT ${wasRetried})`)),
    async clear(jobIds) {
      const { changes } = await db.run(sql`
        UPDATE jobs SET cleared_at = ${clock.now()}
        WHERE id IN ${sql.list(jobIds)} AND ended_at IS NOT NULL AND cleared_at IS NULL`)
      const cleared = await db.all(sql`
        SELECT ${jobIdColumn} FROM jobs WHERE id IN ${sql.list(jobIds)} AND cleared_at IS NOT NULL`)
      news.removed(...jobIdsIn(cleared))
      return changes
    },
    async clearOld(keep) {
      const cleared = jobIdsIn(await db.transaction(tx => tx.all(sql`
        UPDATE jobs INDEXED BY jobs_listed SET cleared_at = ${clock.now()}
        WHERE cleared_at IS NULL AND ended_at IS NOT NULL AND id <= (
            SELECT id FROM jobs INDEXED BY jobs_listed WHERE cleared_at IS NULL AND ended_at IS NOT NULL
            ORDER BY id DESC LIMIT 1 OFFSET ${keep})
          AND (state = 'done' OR (state = 'cancelled' AND charged = 'no') OR ${wasRetried})
        RETURNING id`)))
      news.removed(...cleared)
      return cleared.length
    },
    async awaitedClips() {
      const rows = readEach(await db.all(sql`
        SELECT id, into_clip, take_ids FROM jobs INDEXED BY jobs_into_clip
        WHERE into_clip IS NOT NULL AND state = 'done' ORDER BY id`), parseAwaited)
      return rows.map(each => ({ jobId: each.id, into: each.into_clip, takeIds: each.take_ids }))
    },
    async noteBrought(jobId) {
      await db.run(sql`UPDATE jobs SET into_clip = NULL WHERE id = ${jobId}`)
    },
    async retakes() {
      const rows = readEach(await db.all(sql`
        SELECT id, line_id, into_line, also_lines, take_ids FROM jobs INDEXED BY jobs_into_line
        WHERE into_line IS NOT NULL AND state = 'done' ORDER BY id`), parseRetake)
      return rows.map(each => ({
        jobId: each.id,
        lines: [...each.line_id === null ? [] : [{ lineId: each.line_id, former: each.into_line }], ...alsoLinesOf(each.also_lines)],
        takeIds: each.take_ids,
      }))
    },
    async noteRetaken(jobId) {
      await db.run(sql`UPDATE jobs SET into_line = NULL, also_lines = NULL WHERE id = ${jobId}`)
    },
    announce: announceAll,
    changes: signal => news.subscribe(
      async () => readEach(
        await db.all(sql`SELECT ${jobColumns} FROM jobs INDEXED BY jobs_listed WHERE cleared_at IS NULL ORDER BY id`),
        row => shownJob(row, toJob),
      ),
      signal,
    ),
    showProgress(jobId, progress, framesPerSecond = null) {
      const shown = shownProgress.get(jobId)
      const isOver = shown !== undefined && shown.framesPerSecond !== null && framesPerSecond === null
      if (progress < 1 && progress - (shown?.progress ?? -1) < 0.01 && !isOver)
        return
      shownProgress.set(jobId, { progress: Math.min(1, Math.max(0, progress)), framesPerSecond })
      row(jobId).then(each => !isEnded(each.state) && news.changed(toJob(each)), () => {
        // The job was deleted, or the ledger is closing.
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
