/** How many takes a search finds by each value of each facet: what words find comes from the database, all else is counted in memory. */
import type { FacetCounts, TakeFacet } from '#contract/take-facets.ts'
import type { TakeId } from '#contract/words.ts'
import type { SearchTerm } from '#rules/search/query.ts'
import type { Database } from '../../storage/database.ts'
import type { Named, SearchNames } from '../search-terms.ts'
import type { Columns } from './columns.ts'
import type { Counts } from './count.ts'
import type { CalledBy } from './filters.ts'
import { setImmediate } from 'node:timers/promises'
import { TakeFacet as AllFacets } from '#contract/take-facets.ts'
import { checkValues, duplicateValues, lengthValues, monthAskedFor, starValues, useValues } from '#rules/search/facets.ts'
import { foldName } from '#rules/search/names.ts'
import { parseSearch, printSearch } from '#rules/search/query.ts'
import { sql } from '../../storage/sql.ts'
import { collectionNames } from '../collections.ts'
import { askedOf } from '../search.ts'
import { createTakeColumns } from './columns.ts'
import { countFacets, countPassing } from './count.ts'
import { filtersOf } from './filters.ts'
import { createMemberships } from './memberships.ts'

export interface FacetQuery {
  readonly text: string
  readonly inTrash: boolean
}

export interface Facets {
  /** @throws the reason of the signal */
  readonly count: (query: FacetQuery, signal?: AbortSignal) => Promise<FacetCounts[]>
  /** How many takes each of these texts finds, without those in the trash. @throws the reason of the signal */
  readonly countFound: (texts: readonly string[], signal?: AbortSignal) => Promise<number[]>
  /** Takes were filed, changed or deleted. */
  readonly hear: (changed: readonly TakeId[], removed: readonly TakeId[]) => void
}

/** More than a person looks through; a search finds the others. Not of collections: all of them are listed, each with its count. */
const mostValues = 500

interface Value { readonly value: string, readonly count: number }

export function createFacets(db: Database, names: SearchNames): Facets {
  const columns = createTakeColumns(db)
  const membershipsOf = createMemberships(db)
  let lastFound: { readonly version: number, readonly text: string, readonly numbers: Uint32Array | null } | null = null

  /** The takes that the terms find which are about no facet; null for all. */
  async function numbersOf(terms: readonly SearchTerm[], rest: readonly SearchTerm[], version: number): Promise<Uint32Array | null> {
    if (rest.length === 0)
      return null
    const text = printSearch(rest)
    const kept = lastFound?.text === text && lastFound.version === version ? lastFound : null
    const { numbers } = lastFound = kept ?? { version, text, numbers: await findNumbers(text) }
    return ofSigns(numbers, terms, rest)
  }

  /** Null for signs alone. */
  async function findNumbers(text: string): Promise<Uint32Array | null> {
    const asked = await askedOf(db, {
      ...{ text, kinds: [], media: [], modelIds: [], projectId: null, onlyMadeThere: false, lineId: null },
      ...{ onlyStarred: false, onlyIncomplete: false, inTrash: false },
    }, names)
    if (asked === null)
      return null
    const { match, wheres, needsAssets } = asked
    const found = match === null ? [] : [sql`takes.number IN (SELECT rowid FROM takes_search WHERE takes_search MATCH ${match})`]
    const row = await db.get<{ numbers: string }>(match !== null && wheres.length === 0
      ? sql`SELECT json_group_array(rowid) AS numbers FROM takes_search WHERE takes_search MATCH ${match}`
      : sql`
        SELECT json_group_array(takes.number) AS numbers FROM takes
          ${needsAssets ? sql`CROSS JOIN assets ON assets.id = takes.asset_id` : sql.empty}
        WHERE ${sql.join([...found, ...wheres], sql` AND `)}`)
    return new Uint32Array(JSON.parse(row?.numbers ?? '[]') as number[]) // json_group_array of integers
  }

  async function calledBy({ names: known }: Columns): Promise<CalledBy> {
    const byThemselves = (all: readonly string[]): Named<string>[] => all.slice(1).map(name => ({ id: name, names: [name] }))
    const labels = new Map(names.models().map(({ id, label }) => [id as string, label]))
    const projects = await db.all<{ id: string, name: string }>(sql`SELECT id, name FROM projects WHERE template_at IS NULL`)
    const accounts = await names.accounts?.() ?? []
    const named = (all: readonly { readonly id: string, readonly name: string }[]): Named<string>[] =>
      all.map(({ id, name }) => ({ id, names: [name] }))
    return {
      kind: byThemselves(known.kind.all),
      model: [...new Set([...labels.keys(), ...known.model.all.slice(1)])].map((id) => {
        const label = labels.get(id)
        return { id, names: label === undefined ? [id] : [label, id] }
      }),
      voice: byThemselves(known.voice.all),
      project: named(projects),
      account: named(accounts),
      tag: byThemselves(known.tag.all),
      collection: named(await collectionNames(db)),
    }
  }

  async function openedNow(signal?: AbortSignal) {
    // Before what it is compared with: what is written meanwhile is read again the next time.
    const version = (await db.get<{ data_version: number }>(sql`PRAGMA data_version`))?.data_version ?? 0
    const now = await columns.now()
    signal?.throwIfAborted()
    const memberships = await membershipsOf(now, version)
    const known = await calledBy(now)
    signal?.throwIfAborted()
    return { version, columns: now, memberships, calledBy: known, nowMs: names.nowMs() }
  }

  async function count({ text, inTrash }: FacetQuery, signal?: AbortSignal): Promise<FacetCounts[]> {
    const terms = parseSearch(text)
    const opened = await openedNow(signal)
    const { columns: now, memberships, calledBy: known, nowMs } = opened
    const numbers = await numbersOf(terms, filtersOf(terms, opened).rest, opened.version)
    signal?.throwIfAborted()
    // Takes may have changed meanwhile: what is asked of their classes is asked of those that there are now.
    const { filters } = filtersOf(terms, opened)
    const month = monthAskedFor(terms, nowMs)
    const openMonth = month === null ? null : monthNumber(month)
    const counts = countFacets({ columns: now, memberships, filters, numbers, inTrash, openMonth })
    return AllFacets.options
      .map(facet => ({ facet, values: valuesOf(facet, { counts, columns: now, known, month }) }))
      .filter(each => each.values.length > 0)
  }

  async function countFound(texts: readonly string[], signal?: AbortSignal): Promise<number[]> {
    const opened = await openedNow(signal)
    const counts: number[] = []
    const found = new Map<string, Uint32Array | null>()
    for (const text of texts) {
      const terms = parseSearch(text)
      const { rest } = filtersOf(terms, opened)
      const words = printSearch(rest)
      if (rest.length > 0 && !found.has(words))
        found.set(words, await findNumbers(words))
      const numbers = rest.length === 0 ? null : ofSigns(found.get(words) ?? null, terms, rest)
      signal?.throwIfAborted()
      counts.push(countPassing({ ...opened, ...filtersOf(terms, opened), numbers, inTrash: false }))
      // Other calls are answered in between.
      await setImmediate()
    }
    return counts
  }

  return { count, countFound, hear: columns.hear }
}

/** No take has signs alone; next to terms of facets, signs restrict nothing. */
function ofSigns(found: Uint32Array | null, terms: readonly SearchTerm[], rest: readonly SearchTerm[]): Uint32Array | null {
  return found ?? (rest.length < terms.length ? null : new Uint32Array())
}

function monthNumber(month: string): number {
  const [year = 0, inYear = 1] = month.split('-').map(Number)
  return year * 12 + inYear - 1
}

function printMonth(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String(month % 12 + 1).padStart(2, '0')}`
}

function valuesOf(
  facet: TakeFacet,
  { counts, columns, known, month }: { counts: Counts, columns: Columns, known: CalledBy, month: string | null },
): Value[] {
  const there = (values: readonly Value[]): Value[] => values.filter(each => each.count > 0)
  switch (facet) {
    case 'star': return there([{ value: starValues[0], count: counts.starred }])
    case 'use': return there([{ value: useValues[0], count: counts.used }, { value: useValues[1], count: counts.unused }])
    case 'duplicate': return there([{ value: duplicateValues[0], count: counts.duplicates }])
    case 'check': return there([{ value: checkValues[0], count: counts.checks }])
    case 'length': return there(lengthValues.map((value, at) => ({ value, count: counts.lengths[at] ?? 0 })))
    case 'month':
      return [...counts.months].toSorted(([a], [b]) => b - a).slice(0, mostValues).map(([at, count]) => ({ value: printMonth(at), count }))
    case 'day':
      return month === null
        ? []
        : there([...counts.days].map((count, day) => ({ value: `${month}-${String(day).padStart(2, '0')}`, count }))).toReversed()
    case 'tag': return named(known.tag, counts.tags, columns.names.tag.numberOf)
    case 'collection': return named(known.collection, counts.collections, columns.names.collection.numberOf, Infinity)
    default: return named(known[facet], counts.values[facet], columns.names[facet].numberOf)
  }
}

/** Values of one name are one: that is how a search finds them. */
function named(
  known: readonly Named<string>[],
  counts: Uint32Array,
  placeOf: (name: string) => number,
  most = mostValues,
): Value[] {
  const byName = new Map<string, Value>()
  for (const { id, names: [name = ''] } of known) {
    const folded = foldName(name)
    const count = counts[placeOf(id)] ?? 0
    if (count === 0 || folded === '')
      continue
    const before = byName.get(folded)
    byName.set(folded, { value: before?.value ?? name, count: (before?.count ?? 0) + count })
  }
  return [...byName.values()]
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, most)
}
