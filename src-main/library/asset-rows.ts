/** The rows of assets. */
import type { Asset } from '#contract/takes.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { SoundTrackOfFile } from '#contract/takes.ts'
import { AssetId, Instant, SoundChoice } from '#contract/words.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { knownExtensions } from '../base/magic.ts'
import { sql } from '../storage/sql.ts'
import { Count, defineTable, Flag, json } from '../storage/table.ts'

export const AssetRow = z.object({
  id: AssetId,
  mime: z.string().max(200),
  // The end of a path.
  extension: z.string().refine(extension => knownExtensions.has(extension), 'is no extension of a file in the library'),
  size_bytes: Count,
  duration_seconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  frames_per_second: z.number().nullable(),
  sample_rate: z.int().nullable(),
  channels: z.int().nullable(),
  sounds: json(z.array(SoundTrackOfFile).max(256)).nullable(),
  heard: json(SoundChoice).nullable(),
  has_peaks: Flag,
  has_poster: Flag,
  is_missing: Flag,
})
export type AssetRow = z.output<typeof AssetRow>

export const assetsTable = defineTable('assets', AssetRow, {
  unread: { created_at: Instant, facts_version: Count, content_id: AssetId.nullable() },
})

/** Raise it when files are measured, or posters made, in another way: those of earlier versions are then made again. */
export const factsVersion = 1

export function assetOf(row: AssetRow): Asset {
  return {
    id: row.id,
    mime: row.mime,
    extension: row.extension,
    sizeBytes: row.size_bytes,
    durationSeconds: row.duration_seconds,
    width: row.width,
    height: row.height,
    framesPerSecond: row.frames_per_second,
    sampleRate: row.sample_rate,
    channels: row.channels,
    ...row.sounds && { sounds: row.sounds },
    ...row.heard && { heard: row.heard },
    hasPeaks: row.has_peaks,
    hasPoster: row.has_poster,
    isMissing: row.is_missing,
  }
}

function valuesOf(asset: Asset) {
  return {
    id: asset.id,
    mime: asset.mime,
    extension: asset.extension,
    size_bytes: asset.sizeBytes,
    duration_seconds: asset.durationSeconds,
    width: asset.width,
    height: asset.height,
    frames_per_second: asset.framesPerSecond,
    sample_rate: asset.sampleRate,
    channels: asset.channels,
    sounds: asset.sounds ? JSON.stringify(asset.sounds) : null,
    has_peaks: asset.hasPeaks,
    has_poster: asset.hasPoster,
  }
}

export interface NewAsset extends Asset {
  /** The hash of the file without the settings in it; default: it has none. */
  readonly contentId?: AssetId | null
}

/** Inserts the row of an asset. For an existing row, records that its file is back. */
export async function insertAsset(tx: Transaction, asset: NewAsset, createdAt: number): Promise<void> {
  const more = { created_at: createdAt, facts_version: factsVersion, content_id: asset.contentId ?? null }
  await tx.run(sql`
    INSERT INTO assets ${assetsTable.values(valuesOf(asset), more)}
    ON CONFLICT (id) DO UPDATE SET is_missing = 0, has_peaks = excluded.has_peaks, has_poster = excluded.has_poster,
      content_id = coalesce(excluded.content_id, content_id)`)
}

/** The row of an asset whose file is not here. */
export async function insertMissingAsset(
  tx: Transaction,
  { id, mime, extension, sizeBytes }: Pick<Asset, 'id' | 'mime' | 'extension' | 'sizeBytes'>,
  createdAt: number,
): Promise<void> {
  const values = { id, mime, extension, size_bytes: sizeBytes, is_missing: true }
  await tx.run(sql`
    INSERT INTO assets ${assetsTable.values(values, { created_at: createdAt, facts_version: factsVersion })} ON CONFLICT (id) DO NOTHING`)
}

/** Null is both sides of the default sound. Answers whether something else was chosen before. */
export async function chooseHeard(tx: Pick<Transaction, 'run'>, assetId: AssetId, heard: SoundChoice | null): Promise<boolean> {
  const chosen = heard && heardKey(heard) !== '' ? JSON.stringify({ track: heard.track, channel: heard.channel }) : null
  const { changes } = await tx.run(sql`UPDATE assets SET heard = ${chosen} WHERE id = ${assetId} AND heard IS NOT ${chosen}`)
  return changes > 0
}

/** What a list shows of the file of an asset, to be compared; null for an asset that is not known yet. */
export async function shownOf(from: Pick<Transaction, 'get'>, assetId: AssetId): Promise<string | null> {
  const row = await from.get<{ shown: string }>(sql`
    SELECT json_array(is_missing, has_peaks, has_poster) AS shown FROM assets WHERE id = ${assetId}`)
  return row?.shown ?? null
}

/** The file of an asset is where it should be again. */
export async function noteFileIsBack(tx: Pick<Transaction, 'run'>, assetId: AssetId): Promise<void> {
  await tx.run(sql`UPDATE assets SET is_missing = 0 WHERE id = ${assetId}`)
}

/** Records what was measured again, or that there is nothing to be measured. */
export async function noteMeasured(tx: Pick<Transaction, 'run'>, asset: Asset): Promise<void> {
  await tx.run(sql`UPDATE assets SET ${assetsTable.changes(valuesOf(asset))}, facts_version = ${factsVersion} WHERE id = ${asset.id}`)
}

/** Updates what was measured of an existing asset, whose file is back. */
export async function updateAsset(tx: Pick<Transaction, 'run'>, asset: Asset): Promise<void> {
  await tx.run(sql`UPDATE assets SET ${assetsTable.changes({ ...valuesOf(asset), is_missing: false })} WHERE id = ${asset.id}`)
}

/** The files that a restored library has, and what is next to each. What it does not have is missing. */
export async function settleAssets(
  db: Pick<Transaction, 'run'>,
  files: readonly { readonly id: AssetId, readonly extension: string, readonly sizeBytes: number }[],
  beside: { readonly peaks: readonly AssetId[], readonly posters: readonly AssetId[] },
): Promise<void> {
  await db.run(sql`
    UPDATE assets SET is_missing = 1, has_peaks = has_peaks AND id IN ${sql.list(beside.peaks)},
      has_poster = has_poster AND id IN ${sql.list(beside.posters)}`)
  await db.run(sql`
    UPDATE assets SET is_missing = 0, size_bytes = file.value ->> 'sizeBytes' FROM ${sql.each(files)} AS file
    WHERE assets.id = file.value ->> 'id' AND assets.extension = file.value ->> 'extension'`)
}

/** `Assets.discard` removes the files, once this is durable. */
export async function deleteAssets(tx: Transaction, assetIds: readonly AssetId[]): Promise<void> {
  await tx.run(sql`DELETE FROM assets WHERE id IN ${sql.list(assetIds)}`)
}
