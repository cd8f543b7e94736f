/** Searches that a person saved under a name. */
import type { SavedSearch } from '#contract/saved-searches.ts'
import type { SavedSearchId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { longestSearch } from '#contract/saved-searches.ts'
import { TakeSort } from '#contract/take-order.ts'
import { Instant, Label, SavedSearchId as SavedSearchIdShape } from '#contract/words.ts'
import { withRenamed } from '#rules/search/names.ts'
import { parseSearch, printSearch } from '#rules/search/query.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag } from '../storage/table.ts'
import { readMany, readOne } from '../storage/unreadable-rows.ts'

export const savedSearchesTable = defineTable('saved_searches', z.object({
  id: SavedSearchIdShape,
  name: Label,
  text: z.string().max(longestSearch),
  sort: TakeSort.shape.by,
  is_ascending: Flag,
  saved_at: Instant,
}))

type Saved = Pick<SavedSearch, 'name' | 'text' | 'sort'>
/** The members that are given. */
type ChangedSearch = { readonly [Name in keyof Saved]?: Saved[Name] | undefined }

export interface SavedSearches {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<SavedSearch, SavedSearchId>>
  list: () => Promise<SavedSearch[]>
  create: (search: Saved) => Promise<SavedSearch>
  /** Replaces the members that are given. @throws Fault not-found, changed-meanwhile */
  change: (searchId: SavedSearchId, changed: ChangedSearch, expected?: ChangedSearch) => Promise<SavedSearch>
  remove: (searchId: SavedSearchId) => Promise<void>
  /** The journal has changed its row. */
  noteTurned: (searchId: SavedSearchId) => Promise<void>
}

/**
 * Searches that ask for a collection by exactly its name ask for the new one. Answers those that were changed.
 * @throws Fault search-too-long
 */
export async function followRenamed(tx: Transaction, before: string, after: string): Promise<SavedSearchId[]> {
  const rows = await tx.all<{ id: SavedSearchId, name: string, text: string }>(sql`SELECT id, name, text FROM saved_searches`)
  const changed: SavedSearchId[] = []
  for (const { id, name, text } of rows) {
    const terms = withRenamed(parseSearch(text), 'collection', before, after)
    if (terms === null)
      continue
    const next = printSearch(terms)
    // One that is too long already is in no list: it follows, until it fits.
    if (next.length > longestSearch && text.length <= longestSearch)
      throw new Fault('search-too-long', { name, limit: longestSearch })
    await tx.run(sql`UPDATE saved_searches SET text = ${next} WHERE id = ${id}`)
    changed.push(id)
  }
  return changed
}

export function createSavedSearches({ db, clock }: { db: Database, clock: Clock }): SavedSearches {
  const news = createChanges<SavedSearch, SavedSearchId>()

  const list = async (): Promise<SavedSearch[]> =>
    readMany(await db.all(sql`SELECT ${savedSearchesTable.columns} FROM saved_searches ORDER BY id`), searchOf)

  /** Null also for one that cannot be read, which is in no list. */
  async function find(tx: Pick<Transaction, 'get'>, searchId: SavedSearchId): Promise<SavedSearch | null> {
    return readOne(await tx.get(sql`SELECT ${savedSearchesTable.columns} FROM saved_searches WHERE id = ${searchId}`), searchOf) ?? null
  }

  return {
    list,
    changes: signal => news.subscribe(list, signal),
    async create({ name, text, sort: { by, isAscending } }) {
      const now = clock.now()
      const id = newId<SavedSearchId>(now)
      await db.run(sql`INSERT INTO saved_searches ${savedSearchesTable.values({
        ...{ id, name, text, sort: by, is_ascending: isAscending, saved_at: now },
      })}`)
      const search: SavedSearch = { id, name, text, sort: { by, isAscending }, savedAt: now }
      news.changed(search)
      return search
    },
    async change(searchId, changed, expected) {
      const search = await db.transaction(async (tx) => {
        const present = await find(tx, searchId)
        if (!present)
          throw new Fault('not-found', { word: 'search', id: searchId })
        requireAsExpected('search', present, expected, changed)
        const next = { name: changed.name ?? present.name, text: changed.text ?? present.text, sort: changed.sort ?? present.sort }
        await tx.run(sql`
          UPDATE saved_searches SET name = ${next.name}, text = ${next.text}, sort = ${next.sort.by},
            is_ascending = ${next.sort.isAscending} WHERE id = ${searchId}`)
        return { ...present, ...next }
      })
      news.changed(search)
      return search
    },
    async remove(searchId) {
      await db.run(sql`DELETE FROM saved_searches WHERE id = ${searchId}`)
      news.removed(searchId)
    },
    async noteTurned(searchId) {
      const found = await find(db, searchId)
      if (found)
        news.changed(found)
      else
        news.removed(searchId)
    },
  }
}

function searchOf(joined: object): SavedSearch {
  const { id, name, text, sort, is_ascending, saved_at } = savedSearchesTable.parse(joined)
  return { id, name, text, sort: { by: sort, isAscending: is_ascending }, savedAt: saved_at }
}
