/** News of takes: whoever follows them ends with the state of now. */
import type { Take } from '#contract/takes.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import { expect, it, vi } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { createTakes } from '../../../src-main/library/takes.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

it('a change that is made while a bulk is read is told after it, and so is a take that is deleted meanwhile', async () => {
  const library = await openTestLibrary()
  const { db } = library
  let meanwhile: (() => Promise<unknown>) | null = null
  let changing: Promise<unknown> = Promise.resolve()
  const slow: Database = {
    ...db,
    async all<T extends object>(query: Parameters<Database['all']>[0]) {
      const rows = await db.all<T>(query)
      if (meanwhile && query.text.includes('takes.asset_id IN')) {
        changing = meanwhile()
        meanwhile = null
        // In the time of so many questions the change is written, read and told, unless it waits for its turn.
        for (let at = 0; at < 200; at++)
          await db.get(sql`SELECT count(*) FROM takes`)
      }
      return rows
    },
  }
  const takes = createTakes({ ...library, db: slow, log: createLog({ write: () => {}, clock: library.clock }) })
  const page = new AbortController()
  const shown = new Map<string, Take>()
  const reading = (async () => {
    for await (const { changed, removed } of takes.changes(page.signal)) {
      changed.forEach(take => shown.set(take.id, take))
      removed.forEach(id => shown.delete(id))
    }
  })()
  const file = async (name: string) => takes.file(spokenTake(name), await plainAsset(library, name))
  const [starred, deleted] = [await file('starred'), await file('deleted')]

  meanwhile = () => takes.star([starred.id], true)
  await takes.announceAssets([starred.asset.id])
  await changing
  await takes.trash([deleted.id])
  meanwhile = () => takes.purge([deleted.id])
  await takes.announceAssets([starred.asset.id, deleted.asset.id])
  await changing
  const last = await file('last')
  await vi.waitUntil(() => shown.has(last.id), { timeout: hangMs })
  page.abort()
  await reading
  expect([...shown.values()].map(take => [take.id, take.isStarred])).toEqual([[starred.id, true], [last.id, false]])
})
