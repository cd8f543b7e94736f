/**
 * Takes of one content: of the same bytes, or of bytes that differ in nothing but the settings that were written into a file when it left
 * (decision 092). Checks are left out: two of them say the same where a take says the same twice.
 */
import type { SameContent, Take } from '#contract/takes.ts'
import type { AssetId, ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'
import { isUsed } from './take-references.ts'

/** Each file whose bytes are not its content, and the file that has just that content, which may not be here. */
const kin = sql`
  kin (content, asset_id) AS (
    SELECT content_id, id FROM assets WHERE content_id IS NOT NULL
    UNION SELECT content_id, content_id FROM assets WHERE content_id IS NOT NULL)`
const liveKin = sql`SELECT kin.content FROM kin CROSS JOIN takes ON takes.asset_id = kin.asset_id WHERE takes.trashed_at IS NULL`
/** Of those whose files are there: what is lost cannot give its content back. */
const keptKin = sql`${liveKin} AND takes.asset_id NOT IN (SELECT id FROM assets WHERE is_missing = 1)`

/**
 * A query for the numbers of all takes whose content another take outside of the trash has, too. What is in the trash is one where it
 * would bring back nothing that is not there: where files differ, that of the other take must not be missing.
 */
export const duplicates = sql`
  WITH ${kin}
  SELECT number FROM takes WHERE trashed_at IS NULL AND check_of IS NULL AND asset_id IN (
    SELECT asset_id FROM (SELECT asset_id FROM takes WHERE trashed_at IS NULL GROUP BY asset_id HAVING count(*) > 1) AS several
      WHERE (SELECT count(*) FROM takes AS same
        WHERE same.asset_id = several.asset_id AND same.trashed_at IS NULL AND same.check_of IS NULL) > 1
    UNION ALL SELECT asset_id FROM kin WHERE content IN (${liveKin} GROUP BY kin.content HAVING count(*) > 1))
  UNION ALL
  SELECT number FROM takes INDEXED BY takes_trashed WHERE trashed_at IS NOT NULL AND (
    EXISTS (SELECT 1 FROM takes AS same WHERE same.asset_id = takes.asset_id AND same.trashed_at IS NULL AND same.check_of IS NULL)
    OR asset_id IN (SELECT asset_id FROM kin WHERE content IN (${keptKin})))`

export interface WantedContent { readonly hash: AssetId, readonly takeId: TakeId | null }

/** The take that a file of this content is here: the named one, else one of the project, else the first one. */
async function takeIdOfContent(
  db: Pick<Transaction, 'get'>,
  { hash, takeId }: WantedContent,
  projectId: ProjectId,
): Promise<TakeId | null> {
  const content = sql`coalesce((SELECT content_id FROM assets WHERE id = ${hash}), ${hash})`
  const row = await db.get<{ id: TakeId }>(sql`
    SELECT id FROM takes
    WHERE asset_id IN (SELECT id FROM assets WHERE content_id = ${content} UNION SELECT ${content} UNION SELECT ${hash})
      AND trashed_at IS NULL AND check_of IS NULL
    ORDER BY id = ${takeId} DESC, asset_id = ${hash} DESC,
      (project_id = ${projectId} OR id IN (SELECT take_id FROM project_takes WHERE project_id = ${projectId})) DESC, number
    LIMIT 1`)
  return row?.id ?? null
}

/** In order; null where there is none. */
export async function takesOfContents(
  db: Pick<Transaction, 'get'>,
  find: (takeIds: readonly TakeId[]) => Promise<Take[]>,
  { files, projectId }: { readonly files: readonly WantedContent[], readonly projectId: ProjectId },
): Promise<(Take | null)[]> {
  const ids: (TakeId | null)[] = []
  for (const file of files)
    ids.push(await takeIdOfContent(db, file, projectId))
  const takes = new Map((await find([...new Set(ids.flatMap(id => id ?? []))])).map(take => [take.id, take]))
  return ids.map(id => (id && takes.get(id)) ?? null)
}

/** The other takes of its content that are not in the trash, the first one first. */
export async function othersOfContent(db: Pick<Transaction, 'all'>, takeId: TakeId, most: number): Promise<SameContent[]> {
  const content = sql`(
    SELECT coalesce(assets.content_id, assets.id) FROM takes JOIN assets ON assets.id = takes.asset_id WHERE takes.id = ${takeId})`
  const rows = await db.all<{ id: TakeId, is_used: number }>(sql`
    SELECT takes.id, ${isUsed} AS is_used FROM takes
    WHERE takes.asset_id IN (SELECT id FROM assets WHERE content_id = ${content} UNION ALL SELECT ${content})
      AND takes.trashed_at IS NULL AND takes.check_of IS NULL AND takes.id <> ${takeId}
    ORDER BY takes.number LIMIT ${most}`)
  return rows.map(row => ({ takeId: row.id, isUsed: row.is_used === 1 }))
}
