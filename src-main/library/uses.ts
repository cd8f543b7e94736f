/** Finds what still needs a take, its file, a voice or a model: asked before anything is deleted permanently, and again while it is. */
import type { Asset } from '#contract/takes.ts'
import type { TrashUse } from '#contract/trash.ts'
import type { AssetId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { AssetId as AssetIdShape, TakeId as TakeIdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { rowParser } from '../storage/table.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { assetsTable } from './asset-rows.ts'
import { isInTrash, referencesTo, referencesToAsked } from './take-references.ts'

/** Ids of what is deleted together, by table: all of it is in the trash. Uses among these do not count. */
export interface PurgeSet {
  readonly take: readonly string[]
  readonly voice: readonly string[]
  readonly conversation: readonly string[]
  readonly project: readonly string[]
  readonly line: readonly string[]
  readonly model: readonly string[]
  readonly sequence: readonly string[]
}

export const emptyPurgeSet: PurgeSet = { take: [], voice: [], conversation: [], project: [], line: [], model: [], sequence: [] }

/**
 * A job that has not ended, or can be sent again. `plan` is the text from the ledger, which names what the job needs. `projectId`
 * is the project of its result; null when the job has ended. With `mayAnswer`, an answer may still be written into its conversation.
 */
export interface WaitingWork {
  readonly title: string
  readonly modelId: string | null
  readonly projectId: string | null
  readonly mayAnswer: boolean
  readonly plan: string
}

/** One place that refers to one of the items that would be deleted. */
export interface Use extends Omit<TrashUse, 'things'> {
  readonly of: 'take' | 'voice' | 'model' | 'project' | 'sequence' | 'conversation'
  readonly id: string
}

type Reader = Pick<Transaction, 'all'>

/** Reference clips of voices that are kept. A clip is kept as long as its voice. */
export async function heldByVoices(db: Reader, { take, voice }: PurgeSet): Promise<Set<TakeId>> {
  const rows = await db.all<{ id: TakeId }>(sql`
    SELECT DISTINCT clip_take_id AS id FROM voices WHERE clip_take_id IS NOT NULL AND id NOT IN ${sql.list(voice)}`)
  return among(rows.map(row => row.id), take)
}

/** Which of these few ids are purged: the trash may have all takes of a library, of which a set would take long to make. */
function among(ids: readonly TakeId[], purged: readonly string[]): Set<TakeId> {
  const few = new Set<string>(ids)
  return new Set(few.size === 0 ? [] : purged.filter((id): id is TakeId => few.has(id)))
}

/** Where kept items and work refer to what would be deleted; each pair once. */
export async function usesOf(db: Reader, purged: PurgeSet, waiting: readonly WaitingWork[]): Promise<Use[]> {
  return [
    ...await usesByName(db, purged),
    ...await usesByFile(db, purged, waiting),
    ...await usesByCasting(db, purged),
    ...await usesByNesting(db, purged),
    ...usesByWork(purged, waiting),
  ]
}

const onlyOnce = (uses: readonly Use[]): Use[] => [...new Map(uses.map(use => [JSON.stringify(use), use])).values()]

/** Of more takes, the places that refer to any take in the trash are read, which do not become more with the trash. */
const mostAsked = 1000

async function usesByName(db: Reader, purged: PurgeSet): Promise<Use[]> {
  const areMany = purged.take.length > mostAsked
  const used = areMany
    ? sql`WITH used AS (${referencesTo(({ kept }) => kept, isInTrash)})`
    : sql`WITH asked (id) AS MATERIALIZED ${sql.list(purged.take)}, used AS (${referencesToAsked(({ kept }) => kept)})`
  const rows = await db.all<{ take_id: TakeId, by_take_id: TakeId | null, kind: Use['kind'], place: string, is_trashed: number }>(sql`
    ${used} SELECT DISTINCT used.take_id, used.by_take_id, used.kind, coalesce(projects.name, used.name) AS place,
      max(used.is_trashed, projects.trashed_at IS NOT NULL) AS is_trashed
    FROM used LEFT JOIN projects ON projects.id = used.project_id
    WHERE (used.project_id IS NULL OR (projects.id IS NOT NULL AND projects.id NOT IN ${sql.list(purged.project)}))
      AND (used.line_id IS NULL OR used.line_id NOT IN ${sql.list(purged.line)})`)
  const asked = among(rows.flatMap(row => row.by_take_id === null ? row.take_id : [row.take_id, row.by_take_id]), purged.take)
  const counting = rows.filter(row => asked.has(row.take_id) && (row.by_take_id === null || !asked.has(row.by_take_id)))
  return onlyOnce(counting.map((row): Use =>
    ({ of: 'take', id: row.take_id, kind: row.kind, place: row.place, isTrashed: row.is_trashed === 1 })))
}

/** Speakers with their voice and model, which their lines need. */
async function usesByCasting(db: Reader, purged: PurgeSet): Promise<Use[]> {
  const rows = await db.all<{ of: 'voice' | 'model', id: string, kind: Use['kind'], place: string, is_trashed: number }>(sql`
    WITH cast_by (project_id, voice_id, model_id, kind) AS (
      SELECT project_id, voice_id, model_id, 'speaker' FROM castings
      UNION ALL SELECT snapshots.project_id, casting.value ->> 'voiceId', casting.value ->> 'modelId', 'version'
        FROM snapshot_summaries JOIN snapshots ON snapshots.id = snapshot_id, json_each(${sql.json(sql`castings`)}) AS casting
    ),
    named (of, id, project_id, kind) AS (
      SELECT 'voice', voice_id, project_id, kind FROM cast_by WHERE voice_id IN ${sql.list(purged.voice)}
      UNION SELECT 'model', model_id, project_id, kind FROM cast_by WHERE model_id IN ${sql.list(purged.model)}
    )
    SELECT named.of, named.id, named.kind, projects.name AS place, projects.trashed_at IS NOT NULL AS is_trashed
      FROM named JOIN projects ON projects.id = named.project_id WHERE projects.id NOT IN ${sql.list(purged.project)}`)
  return rows.map(({ is_trashed, ...row }) => ({ ...row, isTrashed: is_trashed === 1 }))
}

/** Sequences that are clips of others. */
async function usesByNesting(db: Reader, purged: PurgeSet): Promise<Use[]> {
  if (purged.sequence.length === 0)
    return []
  const nested = sql`${sql.json(sql`sequence_clips.clip`)} ->> '$.nested.sequenceId'`
  const rows = await db.all<{ id: string, place: string, is_trashed: number }>(sql`
    SELECT DISTINCT ${nested} AS id, projects.name AS place,
      max(sequences.trashed_at IS NOT NULL, projects.trashed_at IS NOT NULL) AS is_trashed
    FROM sequence_clips JOIN sequences ON sequences.id = sequence_clips.sequence_id JOIN projects ON projects.id = sequences.project_id
    WHERE instr(sequence_clips.clip, '"nested"') > 0 AND ${nested} IN ${sql.list(purged.sequence)}
      AND sequences.purged_at IS NULL AND sequences.id NOT IN ${sql.list(purged.sequence)}
      AND projects.id NOT IN ${sql.list(purged.project)}`)
  return rows.map(({ id, place, is_trashed }) => ({ of: 'sequence', id, kind: 'timeline', place, isTrashed: is_trashed === 1 }))
}

function usesByWork(purged: PurgeSet, waiting: readonly WaitingWork[]): Use[] {
  return waiting.flatMap(({ title, modelId, projectId, mayAnswer, plan }) => [
    ...purged.voice.filter(id => plan.includes(`"${id}"`)).map(id => ({ of: 'voice' as const, id })),
    ...purged.conversation.filter(id => mayAnswer && plan.includes(`"${id}"`)).map(id => ({ of: 'conversation' as const, id })),
    ...purged.model.filter(id => id === modelId).map(id => ({ of: 'model' as const, id })),
    ...purged.project.filter(id => id === projectId).map(id => ({ of: 'project' as const, id })),
  ].map((named): Use => ({ ...named, kind: 'job', place: title, isTrashed: false })))
}

const parseFileOfTake = rowParser('takes', z.object({ id: TakeIdShape, asset_id: AssetIdShape }))

async function usesByFile(db: Reader, purged: PurgeSet, waiting: readonly WaitingWork[]): Promise<Use[]> {
  const inWork = waiting.flatMap(({ title, plan }) => filesIn({ text: plan, kind: 'job', place: title, is_trashed: 0 }))
  const named = [...await filesNamed(db, purged), ...await filesInVersions(db, purged), ...inWork]
  const files = [...new Set(named.map(each => each.assetId))]
  const takes = files.length === 0
    ? []
    : readEach(await db.all(sql`SELECT id, asset_id FROM takes WHERE asset_id IN ${sql.list(files)}`), parseFileOfTake)
  const asked = among(takes.map(take => take.id), purged.take)
  const takesOf = Map.groupBy(takes.filter(take => asked.has(take.id)), take => take.asset_id)
  const uses = named.flatMap(({ assetId, ...place }) => (takesOf.get(assetId) ?? []).map(({ id }): Use => ({ of: 'take', id, ...place })))
  return onlyOnce(uses)
}

type NamedFile = Omit<Use, 'of' | 'id'> & { readonly assetId: AssetId }

interface NamingRow { text: string, kind: Use['kind'], place: string, is_trashed: number }

/** Chats and castings refer to files inside their JSON; a 64-digit hash is never there by chance. */
async function filesNamed(db: Reader, purged: PurgeSet): Promise<NamedFile[]> {
  const rows = await db.all<NamingRow>(sql`
    SELECT messages.parts AS text, 'conversation' AS kind, conversations.title AS place, conversations.trashed_at IS NOT NULL AS is_trashed
      FROM messages JOIN conversations ON conversations.id = messages.conversation_id
      WHERE instr(messages.parts, '"assetId"') > 0 AND conversations.id NOT IN ${sql.list(purged.conversation)}
    UNION ALL SELECT castings.fields, 'casting', projects.name, projects.trashed_at IS NOT NULL
      FROM castings JOIN projects ON projects.id = castings.project_id WHERE projects.id NOT IN ${sql.list(purged.project)}`)
  return rows.flatMap(filesIn)
}

async function filesInVersions(db: Reader, purged: PurgeSet): Promise<NamedFile[]> {
  const rows = await db.all<NamingRow>(sql`
    SELECT DISTINCT casting.value ->> 'fields' AS text, 'version' AS kind, projects.name AS place,
      projects.trashed_at IS NOT NULL AS is_trashed
    FROM snapshot_summaries JOIN snapshots ON snapshots.id = snapshot_id JOIN projects ON projects.id = snapshots.project_id,
      json_each(${sql.json(sql`castings`)}) AS casting
    WHERE projects.id NOT IN ${sql.list(purged.project)}`)
  return rows.flatMap(filesIn)
}

function filesIn({ text, kind, place, is_trashed }: NamingRow): NamedFile[] {
  // has the form of an asset id
  return (text.match(/\b[0-9a-f]{64}\b/g) ?? []).map(hash => ({ assetId: hash as AssetId, kind, place, isTrashed: is_trashed === 1 }))
}

const filesTable = assetsTable.part('id', 'extension')

/**
 * Files that no take, look-up table, chat or casting would refer to once all of that is deleted. Snapshots and waiting jobs keep no
 * file: a user who deletes a take by hand is warned that they need it.
 */
export async function filesFreed(db: Reader, purged: PurgeSet): Promise<Pick<Asset, 'id' | 'extension'>[]> {
  const free = filesTable.read(await db.all(sql`
    SELECT ${filesTable.columns} FROM assets
    WHERE NOT EXISTS (SELECT 1 FROM takes WHERE takes.asset_id = assets.id AND takes.id NOT IN ${sql.list(purged.take)})
      AND NOT EXISTS (SELECT 1 FROM luts WHERE luts.asset_id = assets.id)`))
  if (free.length === 0)
    return []
  const named = new Set((await filesNamed(db, purged)).map(file => file.assetId))
  return free.filter(asset => !named.has(asset.id))
}
