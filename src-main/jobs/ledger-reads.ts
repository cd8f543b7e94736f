/** What is asked of the jobs in the ledger: nothing of this writes. */
import type { LineId } from '#contract/words.ts'
import type { Database } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { Ledger } from './ledger-port.ts'
import { z } from 'zod'
import { Into as IntoShape } from '#contract/into.ts'
import { AssetId as AssetIdShape, JobId as JobIdShape, LineId as LineIdShape, TakeId as TakeIdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { Flag, json, rowParser } from '../storage/table.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { alsoLinesOf, jobColumns, jobIdColumn, jobIdsIn, jobsTable } from './rows.ts'

export type LedgerReads = Pick<
  Ledger,
  | 'outcomeOf' | 'openTries' | 'allTries' | 'openUploadsOf' | 'madeBy' | 'countOf' | 'underWay' | 'underWayOf' | 'beingTranscribed'
  | 'open' | 'standing' | 'awaitedClips' | 'retakes'
>

const parseAsked = rowParser('jobs', z.object({ id: JobIdShape, requestKey: z.string().nullable(), body: z.string().nullable() }))

const parseSource = rowParser('jobs', z.object({ assetId: AssetIdShape, isPractice: Flag }))

const parseRetake = rowParser('jobs', z.object({
  ...{ id: JobIdShape, line_id: LineIdShape.nullable(), into_line: TakeIdShape },
  also_lines: z.string().nullable(),
  take_ids: json(z.array(TakeIdShape)),
}))
const parseAwaited = rowParser('jobs', z.object({
  ...{ id: JobIdShape, into_clip: json(IntoShape) },
  ...{ take_ids: json(z.array(TakeIdShape)), hasTries: Flag },
}))

const endedFree = sql`(later.state IN ('failed', 'cancelled') AND later.charged IS 'no')`

/**
 * Whether a later try takes the place of a row of `jobs`: one that has not ended, is done, or was or may have been charged. After a try
 * that ended free, what the earlier one may have cost is as open as before.
 */
export const wasRetried = sql`EXISTS (
  WITH RECURSIVE tries (try_id, is_free) AS (
    SELECT later.id, ${endedFree} FROM jobs AS later WHERE later.retry_of = jobs.id
    UNION SELECT later.id, ${endedFree} FROM tries JOIN jobs AS later ON later.retry_of = tries.try_id WHERE tries.is_free
  )
  SELECT 1 FROM tries WHERE NOT is_free)`

/** All rows that have not ended. The index is named because the one over all places has the same order, and every job that ever was. */
const openJobs = sql`jobs INDEXED BY jobs_waiting WHERE ended_at IS NULL`

/** A query for these columns of what is being made, or may have been. Two parts, so that each has its index. */
function underWayRows(columns: Sql, isMeant: Sql = sql`true`): Sql {
  return sql`
    SELECT ${columns} FROM ${openJobs} AND ${isMeant}
    UNION ALL SELECT ${columns} FROM jobs INDEXED BY jobs_standing
      WHERE cleared_at IS NULL AND state <> 'done' AND state = 'unsure' AND ended_at IS NOT NULL AND NOT ${wasRetried} AND ${isMeant}`
}

export function createLedgerReads(db: Database): LedgerReads {
  return {
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
    allTries: async jobId => jobsTable.read(await db.all(sql`
      WITH RECURSIVE earlier (try_id, before_id) AS (
        SELECT id, retry_of FROM jobs WHERE id = ${jobId}
        UNION SELECT jobs.id, jobs.retry_of FROM jobs JOIN earlier ON jobs.id = earlier.before_id
      ), tries (try_id) AS (
        SELECT try_id FROM earlier UNION SELECT jobs.id FROM jobs JOIN tries ON jobs.retry_of = tries.try_id
      )
      SELECT ${jobColumns} FROM jobs WHERE id IN (SELECT try_id FROM tries) ORDER BY id`)),
    openUploadsOf: async jobIds => jobsTable.read(await db.all(sql`
      SELECT ${jobColumns} FROM jobs
      WHERE kind = 'upload' AND request_id IN ${sql.list(jobIds)} AND ended_at IS NULL`)),
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
    open: async () => jobsTable.read(await db.all(sql`SELECT ${jobColumns} FROM ${openJobs} ORDER BY place, id`)),
    standing: async () => jobsTable.read(await db.all(sql`
      SELECT ${jobColumns} FROM jobs INDEXED BY jobs_standing
      WHERE cleared_at IS NULL AND state <> 'done' AND (ended_at IS NULL OR NOT ${wasRetried})`)),
    async awaitedClips() {
      const rows = readEach(await db.all(sql`
        SELECT id, into_clip, take_ids, json_array_length(take_ids) > 1 OR EXISTS (
          SELECT 1 FROM jobs AS others WHERE others.request_key = jobs.request_key AND others.id <> jobs.id
            AND (others.ended_at IS NULL OR others.state = 'done')) AS hasTries
        FROM jobs INDEXED BY jobs_into_clip WHERE into_clip IS NOT NULL AND state = 'done' ORDER BY id`), parseAwaited)
      return rows.map(each => ({ jobId: each.id, into: each.into_clip, takeIds: each.take_ids, hasTries: each.hasTries }))
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
  }
}
