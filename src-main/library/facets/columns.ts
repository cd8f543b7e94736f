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
  tags: string | null
  collected: string | null
}

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
    placeOf(members: string | null): number {
      const place = setNames.numberOf(members)
      if (members !== null)
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
  const tags = createSets(names.tag)
  const collections = createSets(names.collection)
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
    put(row: Row): void {
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
        tags: tags.placeOf(row.tags),
        collections: collections.placeOf(row.collected),
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
      ...{ ofTakes, classes: classes.all, names, sets: tags.sets, collectedSets: collections.sets, seconds, days, dayNumbers },
    }),
  }
}

function selectRows(where: Sql): Sql {
  return sql`
    SELECT takes.number, takes.kind, takes.model_id AS model, takes.voice, takes.project_id AS project, takes.account_id AS account,
      iif(takes.medium = 'picture', NULL, assets.duration_seconds) AS seconds, takes.is_starred,
      takes.check_of IS NOT NULL AS is_check,
      takes.trashed_at IS NOT NULL AS is_trashed, takes.taken_at,
      (SELECT nullif(json_group_array(tag ORDER BY tag), '[]') FROM take_tags WHERE take_id = takes.id) AS tags,
      (SELECT nullif(json_group_array(collection_id ORDER BY collection_id), '[]') FROM collection_takes
        WHERE take_id = takes.id) AS collected
    FROM takes CROSS JOIN assets ON assets.id = takes.asset_id WHERE ${where}`
}

export interface TakeColumns {
  /** As the takes are now. */
  readonly now: () => Promise<Columns>
  /** Takes were filed, changed or deleted. */
  readonly hear: (changed: readonly TakeId[], removed: readonly TakeId[]) => void
}

export function createTakeColumns(db: Pick<Database, 'all' | 'get'>): TakeColumns {
  let store: Promise<ReturnType<typeof createStore>> | null = null
  let stepping: Promise<unknown> = Promise.resolve()
  let hasRemoved = false
  const changed = new Set<TakeId>()

  /** In batches, so that other queries run in between. */
  async function readAll(): Promise<ReturnType<typeof createStore>> {
    changed.clear()
    hasRemoved = false
    const read = createStore()
    for (let after = 0; ;) {
      const rows = await db.all<Row>(sql`
        ${selectRows(sql`takes.number > ${after}`)} ORDER BY takes.number LIMIT ${atOnce}`)
      rows.forEach(read.put)
      const last = rows.at(-1)
      if (last === undefined || rows.length < atOnce)
        return read
      after = last.number
    }
  }

  async function leaveOutRemoved(read: ReturnType<typeof createStore>): Promise<void> {
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

  async function putChanged(read: ReturnType<typeof createStore>): Promise<void> {
    const ids = [...changed]
    changed.clear()
    try {
      const rows = await db.all<Row>(selectRows(sql`takes.id IN ${sql.list(ids)}`))
      rows.forEach(read.put)
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
