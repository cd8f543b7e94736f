/** What takes are counted by, in memory: an array for each property, by the numbers of takes. Read once, then kept in step with the takes. */
import type { TakeId } from '#contract/words.ts'
import type { Database } from '../../storage/database.ts'
import type { Sql } from '../../storage/sql.ts'
import type { Classes } from './classes.ts'
import { sql } from '../../storage/sql.ts'
import { createClasses } from './classes.ts'

/** Names by small numbers; 0 is no name. */
export interface Names {
  readonly all: readonly string[]
  readonly numberOf: (name: string | null) => number
}

export const valueColumns = ['kind', 'model', 'voice', 'project', 'account'] as const
export type ValueColumn = typeof valueColumns[number]

/** Each array of takes is longer than the highest number of a take. */
export interface Columns {
  /** The class of each take. */
  readonly ofTakes: Uint32Array
  /**
   * Their values are places in `names`, of a project where the take was made; their tags and collections are places in the sets below;
   * their lengths are places in `lengthValues` by bits, of those that fit the length.
   */
  readonly classes: Classes
  readonly names: Readonly<Record<ValueColumn | 'tag' | 'collection', Names>>
  /** The tags of each set, as places in `names`: many takes have the same tags. */
  readonly sets: readonly (readonly number[])[]
  /** The same of collections. */
  readonly collectedSets: readonly (readonly number[])[]
  /** NaN where a length means nothing. */
  readonly seconds: Float64Array
  /** Places in `dayNumbers`. */
  readonly days: Uint32Array
  /** By this computer's calendar: `dayNumber`. */
  readonly dayNumbers: readonly number[]
}

/** What the row of a take says, with that of its file. */
interface Row {
  number: number
  kind: string
  model: string | null
  voice: string | null
  project: string | null
  account: string | null
  seconds: number | null
  is_starred: number
  is_check: number
  is_trashed: number
  taken_at: number
}

type SetName = 'tags' | 'collections'

/** Places of its sets. */
type SetsOfTake = Readonly<Record<SetName, number>>

/** A JSON list of names; without a number where a damaged library has no such take. */
interface Members { readonly id: string, readonly number: number | null, readonly members: string }

/** 32 times the month, counted from the year 0, and the day of the month: those of a month follow each other. */
export function dayNumber(ms: number): number {
  const date = new Date(ms)
  return (date.getFullYear() * 12 + date.getMonth()) * 32 + date.getDate()
}

const atOnce = 2_000
/** When more have changed, reading all is no dearer. */
const mostChanged = 5_000

export function createNames(): Names {
  const all = ['']
  const numbers = new Map<string, number>()
  return {
    all,
    numberOf(name) {
      if (name === null)
        return 0
      const known = numbers.get(name)
      if (known !== undefined)
        return known
      numbers.set(name, all.length)
      return all.push(name) - 1
    },
  }
}

/** As `lengthValues` says, a bit for each. */
function lengthBits(seconds: number): number {
  return (seconds < 10 ? 1 : 0) | (seconds > 10 ? 2 : 0) | (seconds > 60 ? 4 : 0) | (seconds > 600 ? 8 : 0)
}

/** Sets of names, each known by a small number; 0 is the empty one. */
function createSets({ numberOf }: Names) {
  const sets: (readonly number[])[] = [[]]
  const setNames = createNames()
  return {
    sets,
    placeOf(members: string): number {
      const place = setNames.numberOf(members)
      sets[place] ??= (JSON.parse(members) as string[]).map(numberOf) // json_group_array of a text column
      return place
    },
  }
}

function createStore() {
  const names = {
    kind: createNames(),
    model: createNames(),
    voice: createNames(),
    project: createNames(),
    account: createNames(),
    tag: createNames(),
    collection: createNames(),
  }
  const sets = { tags: createSets(names.tag), collections: createSets(names.collection) }
  const classes = createClasses()
  const dayNumbers: number[] = []
  const dayPlaces = new Map<number, number>()
  let size = 1024
  let ofTakes = new Uint32Array(size)
  let seconds = new Float64Array(size)
  let days = new Uint32Array(size)

  function grow(least: number): void {
    size = Math.max(least, size * 2)
    const before = { ofTakes, seconds, days }
    ofTakes = new Uint32Array(size)
    seconds = new Float64Array(size)
    days = new Uint32Array(size)
    ofTakes.set(before.ofTakes)
    seconds.set(before.seconds)
    days.set(before.days)
  }

  function placeOfDay(day: number): number {
    const known = dayPlaces.get(day)
    if (known !== undefined)
      return known
    dayPlaces.set(day, dayNumbers.length)
    return dayNumbers.push(day) - 1
  }

  return {
    sets,
    put(row: Row, ofTake: SetsOfTake): void {
      const { number } = row
      if (number >= size)
        grow(number + 1)
      const length = row.seconds ?? Number.NaN
      ofTakes[number] = classes.placeOf({
        kind: names.kind.numberOf(row.kind),
        model: names.model.numberOf(row.model),
        voice: names.voice.numberOf(row.voice),
        project: names.project.numberOf(row.project),
        account: names.account.numberOf(row.account),
        ...ofTake,
        ...{ stars: row.is_starred, checks: row.is_check, trashed: row.is_trashed, lengths: lengthBits(length) },
      })
      seconds[number] = length
      days[number] = placeOfDay(dayNumber(row.taken_at))
    },
    /** Of takes that were deleted, only the numbers of the others tell which they were. */
    keepOnly(numbers: readonly number[]): void {
      const isThere = new Uint8Array(size)
      for (const number of numbers)
        isThere[number] = 1
      for (let number = 0; number < size; number++) {
        if (isThere[number] === 0)
          ofTakes[number] = 0
      }
    },
    columns: (): Columns => ({
      ...{ ofTakes, classes: classes.all, names, sets: sets.tags.sets, collectedSets: sets.collections.sets, seconds, days, dayNumbers },
    }),
  }
}

type Store = ReturnType<typeof createStore>

function selectRows(where: Sql): Sql {
  return sql`
    SELECT takes.number, takes.kind, takes.model_id AS model, takes.voice, takes.project_id AS project, takes.account_id AS account,
      iif(takes.medium = 'picture', NULL, assets.duration_seconds) AS seconds, takes.is_starred,
      takes.check_of IS NOT NULL AS is_check,
      takes.trashed_at IS NOT NULL AS is_trashed, takes.taken_at
    FROM takes CROSS JOIN assets ON assets.id = takes.asset_id WHERE ${where}`
}

/** Of those that have any: to look for the tags of each take, of which most have none, takes as long as to read the takes. */
const selectMembers: Readonly<Record<SetName, (where: Sql) => Sql>> = {
  tags: where => sql`
    SELECT takes.number, listed.take_id AS id, listed.members FROM (
      SELECT take_id, json_group_array(tag ORDER BY tag) AS members FROM take_tags WHERE ${where}
      GROUP BY take_id ORDER BY take_id LIMIT ${atOnce}) AS listed LEFT JOIN takes ON takes.id = listed.take_id`,
  collections: where => sql`
    SELECT takes.number, listed.take_id AS id, listed.members FROM (
      SELECT take_id, json_group_array(collection_id ORDER BY collection_id) AS members FROM collection_takes WHERE ${where}
      GROUP BY take_id ORDER BY take_id LIMIT ${atOnce}) AS listed LEFT JOIN takes ON takes.id = listed.take_id`,
}

export interface TakeColumns {
  /** As the takes are now. */
  readonly now: () => Promise<Columns>
  /** Takes were filed, changed or deleted. */
  readonly hear: (changed: readonly TakeId[], removed: readonly TakeId[]) => void
}

export function createTakeColumns(db: Pick<Database, 'all' | 'get'>): TakeColumns {
  let store: Promise<Store> | null = null
  let stepping: Promise<unknown> = Promise.resolve()
  let hasRemoved = false
  const changed = new Set<TakeId>()

  /** In batches, so that other queries run in between. */
  async function readAll(): Promise<Store> {
    changed.clear()
    hasRemoved = false
    const read = createStore()
    const newest = (await db.get<{ newest: number | null }>(sql`SELECT max(number) AS newest FROM takes`))?.newest ?? 0
    const tags = await readSets(read, 'tags', newest)
    const collections = await readSets(read, 'collections', newest)
    const batch = (after: number): Promise<Row[]> =>
      db.all<Row>(selectRows(sql`takes.number > ${after} AND takes.number <= ${Math.min(after + atOnce, newest)}`))
    let next = batch(0)
    for (let after = 0; after < newest; after += atOnce) {
      const rows = await next
      // The database reads while main works on these. If it fails, that is thrown at the next step.
      next = batch(after + atOnce)
      next.catch(() => {})
      for (const row of rows)
        read.put(row, { tags: tags[row.number] ?? 0, collections: collections[row.number] ?? 0 })
    }
    return read
  }

  /** The set of each take, by its number. */
  async function readSets(read: Store, name: SetName, newest: number): Promise<Uint32Array> {
    const ofTakes = new Uint32Array(newest + 1)
    for (let after = ''; ;) {
      const rows = await db.all<Members>(selectMembers[name](sql`take_id > ${after}`))
      for (const { number, id, members } of rows) {
        if (number !== null)
          ofTakes[number] = read.sets[name].placeOf(members)
        after = id > after ? id : after
      }
      if (rows.length < atOnce)
        return ofTakes
    }
  }

  async function leaveOutRemoved(read: Store): Promise<void> {
    hasRemoved = false
    try {
      const row = await db.get<{ numbers: string }>(sql`SELECT json_group_array(number) AS numbers FROM takes`)
      read.keepOnly(JSON.parse(row?.numbers ?? '[]') as number[]) // json_group_array of integers
    }
    catch (error) {
      hasRemoved = true
      throw error
    }
  }

  async function putTakes(read: Store, ids: readonly TakeId[]): Promise<void> {
    const placesOf = async (name: SetName): Promise<Map<number | null, number>> => {
      const rows = await db.all<Members>(selectMembers[name](sql`take_id IN ${sql.list(ids)}`))
      return new Map(rows.map(({ number, members }) => [number, read.sets[name].placeOf(members)]))
    }
    const tags = await placesOf('tags')
    const collections = await placesOf('collections')
    for (const row of await db.all<Row>(selectRows(sql`takes.id IN ${sql.list(ids)}`)))
      read.put(row, { tags: tags.get(row.number) ?? 0, collections: collections.get(row.number) ?? 0 })
  }

  async function putChanged(read: Store): Promise<void> {
    const ids = [...changed]
    changed.clear()
    try {
      for (let from = 0; from < ids.length; from += atOnce)
        await putTakes(read, ids.slice(from, from + atOnce))
    }
    catch (error) {
      ids.forEach(id => changed.add(id))
      throw error
    }
  }

  async function step(): Promise<Columns> {
    const mine = store ??= readAll()
    mine.catch(() => {
      if (store === mine)
        store = null
    })
    const read = await mine
    if (hasRemoved)
      await leaveOutRemoved(read)
    if (changed.size > 0)
      await putChanged(read)
    return read.columns()
  }

  return {
    // One after the other: who asks while changes are being read waits for them, too.
    async now() {
      const mine = stepping.then(step)
      stepping = mine.catch(() => {})
      return mine
    },
    hear(ids, removed) {
      if (store === null)
        return
      ids.forEach(id => changed.add(id))
      hasRemoved ||= removed.length > 0
      if (changed.size > mostChanged)
        store = null
    },
  }
}
