/** The rows of takes. */
import type { Arrival, Asset, Take } from '#contract/takes.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { longestNote } from '#contract/take-calls.ts'
import { Arrival as ArrivalShape, SentRequest, TakeMarks } from '#contract/takes.ts'
import {
  AccountId,
  AssetId,
  CollectionId,
  Instant,
  JobId,
  LineId,
  Medium,
  ModelId,
  ProjectId,
  TakeId,
  TakeKind,
  withoutDirections,
} from '#contract/words.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { sql } from '../storage/sql.ts'
import { Count, defineTable, Flag, json, rowParser } from '../storage/table.ts'
import { assetOf, assetsTable } from './asset-rows.ts'
import { stackKeyOf } from './stack-key.ts'

/** Everything about a take except its file; `jobPart` counts the results of one job from 0. */
export interface NewTake {
  readonly kind: TakeKind
  readonly medium: Medium
  readonly title: string
  readonly text: string
  readonly modelId: ModelId | null
  readonly voice: string | null
  readonly accountId: AccountId | null
  readonly projectId: ProjectId | null
  readonly lineId: LineId | null
  readonly jobId: JobId | null
  readonly jobPart: number
  /** Fingerprint of the line's words and casting at the time; see `script/stale.ts`. */
  readonly madeFrom: string | null
  readonly sourceTakeIds: readonly TakeId[]
  readonly request: SentRequest | null
  readonly fileName: string
  readonly isPractice: boolean
  /** The take that was listened back to. Default: it is no check. */
  readonly checkOf?: TakeId | null | undefined
  /** Default: it arrived whole and is kept as it came. */
  readonly arrival?: Arrival | null
}

/** A take without a request: an imported file or an extracted frame. */
export function importOf(
  take: Pick<NewTake, 'medium' | 'title'> & Partial<Pick<NewTake, 'fileName' | 'projectId' | 'sourceTakeIds' | 'isPractice'>>,
): NewTake {
  return {
    kind: 'import',
    text: '',
    modelId: null,
    voice: null,
    accountId: null,
    projectId: null,
    lineId: null,
    jobId: null,
    jobPart: 0,
    madeFrom: null,
    sourceTakeIds: [],
    request: null,
    fileName: '',
    isPractice: false,
    ...take,
  }
}

export const takesTable = defineTable('takes', z.object({
  number: Count,
  take_id: TakeId,
  kind: TakeKind,
  medium: Medium,
  title: z.string(),
  text: z.string(),
  model_id: ModelId.nullable(),
  voice: z.string().nullable(),
  account_id: AccountId.nullable(),
  project_id: ProjectId.nullable(),
  line_id: LineId.nullable(),
  job_id: JobId.nullable(),
  source_take_ids: json(z.array(TakeId)),
  // Parsed separately: a take is listed even when its request cannot be read.
  request: z.string().nullable(),
  is_starred: Flag,
  note: z.string(),
  marks: json(TakeMarks).nullable(),
  name: z.string(),
  is_practice: Flag,
  arrival: json(ArrivalShape).nullable(),
  taken_at: Instant,
  trashed_at: Instant.nullable(),
  check_of: TakeId.nullable(),
}), {
  renamed: { take_id: 'id' },
  unread: { job_part: Count, made_from: z.string().nullable(), asset_id: AssetId, file_name: z.string(), stack: z.int().nullable() },
})

const parseJoined = rowParser('takes', z.object({
  added_to: json(z.array(ProjectId)),
  tags: json(z.array(z.string())),
  collected: json(z.array(CollectionId)).nullable(),
}))
const Request = json(SentRequest)

/** `SELECT …` of takes with their assets; `takeOf` reads its rows. */
export const selectTakes = sql`
  SELECT ${takesTable.columns}, ${assetsTable.columns},
    (SELECT json_group_array(project_takes.project_id) FROM project_takes WHERE project_takes.take_id = takes.id) AS added_to,
    (SELECT json_group_array(take_tags.tag ORDER BY take_tags.added_at, take_tags.rowid) FROM take_tags
      WHERE take_tags.take_id = takes.id) AS tags,
    (SELECT nullif(json_group_array(collection_takes.collection_id), '[]') FROM collection_takes
      WHERE collection_takes.take_id = takes.id) AS collected
  FROM takes JOIN assets ON assets.id = takes.asset_id`

/** @throws UnreadableRowError, but not for an unreadable request, which the take itself reports */
export function takeOf(joined: object): Take {
  const row = takesTable.parse(joined)
  const { added_to, tags, collected } = parseJoined(joined)
  const request = row.request === null ? null : Request.safeParse(row.request)
  return {
    id: row.take_id,
    number: row.number,
    kind: row.kind,
    medium: row.medium,
    // Those of a restored backup may have come with any name.
    title: withoutDirections(row.name === '' ? row.title : row.name),
    name: row.name,
    text: row.text,
    modelId: row.model_id,
    voice: row.voice,
    accountId: row.account_id,
    projectId: row.project_id,
    addedToIds: added_to,
    lineId: row.line_id,
    jobId: row.job_id,
    sourceTakeIds: row.source_take_ids,
    request: request?.data ?? null,
    isRequestUnreadable: request?.success === false,
    asset: assetOf(assetsTable.parse(joined)),
    isStarred: row.is_starred,
    note: row.note,
    ...row.marks && { marks: row.marks },
    tags,
    ...collected && { collectionIds: collected },
    isPractice: row.is_practice,
    arrival: row.arrival,
    ...row.check_of !== null && { checkOf: row.check_of },
    takenAt: row.taken_at,
    trashedAt: row.trashed_at,
  }
}

/** All, trashed ones included. */
export async function countTakes(db: Pick<Transaction, 'get'>): Promise<number> {
  return (await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM takes`))?.count ?? 0
}

/**
 * Returns the take's number. If its project was deleted in the meantime, the take has none: what was paid for is kept in any case. A check
 * whose take was deleted is a take of its own; one whose take is in the trash is there with it.
 */
export async function insertTake(
  tx: Transaction,
  takeId: TakeId,
  take: NewTake,
  asset: Pick<Asset, 'id'>,
  takenAt: number,
): Promise<number> {
  const values = takesTable.values({
    take_id: takeId,
    kind: take.kind,
    medium: take.medium,
    title: take.title,
    text: take.text,
    model_id: take.modelId,
    voice: take.voice,
    account_id: take.accountId,
    project_id: sql`(SELECT id FROM projects WHERE id = ${take.projectId})`,
    line_id: take.lineId,
    job_id: take.jobId,
    source_take_ids: JSON.stringify(take.sourceTakeIds),
    request: take.request && JSON.stringify(take.request),
    is_practice: take.isPractice,
    arrival: take.arrival ? JSON.stringify(take.arrival) : null,
    taken_at: takenAt,
    ...take.checkOf && {
      check_of: sql`(SELECT id FROM takes WHERE id = ${take.checkOf})`,
      trashed_at: sql`(SELECT trashed_at FROM takes WHERE id = ${take.checkOf})`,
    },
  }, {
    ...{ job_part: take.jobPart, made_from: take.madeFrom, asset_id: asset.id, file_name: take.fileName },
    stack: stackKeyOf(take),
  })
  return (await tx.run(sql`INSERT INTO takes ${values}`)).lastInsertRowid
}

interface TakeOfPart { readonly id: TakeId, readonly number: number, readonly asset: Asset }

const numbered = takesTable.part('take_id', 'number')

/** What was filed of this part of a job, with its file; null where nothing was. */
export async function takeOfPart(tx: Transaction, { jobId, jobPart }: Pick<NewTake, 'jobId' | 'jobPart'>): Promise<TakeOfPart | null> {
  const row = jobId && await tx.get(sql`
    SELECT ${numbered.columns}, ${assetsTable.columns} FROM takes JOIN assets ON assets.id = takes.asset_id
    WHERE job_id = ${jobId} AND job_part = ${jobPart}`)
  if (!row)
    return null
  const { take_id: id, number } = numbered.parse(row)
  return { id, number, asset: assetOf(assetsTable.parse(row)) }
}

/** Its own file is lost, and was made again with other bytes. */
export async function giveOtherFile(tx: Transaction, takeId: TakeId, assetId: AssetId): Promise<void> {
  await tx.run(sql`UPDATE takes SET asset_id = ${assetId} WHERE id = ${takeId}`)
}

/** Names takes; an empty name takes it away. @throws Fault changed-meanwhile, not-found */
export async function nameTakes(
  tx: Transaction,
  names: readonly { takeId: TakeId, name: string, expected?: string | undefined }[],
): Promise<void> {
  for (const { takeId, name, expected } of names) {
    const present = await tx.get<{ name: string }>(sql`SELECT name FROM takes WHERE id = ${takeId}`)
    if (!present)
      throw new Fault('not-found', { word: 'take', id: takeId })
    requireAsExpected('take', present.name, expected, name)
    await tx.run(sql`UPDATE takes SET name = ${name} WHERE id = ${takeId}`)
  }
}

/** Adds a line to notes that do not have it and are not too long with it: `changed`. */
export async function addToNotes(
  tx: Transaction,
  takeIds: readonly TakeId[],
  line: string,
): Promise<{ changed: TakeId[], tooLong: number }> {
  const rows = await tx.all<{ id: TakeId, note: string }>(sql`SELECT id, note FROM takes WHERE id IN ${sql.list(takeIds)}`)
  const lacking = rows.filter(({ note }) => !note.split('\n').includes(line))
  const longer = lacking.map(({ id, note }) => ({ id, note: note === '' ? line : `${note}\n${line}` }))
  const fitting = longer.filter(({ note }) => note.length <= longestNote)
  for (const { id, note } of fitting)
    await tx.run(sql`UPDATE takes SET note = ${note} WHERE id = ${id}`)
  const changed = new Set(fitting.map(({ id }) => id))
  return { changed: takeIds.filter(id => changed.has(id)), tooLong: longer.length - fitting.length }
}

/** The title of a take with this file, best of one that is not in the trash; null where there is none. */
export async function titleOfFile(db: Pick<Transaction, 'get'>, assetId: AssetId): Promise<string | null> {
  const row = await db.get<{ title: string }>(sql`
    SELECT iif(name = '', title, name) AS title FROM takes WHERE asset_id = ${assetId}
    ORDER BY trashed_at IS NOT NULL, number DESC LIMIT 1`)
  return row ? withoutDirections(row.title) : null
}

/** All voices that takes have, one step through the index for each, however many takes have it. */
export async function voicesOfTakes(db: Pick<Transaction, 'all'>): Promise<string[]> {
  const rows = await db.all<{ voice: string }>(sql`
    WITH RECURSIVE each_voice (voice) AS (
      SELECT min(voice) FROM takes WHERE voice IS NOT NULL
      UNION ALL SELECT (SELECT min(takes.voice) FROM takes WHERE takes.voice > each_voice.voice) FROM each_voice WHERE voice IS NOT NULL)
    SELECT voice FROM each_voice WHERE voice IS NOT NULL`)
  return rows.map(row => row.voice)
}

/** The models of all takes, in the same way. */
export async function modelsOfTakes(db: Pick<Transaction, 'all'>): Promise<ModelId[]> {
  const rows = await db.all<{ model_id: ModelId }>(sql`
    WITH RECURSIVE each_model (model_id) AS (
      SELECT min(model_id) FROM takes
      UNION ALL SELECT (SELECT min(takes.model_id) FROM takes WHERE takes.model_id > each_model.model_id) FROM each_model
        WHERE model_id IS NOT NULL)
    SELECT model_id FROM each_model WHERE model_id IS NOT NULL`)
  return rows.map(row => row.model_id)
}

/** For a deleted project: its takes stay in the library, without a project or line. */
export async function keepTakesOfProject(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`UPDATE takes SET project_id = NULL, line_id = NULL WHERE project_id = ${projectId}`)
}

/** Takes whose line was lost to damage: they stay, without a line. */
export async function keepTakesOfLostLines(tx: Pick<Transaction, 'run'>): Promise<void> {
  await tx.run(sql`UPDATE takes SET line_id = NULL WHERE line_id NOT IN (SELECT id FROM lines)`)
}

/** For a deleted line: its takes stay, without a line. */
export async function keepTakesOfLine(tx: Transaction, lineId: LineId): Promise<void> {
  await tx.run(sql`UPDATE takes SET line_id = NULL WHERE line_id = ${lineId}`)
}
