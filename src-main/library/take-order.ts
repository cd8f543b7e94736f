/** All takes that a query finds, in an order: only their numbers, so that a list has its whole length and any part of it can be read. */
import type { TakeSort } from '#contract/take-order.ts'
import type { Take } from '#contract/takes.ts'
import type { CollectionId } from '#contract/words.ts'
import type { Database } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { CostOrder } from './cost-order.ts'
import type { SearchNames } from './search-terms.ts'
import type { TakeQuery } from './search.ts'
import type { Stacks } from './stacks.ts'
import { newestFirst } from '#contract/take-order.ts'
import { parseSearch } from '#rules/search/query.ts'
import { printRuns } from '#rules/search/runs.ts'
import { printStacks } from '#rules/search/stacks.ts'
import { sql } from '../storage/sql.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { withoutChecks } from './checks.ts'
import { arrangedByName, isNamed } from './name-order.ts'
import { onlyCollection } from './search-terms.ts'
import { askedOf } from './search.ts'
import { selectTakes } from './take-rows.ts'

export interface OrderQuery extends Omit<TakeQuery, 'cursor' | 'limit'> {
  readonly sort: TakeSort
  /** Without takes that were filed after this number; null for all. */
  readonly upTo: number | null
  readonly isFolded?: boolean | undefined
}

interface Ordering { readonly by: Sql, readonly needsAssets: boolean }

const filed = 'filed'

/** `filed` is the order of the numbers, in which the list is put outside of SQLite: that saves it from reading whole rows. */
function orderingOf({ by, isAscending }: TakeSort, hasDates: boolean): Ordering | typeof filed {
  const way = isAscending ? sql`ASC` : sql`DESC`
  switch (by) {
    // Put in order outside of SQLite, too: costs are in the other database, and names that many takes share are sorted once each.
    case 'cost':
    case 'model':
    case 'voice':
    case 'project':
    case 'tags': return filed
    case 'time': return hasDates ? { by: sql`takes.taken_at ${way}, takes.number ${way}`, needsAssets: false } : filed
    case 'name': return {
      by: sql`iif(takes.name = '', takes.title, takes.name) COLLATE NOCASE ${way}, takes.number DESC`,
      needsAssets: false,
    }
    // The length of a still means nothing. What has no length is last both ways.
    case 'length': return {
      by: sql`iif(takes.medium = 'picture', NULL, assets.duration_seconds) ${way} NULLS LAST, takes.number DESC`,
      needsAssets: true,
    }
    // SQLite's measure is the smaller, the better the words fit.
    case 'relevance': return { by: sql`takes_search.rank ${isAscending ? sql`DESC` : sql`ASC`}, takes.number DESC`, needsAssets: false }
    case 'hand': return { by: sql`members.place, members.take_id`, needsAssets: false }
    case 'size': return { by: sql`assets.size_bytes ${way}, takes.number DESC`, needsAssets: true }
  }
}

const foundBy = (match: string): Sql => sql`takes.number IN (SELECT rowid FROM takes_search WHERE takes_search MATCH ${match})`

/**
 * Takes of a collection in the order of their ids, in which their numbers are quickly found: in an order by hand they may be anywhere. The
 * limit keeps SQLite from leaving out this order.
 */
function membersOf(collectionId: CollectionId): Sql {
  return sql`(SELECT take_id, place FROM collection_takes WHERE collection_id = ${collectionId} ORDER BY take_id LIMIT -1) AS members`
}

/**
 * The numbers as runs (`rules/search/runs.ts`), the stacks among them where they are asked for, and the newest number there is, for `upTo`
 * of the next question.
 */
export async function orderOfTakes(
  db: Database,
  query: OrderQuery,
  { names, costOrder, stacks }: { names?: SearchNames, costOrder?: CostOrder | undefined, stacks?: Pick<Stacks, 'among'> } = {},
): Promise<{ runs: string, stacks: string, upTo: number }> {
  const upTo = query.upTo ?? (await db.get<{ newest: number | null }>(sql`SELECT max(number) AS newest FROM takes`))?.newest ?? 0
  const collectionId = query.sort.by === 'hand' ? await onlyCollection(db, parseSearch(query.text)) : null
  const asked = await askedOf(db, query, names, term => collectionId !== null && term.is === 'collection' && !term.isNot)
  if (asked === null)
    return { runs: '', stacks: '', upTo }
  const trashed = sql`(SELECT number FROM takes WHERE trashed_at IS NOT NULL)`
  const { match } = asked
  // Without words nothing fits better than another, and only a collection has an order of its own.
  const hasOrder = query.sort.by === 'relevance' ? match !== null : query.sort.by !== 'hand' || collectionId !== null
  const sort = hasOrder ? query.sort : newestFirst
  const isRanked = sort.by === 'relevance'
  const wheres = [
    // A plus keeps SQLite from walking the table by number: all that is asked for is in smaller indexes.
    sql`+takes.number <= ${upTo}`,
    // Also of an index: in a row, whether a take is in the trash comes after its request.
    query.inTrash ? sql`takes.number IN ${trashed}` : sql`takes.number NOT IN ${trashed}`,
    ...match === null ? [] : [isRanked ? sql`takes_search MATCH ${match}` : foundBy(match)],
    ...asked.wheres,
  ]
  const ordering = orderingOf(sort, asked.hasDates)
  const needsAssets = asked.needsAssets || (ordering !== filed && ordering.needsAssets)
  const from = isRanked
    ? sql`takes_search CROSS JOIN takes ON takes.number = takes_search.rowid`
    : collectionId !== null ? sql`${membersOf(collectionId)} CROSS JOIN takes ON takes.id = members.take_id` : sql`takes`
  const row = await db.get<{ numbers: string }>(sql`
    SELECT json_group_array(number) AS numbers FROM (
      SELECT takes.number FROM ${from} ${needsAssets ? sql`JOIN assets ON assets.id = takes.asset_id` : sql.empty}
      WHERE ${sql.join(wheres, sql` AND `)} ${ordering === filed ? sql.empty : sql`ORDER BY ${ordering.by}`})`)
  const found = JSON.parse(row?.numbers ?? '[]') as number[] // json_group_array of integers
  const numbers = asked.asksForChecks ? found : await withoutChecks(db, found)
  if (ordering === filed)
    numbers.sort(sort.by === 'time' && sort.isAscending ? (a, b) => a - b : (a, b) => b - a)
  const arranged = async (): Promise<readonly number[]> => {
    const { by, isAscending } = sort
    if (isNamed(by))
      return arrangedByName(db, numbers, { by, isAscending }, names)
    return by === 'cost' && costOrder ? costOrder.arranged(numbers, sort) : numbers
  }
  return { runs: printRuns(await arranged()), stacks: query.isFolded && stacks ? printStacks(await stacks.among(numbers)) : '', upTo }
}

/** In the order of the numbers that are asked for; without those that are gone. */
export async function takesNumbered(db: Database, numbers: readonly number[], read: (row: object) => Take): Promise<Take[]> {
  const rows = await db.all(sql`${selectTakes} WHERE takes.number IN ${sql.list(numbers)}`)
  const byNumber = new Map(readEach(rows, read).map(take => [take.number, take]))
  return numbers.flatMap(number => byNumber.get(number) ?? [])
}
