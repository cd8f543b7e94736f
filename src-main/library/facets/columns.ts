/** What takes are counted by, in memory: an array for each property, by the numbers of takes. Read once, then kept in step with the takes. */
import type { TakeId } from '#contract/words.ts'
import type { Database } from '../../storage/database.ts'
import type { Sql } from '../../storage/sql.ts'
import { sql } from '../../storage/sql.ts'

/** Names by small numbers; 0 is no name. */
export interface Names {
  readonly all: readonly string[]
  readonly numberOf: (name: string | null) => number
}

export const valueColumns = ['kind', 'model', 'voice', 'project', 'account'] as const
export type ValueColumn = typeof valueColumns[number]
export type Column = Uint8Array | Uint32Array

export const isThere = 1
export const isTrashed = 2

/** Each array is longer than the highest number of a take. */
export interface Columns {
  readonly flags: Uint8Array
  /** Places in `names`. Of a project: where the take was made. */
  readonly values: Readonly<Record<ValueColumn, Column>>
  readonly names: Readonly<Record<ValueColumn | 'tag' | 'collection', Names>>
  /** Places in `sets`: many takes have the same tags. */
  readonly tagSets: Uint32Array
  /** The tags of each set, as places in `names`. */
  readonly sets: readonly (readonly number[])[]
  /** The same of collections, as places in `collectedSets`. */
  readonly collected: Uint32Array
  readonly collectedSets: readonly (readonly number[])[]
  /** 1 for a star. */
  readonly stars: Uint8Array
  /** 1 for a check. */
  readonly checks: Uint8Array
  /** NaN where a length means nothing. */
  readonly seconds: Float64Array
  /** Places in `lengthValues` by bits, of those that fit the length. */
  readonly lengths: Uint8Array
  /** By this computer's calendar: `dayNumber`. */
  readonly days: Uint32Array
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

interface Arrays {
  readonly flags: Uint8Array
  readonly kind: Uint8Array
  readonly model: Uint32Array
  readonly voice: Uint32Array
  readonly project: Uint32Array
  readonly account: Uint32Array
  readonly tagSets: Uint32Array
  readonly collected: Uint32Array
  readonly stars: Uint8Array
  readonly checks: Uint8Array
  readonly seconds: Float64Array
  readonly lengths: Uint8Array
  readonly days: Uint32Array
}

/** Of this length, beginning with the others. */
function arraysOf(size: number, from: Arrays | null): Arrays {
  function grown<Numbers extends Uint8Array | Uint32Array | Float64Array>(into: Numbers, before: Numbers | undefined): Numbers {
    into.set(before ?? [])
    return into
  }
  const bytes = (before?: Uint8Array): Uint8Array => grown(new Uint8Array(size), before)
  const places = (before?: Uint32Array): Uint32Array => grown(new Uint32Array(size), before)
  return {
    flags: bytes(from?.flags),
    kind: bytes(from?.kind),
    model: places(from?.model),
    voice: places(from?.voice),
    project: places(from?.project),
    account: places(from?.account),
    tagSets: places(from?.tagSets),
    collected: places(from?.collected),
    stars: bytes(from?.stars),
    checks: bytes(from?.checks),
    seconds: grown(new Float64Array(size), from?.seconds),
    lengths: bytes(from?.lengths),
    days: places(from?.days),
  }
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
  let size = 1024
  let arrays = arraysOf(size, null)

  return {
    put(row: Row): void {
      const { number } = row
      if (number >= size) {
        size = Math.max(number + 1, size * 2)
        arrays = arraysOf(size, arrays)
      }
      arrays.flags[number] = isThere | (row.is_trashed ? isTrashed : 0)
      for (const column of valueColumns)
        arrays[column][number] = names[column].numberOf(row[column])
      arrays.tagSets[number] = tags.placeOf(row.tags)
      arrays.collected[number] = collections.placeOf(row.collected)
      arrays.stars[number] = row.is_starred
      arrays.checks[number] = row.is_check
      arrays.seconds[number] = row.seconds ?? Number.NaN
      arrays.lengths[number] = lengthBits(row.seconds ?? Number.NaN)
      arrays.days[number] = dayNumber(row.taken_at)
    },
    columns(): Columns {
      const { kind, model, voice, project, account, ...others } = arrays
      return { ...others, values: { kind, model, voice, project, account }, names, sets: tags.sets, collectedSets: collections.sets }
    },
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

export function createTakeColumns(db: Pick<Database, 'all'>): TakeColumns {
  let store: Promise<ReturnType<typeof createStore>> | null = null
  const changed = new Set<TakeId>()

  /** In batches, so that other queries run in between. */
  async function readAll(): Promise<ReturnType<typeof createStore>> {
    changed.clear()
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

  async function now(): Promise<Columns> {
    const mine = store ??= readAll()
    mine.catch(() => {
      if (store === mine)
        store = null
    })
    const read = await mine
    if (changed.size > 0) {
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
    return read.columns()
  }

  return {
    now,
    hear(ids, removed) {
      if (store === null)
        return
      ids.forEach(id => changed.add(id))
      // Deleted takes have no row that would say their number.
      if (removed.length > 0 || changed.size > mostChanged)
        store = null
    },
  }
}
