/**
 * The ledger: one row for every job and one for each of its moves. A move is one durable transaction: once it resolves, it
 * survives a crash. The ledger knows what was sent, never how.
 */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { JobPatch, Ledger, NewJob } from './ledger-port.ts'
import type { JobRow, ShownProgress } from './rows.ts'
import type { JobEvent } from './states.ts'
import { Fault } from '#contract/faults.ts'
import { beforeSentStates, isEnded, isNotBegun } from '#rules/jobs/state-groups.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { createDurations } from './durations.ts'
import { createLedgerReads, wasRetried } from './ledger-reads.ts'
import { jobColumns, jobIdColumn, jobIdsIn, jobOf, jobsTable, shownJob } from './rows.ts'
import { moveOf } from './states.ts'

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
    ...createLedgerReads(db),
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
    get: async jobId => toJob(await row(jobId)),
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
    async noteBrought(jobId, isThere) {
      // What failed keeps its place: a person may try it again for that.
      const others = isThere
        ? jobIdsIn(await db.all(sql`
          SELECT others.id FROM jobs AS brought JOIN jobs AS others ON others.request_key = brought.request_key
          WHERE brought.id = ${jobId} AND others.id <> brought.id AND (others.ended_at IS NULL OR others.state = 'done')
            AND ${sql.json(sql`others.into_clip`)} ->> '$.clipId' = ${sql.json(sql`brought.into_clip`)} ->> '$.clipId'`))
        : []
      await db.run(sql`UPDATE jobs SET into_clip = NULL WHERE id IN ${sql.list([jobId, ...others])}`)
      await announceAll(others)
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
