/** Collections: lists of takes that a person makes, and puts in order. A removed one is kept with its takes, for undo. */
import type { Collection } from '#contract/collections.ts'
import type { CollectionId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { RowChange } from '../journal/row-changes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { SavedSearches } from './saved-searches.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { CollectionId as CollectionIdShape, Instant, Label, TakeId as TakeIdShape } from '#contract/words.ts'
import { foldName } from '#rules/search/names.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'
import { readMany, readOne } from '../storage/unreadable-rows.ts'
import { freeName } from './free-name.ts'
import { Place, placesBetween } from './places.ts'
import { followRenamed } from './saved-searches.ts'

export const collectionsTable = defineTable('collections', z.object({
  id: CollectionIdShape,
  name: Label,
  made_at: Instant,
}), { unread: { removed_at: Instant.nullable() } })

export const collectionTakesTable = defineTable('collection_takes', z.object({
  collection_id: CollectionIdShape,
  take_id: TakeIdShape,
  added_at: Instant,
  place: Place,
}))

export interface Collections {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Collection, CollectionId>>
  /** Without removed ones. */
  list: () => Promise<Collection[]>
  /** The one of this name, or a new one, with these takes. Answers those that were not in it before. */
  create: (name: string, takeIds: readonly TakeId[]) => Promise<{ collection: Collection, takeIds: TakeId[] }>
  /** Saved searches that ask for it follow. @throws Fault not-found, changed-meanwhile, name-taken, search-too-long */
  rename: (collectionId: CollectionId, name: string, expected?: string) => Promise<Collection>
  /** Its takes stay. */
  remove: (collectionId: CollectionId) => Promise<void>
  /** They come at its end. Answers those that were not in it before. @throws Fault not-found */
  add: (collectionId: CollectionId, takeIds: readonly TakeId[]) => Promise<TakeId[]>
  /** Answers those that were in it. */
  removeTakes: (collectionId: CollectionId, takeIds: readonly TakeId[]) => Promise<TakeId[]>
  /** Puts takes, in the order given, before another one of it; with null at its end. Answers those that are in it. @throws Fault not-found */
  move: (collectionId: CollectionId, takeIds: readonly TakeId[], beforeTakeId: TakeId | null) => Promise<TakeId[]>
  /**
   * Changes rows as undo and redo do, with `write`. One that comes back while another one has its name gets a number. Answers what tells
   * others, once it is durable. @throws Fault name-taken where another one has got a former name
   */
  turn: (
    tx: Transaction,
    changes: readonly RowChange[],
    write: (changes: readonly RowChange[]) => Promise<void>,
  ) => Promise<() => Promise<void>>
}

/** By the search language: those that are not removed. */
export function collectionNames(db: Pick<Transaction, 'all'>): Promise<{ id: CollectionId, name: string }[]> {
  return db.all(sql`SELECT id, name FROM collections WHERE removed_at IS NULL`)
}

const isThere = sql`removed_at IS NULL`
const longestName = 200

export function createCollections({ db, takes, savedSearches, clock }: {
  db: Database
  /** Announces takes. */
  takes: { readonly noteTurned: (takeIds: readonly TakeId[]) => Promise<void> }
  savedSearches: Pick<SavedSearches, 'noteTurned'>
  clock: Clock
}): Collections {
  const news = createChanges<Collection, CollectionId>()

  /** Null also for one that cannot be read, which is in no list. */
  async function find(tx: Pick<Transaction, 'get'>, collectionId: CollectionId): Promise<Collection | null> {
    const row = await tx.get(sql`SELECT ${collectionsTable.columns} FROM collections WHERE id = ${collectionId} AND ${isThere}`)
    return readOne(row, collectionOf) ?? null
  }

  const list = async (): Promise<Collection[]> =>
    readMany(await db.all(sql`SELECT ${collectionsTable.columns} FROM collections WHERE ${isThere} ORDER BY id`), collectionOf)

  async function require(tx: Pick<Transaction, 'get'>, collectionId: CollectionId): Promise<Collection> {
    const found = await find(tx, collectionId)
    if (!found)
      throw new Fault('not-found', { word: 'collection', id: collectionId })
    return found
  }

  async function insertTakes(tx: Transaction, collectionId: CollectionId, takeIds: readonly TakeId[]): Promise<TakeId[]> {
    const rows = await tx.all<{ id: TakeId }>(sql`
      SELECT takes.id FROM ${sql.each([...new Set(takeIds)])} AS asked CROSS JOIN takes ON takes.id = asked.value
      WHERE NOT EXISTS (SELECT 1 FROM collection_takes WHERE collection_id = ${collectionId} AND take_id = takes.id) ORDER BY asked.key`)
    const places = placesBetween(await lastPlace(tx, collectionId), null, rows.length)
    await tx.run(sql`
      INSERT INTO collection_takes (collection_id, take_id, added_at, place)
      SELECT ${collectionId}, value ->> 'id', ${clock.now()}, value ->> 'place' FROM ${sql.each(placed(rows, places))}`)
    return rows.map(row => row.id)
  }

  async function announceTakes(takeIds: readonly TakeId[]): Promise<void> {
    if (takeIds.length > 0)
      await takes.noteTurned(takeIds)
  }

  async function tellTurned(collectionId: CollectionId): Promise<void> {
    const found = await find(db, collectionId)
    if (found)
      news.changed(found)
    else
      news.removed(collectionId)
  }

  return {
    list,
    changes: signal => news.subscribe(list, signal),
    async create(name, takeIds) {
      const made = await db.transaction(async (tx) => {
        const same = (await collectionNames(tx)).find(each => foldName(each.name) === foldName(name))
        const id = same?.id ?? newId<CollectionId>(clock.now())
        if (!same)
          await tx.run(sql`INSERT INTO collections ${collectionsTable.values({ id, name, made_at: clock.now() })}`)
        return { collection: await require(tx, id), takeIds: await insertTakes(tx, id, takeIds) }
      })
      news.changed(made.collection)
      await announceTakes(made.takeIds)
      return made
    },
    async rename(collectionId, name, expected) {
      const { renamed, searchIds } = await db.transaction(async (tx) => {
        const before = (await require(tx, collectionId)).name
        requireAsExpected('collection', before, expected, name)
        if ((await othersNamed(tx, collectionId))(name))
          throw new Fault('name-taken', { word: 'collection', name })
        await tx.run(sql`UPDATE collections SET name = ${name} WHERE id = ${collectionId}`)
        return { renamed: await require(tx, collectionId), searchIds: await followRenamed(tx, before, name) }
      })
      news.changed(renamed)
      for (const searchId of searchIds)
        await savedSearches.noteTurned(searchId)
      return renamed
    },
    async remove(collectionId) {
      await db.run(sql`UPDATE collections SET removed_at = ${clock.now()} WHERE id = ${collectionId} AND ${isThere}`)
      news.removed(collectionId)
    },
    async add(collectionId, takeIds) {
      const added = await db.transaction(async (tx) => {
        await require(tx, collectionId)
        return insertTakes(tx, collectionId, takeIds)
      })
      await announceTakes(added)
      return added
    },
    async removeTakes(collectionId, takeIds) {
      const rows = await db.transaction(tx => tx.all<{ take_id: TakeId }>(sql`
        DELETE FROM collection_takes WHERE collection_id = ${collectionId} AND take_id IN ${sql.list(takeIds)} RETURNING take_id`))
      const removed = rows.map(row => row.take_id)
      await announceTakes(removed)
      return removed
    },
    async move(collectionId, takeIds, beforeTakeId) {
      const moved = await db.transaction(async (tx) => {
        await require(tx, collectionId)
        return moveTakes(tx, collectionId, [...new Set(takeIds)], beforeTakeId)
      })
      await announceTakes(moved)
      return moved
    },
    async turn(tx, changes, write) {
      await write(changes)
      const ids = [...new Set(changes.map(({ key }) => String(key[0]) as CollectionId))] // the key of a collection
      for (const id of ids) {
        const found = await find(tx, id)
        const isTaken = await othersNamed(tx, id)
        if (!found || !isTaken(found.name))
          continue
        if (!changes.some(({ key, after }) => key[0] === id && after !== null && 'removed_at' in after))
          throw new Fault('name-taken', { word: 'collection', name: found.name })
        const name = freeName(found.name, { isTaken, longest: longestName, ending: number => ` (${number})` })
        await tx.run(sql`UPDATE collections SET name = ${name} WHERE id = ${id}`)
      }
      return async () => {
        for (const id of ids)
          await tellTurned(id)
      }
    },
  }
}

/** Whether another one that is there has a name: a search, which asks by name, would mean both. */
async function othersNamed(tx: Pick<Transaction, 'all'>, collectionId: CollectionId): Promise<(name: string) => boolean> {
  const names = (await collectionNames(tx)).flatMap(({ id, name }) => id === collectionId ? [] : foldName(name))
  return name => names.includes(foldName(name))
}

interface Placed { readonly id: TakeId, readonly place: string }

function placed(rows: readonly { readonly id: TakeId }[], places: readonly string[]): Placed[] {
  return rows.map(({ id }, index) => ({ id, place: places[index] ?? '' }))
}

/** Of the last take of a collection; null where it has none. */
async function lastPlace(tx: Pick<Transaction, 'get'>, collectionId: CollectionId): Promise<string | null> {
  const row = await tx.get<{ place: string }>(sql`
    SELECT place FROM collection_takes WHERE collection_id = ${collectionId} AND place > '' ORDER BY place DESC LIMIT 1`)
  return row?.place ?? null
}

async function writePlaces(tx: Transaction, collectionId: CollectionId, wanted: readonly Placed[]): Promise<void> {
  await tx.run(sql`
    UPDATE collection_takes SET place = wanted.place
    FROM (SELECT value ->> 'id' AS id, value ->> 'place' AS place FROM ${sql.each(wanted)}) AS wanted
    WHERE collection_takes.collection_id = ${collectionId} AND collection_takes.take_id = wanted.id`)
}

async function moveTakes(
  tx: Transaction,
  collectionId: CollectionId,
  takeIds: readonly TakeId[],
  beforeTakeId: TakeId | null,
): Promise<TakeId[]> {
  const moving = await tx.all<{ id: TakeId }>(sql`
    SELECT take_id AS id FROM ${sql.each(takeIds)} AS asked
      CROSS JOIN collection_takes ON collection_id = ${collectionId} AND take_id = asked.value ORDER BY asked.key`)
  const others = sql`FROM collection_takes WHERE collection_id = ${collectionId} AND take_id NOT IN ${sql.list(takeIds)}`
  const forwards = sql`ORDER BY place, take_id`
  let low: string | null = null
  let next: Placed | undefined
  if (beforeTakeId === null) {
    low = (await tx.get<Placed>(sql`SELECT take_id AS id, place ${others} ORDER BY place DESC, take_id DESC LIMIT 1`))?.place ?? null
  }
  else {
    const before = await tx.get<Placed>(sql`
      SELECT take_id AS id, place FROM collection_takes WHERE collection_id = ${collectionId} AND take_id = ${beforeTakeId}`)
    if (!before)
      throw new Fault('not-found', { word: 'take', id: beforeTakeId })
    const at = sql`(${before.place}, ${before.id})`
    // Of those that stay, also where that take itself is moved.
    next = await tx.get(sql`SELECT take_id AS id, place ${others} AND (place, take_id) >= ${at} ${forwards} LIMIT 1`)
    low = (await tx.get<Placed>(sql`
      SELECT take_id AS id, place ${others} AND (place, take_id) < ${at} ORDER BY place DESC, take_id DESC LIMIT 1`))?.place ?? null
  }
  // What left and came back may have the place that another take has got since: those after the gap get another one, too.
  const same = next === undefined || next.place !== low
    ? []
    : await tx.all<{ id: TakeId }>(sql`
      SELECT take_id AS id ${others} AND place = ${low} AND (place, take_id) >= (${next.place}, ${next.id}) ${forwards}`)
  const high = same.length === 0
    ? next?.place ?? null
    : (await tx.get<Placed>(sql`SELECT take_id AS id, place ${others} AND place > ${low} ORDER BY place LIMIT 1`))?.place ?? null
  const wanted = [...moving, ...same]
  await writePlaces(tx, collectionId, placed(wanted, placesBetween(low, high, wanted.length)))
  return moving.map(({ id }) => id)
}

function collectionOf(joined: object): Collection {
  const { id, name, made_at } = collectionsTable.parse(joined)
  return { id, name, madeAt: made_at }
}
