/** Which takes were made with what: from which line, of which texts and files, with which voice. */
import type { AssetId, ModelId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { sql } from '../storage/sql.ts'

export interface MadeOf {
  readonly modelId: ModelId
  readonly isPractice: boolean
  /** Null where only the files count. */
  readonly texts: readonly string[] | null
  readonly files: readonly AssetId[]
}

export interface SpokenWith { readonly modelId: ModelId, readonly voice: string, readonly isPractice: boolean }

const idsOf = (rows: readonly { id: TakeId }[]): TakeId[] => rows.map(row => row.id)

export async function fingerprintsOfTakes(db: Transaction, takeIds: readonly TakeId[]): Promise<Map<TakeId, string | null>> {
  const rows = await db.all<{ id: TakeId, made_from: string | null }>(sql`
    SELECT id, made_from FROM takes WHERE id IN ${sql.list(takeIds)}`)
  return new Map(rows.map(row => [row.id, row.made_from]))
}

export async function takesOfSameFiles(db: Transaction, takeIds: readonly TakeId[]): Promise<TakeId[]> {
  return idsOf(await db.all<{ id: TakeId }>(sql`
    SELECT id FROM takes WHERE asset_id IN (SELECT asset_id FROM takes WHERE id IN ${sql.list(takeIds)})`))
}

/** For a list of takes: those that arrived whole and are not in the trash. */
export function isMadeOf({ modelId, isPractice, texts, files }: MadeOf): Sql {
  const isOfThese = texts === null
    ? sql`EXISTS (SELECT 1 FROM ${sql.each(files)} WHERE instr(takes.request, value))`
    : sql`takes.text IN ${sql.list(texts)}`
  return sql`
    takes.model_id = ${modelId} AND takes.voice IS NULL AND takes.is_practice = ${isPractice ? 1 : 0}
      AND takes.trashed_at IS NULL AND takes.arrival ->> '$.incomplete' IS NULL AND ${isOfThese}`
}

export async function newestWithVoice(db: Transaction, modelId: ModelId, voice: string): Promise<TakeId | null> {
  const row = await db.get<{ id: TakeId }>(sql`
    SELECT id FROM takes WHERE model_id = ${modelId} AND voice = ${voice} AND trashed_at IS NULL ORDER BY number DESC LIMIT 1`)
  return row?.id ?? null
}

/** The newest first, without those that did not arrive whole. */
export async function newestSpokenWith(db: Transaction, { modelId, voice, isPractice }: SpokenWith, most: number): Promise<TakeId[]> {
  return idsOf(await db.all<{ id: TakeId }>(sql`
    SELECT id FROM takes INDEXED BY takes_by_voice
    WHERE model_id = ${modelId} AND voice = ${voice} AND trashed_at IS NULL AND kind = 'speech' AND medium = 'audio'
      AND is_practice = ${isPractice ? 1 : 0} AND arrival ->> '$.incomplete' IS NULL
    ORDER BY number DESC LIMIT ${most}`))
}
