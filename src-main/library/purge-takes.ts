/** Deletes takes of the trash permanently, with their checks and the files that nothing refers to any more. */
import type { Asset } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Assets } from './assets.ts'
import { sql } from '../storage/sql.ts'
import { checksAlong, heardBy } from './checks.ts'
import { indexTakes, unindexTakes } from './search-index.ts'
import { emptyPurgeSet, filesFreed, heldByVoices } from './uses.ts'

/**
 * Run in the transaction that deletes takes, before their rows: it releases what one module keeps of them, and answers what tells others
 * of that, once it is durable.
 */
export type ReleaseTakes = (tx: Transaction, takeIds: readonly TakeId[]) => Promise<() => Promise<void>>

export async function purgeTakes(
  { db, assets, releases }: { readonly db: Database, readonly assets: Assets, readonly releases: Iterable<ReleaseTakes> },
  takeIds: readonly TakeId[],
): Promise<{ purged: TakeId[], unused: Pick<Asset, 'id' | 'extension'>[], tell: (() => Promise<void>)[] }> {
  return db.transaction(async (tx) => {
    // Checked within the transaction, because a take may have been restored a moment ago.
    const inTrash = await tx.all<{ id: TakeId }>(sql`
      SELECT id FROM takes WHERE id IN ${sql.list(takeIds)} AND trashed_at IS NOT NULL`)
    const doomed = inTrash.map(row => row.id)
    const held = await heldByVoices(tx, { ...emptyPurgeSet, take: doomed })
    const asked = doomed.filter(id => !held.has(id))
    const purged = [...new Set([...asked, ...await checksAlong(tx, asked)])]
    const heard = await heardBy(tx, purged)
    const tell: (() => Promise<void>)[] = []
    for (const release of releases)
      tell.push(await release(tx, purged))
    await unindexTakes(tx, purged)
    await tx.run(sql`DELETE FROM takes WHERE id IN ${sql.list(purged)}`)
    await indexTakes(tx, heard)
    const unused = await filesFreed(tx, emptyPurgeSet)
    await assets.remove(tx, unused.map(asset => asset.id))
    return { purged, unused, tell }
  })
}
