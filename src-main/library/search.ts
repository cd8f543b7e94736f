/** Searches takes: any text is a valid query; results are newest first, one page at a time. */
import type { z } from 'zod'
import type { contract } from '#contract/index.ts'
import type { Take } from '#contract/takes.ts'
import type { SearchTerm } from '#rules/search/query.ts'
import type { Database } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { Conditions, SearchNames } from './search-terms.ts'
import { isOfChecks, parseSearch } from '#rules/search/query.ts'
import { halfTyped, matchOf } from '../storage/search-text.ts'
import { sql } from '../storage/sql.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { numbersOfProject } from './project-takes.ts'
import { conditionsOf, few, isIncomplete, oneOf } from './search-terms.ts'
import { selectTakes, takeOf } from './take-rows.ts'

/** The input of `takes.search`. */
export type TakeQuery = z.infer<NonNullable<(typeof contract.takes.search)['~orpc']['inputSchema']>>

const noNames: SearchNames = { models: () => [], nowMs: Date.now }

/** Of so few takes each is looked up in the index of words, the newest first, until a page is full. */
const mostLookedUp = 1_500
/** Looking up one take costs as much as reading this many entries of a word. */
const entriesForOne = 30

/**
 * One page of takes. The cursor is the filing number of the last one on the page, so pages never shift when a take arrives; where dates are
 * asked for, it is the time and the number, in which order an index has them.
 */
export async function searchTakes(
  db: Database,
  query: TakeQuery,
  { read = takeOf, names = noNames }: { read?: (row: object) => Take, names?: SearchNames } = {},
): Promise<{ takes: Take[], nextCursor: string | null }> {
  const asked = await askedOf(db, query, names)
  if (asked === null)
    return { takes: [], nextCursor: null }
  const { match, hasDates, beginsWithMany } = asked
  const isThere = query.inTrash ? sql`takes.trashed_at IS NOT NULL` : sql`takes.trashed_at IS NULL`
  const wheres = [asked.asksForChecks ? isThere : sql`${isThere} AND takes.check_of IS NULL`, ...asked.wheres]
  // In the entries of whole words a take is looked up; those of a prefix would be merged for each.
  const isLookedUp = match !== null && asked.most < mostLookedUp && !beginsWithMany
    && !await areFewer(db, match, asked.most * entriesForOne)
  const isNarrow = isLookedUp || asked.most < few || query.projectId !== null || query.lineId !== null
  const { cursor, limit } = query
  const shape = { wheres, cursor, limit: limit + 1, needsAssets: asked.needsAssets }
  const areMany = async (words: string): Promise<boolean> => wheres.length === 1 || !(asked.areWordsFew ?? await areFewer(db, words, few))
  const numbers = match !== null && !hasDates && !isNarrow && await areMany(match)
    ? newestWithWords(match, shape)
    : newestOf(shape, { match, hasDates, isLookedUp })
  const order = hasDates ? sql`takes.taken_at DESC, takes.number DESC` : sql`takes.number DESC`
  const rows = await db.all<{ number: number, taken_at: number }>(sql`${selectTakes} WHERE takes.number IN (${numbers}) ORDER BY ${order}`)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    takes: readEach(page, read),
    nextCursor: rows.length > limit && last ? (hasDates ? `${last.taken_at} ${last.number}` : String(last.number)) : null,
  }
}

/** What a query asks of takes, besides whether they are in the trash. */
export interface Asked extends Conditions {
  /** For the index of words; null where none are asked for. */
  readonly match: string | null
  /** Few takes have them; null where nobody asked. */
  readonly areWordsFew: boolean | null
  /** A half-typed word of it begins more words than are looked up one by one. */
  readonly beginsWithMany: boolean
  /** Takes are listed by their time. */
  readonly hasDates: boolean
  /** Checks are listed, and nothing else. */
  readonly asksForChecks: boolean
}

/** Null for signs alone, which no take has. `isGiven`: terms that all takes that are looked at answer anyway. */
export async function askedOf(
  db: Database,
  query: Omit<TakeQuery, 'cursor' | 'limit'>,
  names: SearchNames = noNames,
  isGiven: (term: SearchTerm) => boolean = () => false,
): Promise<Asked | null> {
  const terms = parseSearch(query.text)
  const words = terms.flatMap(term => term.is === 'word' || term.is === 'phrase' ? [term] : [])
  const beginning = halfTyped(words)
  const endings = beginning === null ? null : await wordsBeginningWith(db, beginning)
  const { match, without } = matchOf(words, endings)
  if (words.length > 0 && words.length === terms.length && match === null && without === null)
    return null
  const others = terms.filter(term => !isGiven(term) && term.is !== 'word' && term.is !== 'phrase')
  const areWordsFew = match === null || others.length === 0 ? null : await areFewer(db, match, few)
  const conditions = await conditionsOf(db, others, names, { areFewAnyway: areWordsFew === true })
  const wheres = [
    ...(without === null ? [] : [sql`takes.number NOT IN (SELECT rowid FROM takes_search WHERE takes_search MATCH ${without})`]),
    ...(query.kinds.length === 0 ? [] : [oneOf(sql`takes.kind`, query.kinds)]),
    ...(query.media.length === 0 ? [] : [oneOf(sql`takes.medium`, query.media)]),
    ...(query.modelIds.length === 0 ? [] : [oneOf(sql`takes.model_id`, query.modelIds)]),
    ...(query.projectId === null
      ? []
      : [query.onlyMadeThere ? sql`takes.project_id = ${query.projectId}` : sql`takes.number IN (${numbersOfProject(query.projectId)})`]),
    ...(query.lineId === null ? [] : [sql`takes.line_id = ${query.lineId}`]),
    ...(query.onlyStarred ? [sql`takes.is_starred = 1`] : []),
    ...(query.onlyIncomplete ? [isIncomplete] : []),
    ...conditions.wheres,
  ]
  const hasDates = terms.some(term => term.is === 'before' || term.is === 'after')
  const asksForChecks = terms.some(isOfChecks)
  return { ...conditions, wheres, match, areWordsFew, beginsWithMany: beginning !== null && endings === null, hasDates, asksForChecks }
}

interface Shape {
  readonly wheres: readonly Sql[]
  readonly cursor: string | null
  readonly limit: number
  readonly needsAssets: boolean
}

function numbersIn(cursor: string): [number, number] {
  const [first = 0, second = 0] = cursor.split(' ').map(part => Number.parseInt(part, 10) || 0)
  return [first, second]
}
const withAssets = (needsAssets: boolean): Sql => needsAssets ? sql`CROSS JOIN assets ON assets.id = takes.asset_id` : sql.empty

/** The numbers of a page: only these are sorted, and the rows of takes are read afterwards. */
function newestOf(
  { wheres, cursor, limit, needsAssets }: Shape,
  { match, hasDates, isLookedUp }: { match: string | null, hasDates: boolean, isLookedUp: boolean },
): Sql {
  const all = [
    ...wheres,
    ...(cursor === null
      ? []
      : [hasDates
          ? sql`(takes.taken_at, takes.number) < (${numbersIn(cursor)[0]}, ${numbersIn(cursor)[1]})`
          : sql`takes.number < ${numbersIn(cursor)[0]}`]),
    ...(match === null
      ? []
      : [isLookedUp
          ? sql`EXISTS (SELECT 1 FROM takes_search WHERE takes_search MATCH ${match} AND takes_search.rowid = takes.number)`
          : sql`takes.number IN (SELECT rowid FROM takes_search WHERE takes_search MATCH ${match})`]),
  ]
  return sql`
    SELECT takes.number FROM takes ${withAssets(needsAssets)} WHERE ${sql.join(all, sql` AND `)}
    ORDER BY ${hasDates ? sql`takes.taken_at DESC, takes.number DESC` : sql`takes.number DESC`} LIMIT ${limit}`
}

/** The index has the takes of words in the order of the page: where they are many, no more than a page is read of it. */
function newestWithWords(match: string, { wheres, cursor, limit, needsAssets }: Shape): Sql {
  const all = [...wheres, ...(cursor === null ? [] : [sql`takes_search.rowid < ${numbersIn(cursor)[0]}`])]
  return sql`
    SELECT takes.number FROM takes_search CROSS JOIN takes ON takes.number = takes_search.rowid ${withAssets(needsAssets)}
    WHERE takes_search MATCH ${match} AND ${sql.join(all, sql` AND `)} ORDER BY takes_search.rowid DESC LIMIT ${limit}`
}

/** More would be looked for one after the other longer than it takes to merge their entries. */
const mostEndings = 16

/** All words of the index that begin so; null where they are many. */
async function wordsBeginningWith(db: Database, beginning: string): Promise<string[] | null> {
  // No word has the character after which the next one is looked for.
  const rows = await db.all<{ word: string }>(sql`
    WITH RECURSIVE each_word (word, place) AS (
      SELECT (SELECT term FROM takes_search_words WHERE term >= ${beginning} ORDER BY term LIMIT 1), 1
      UNION ALL
      SELECT (SELECT term FROM takes_search_words WHERE term >= each_word.word || char(1) ORDER BY term LIMIT 1), place + 1
        FROM each_word WHERE substr(word, 1, length(${beginning})) = ${beginning} AND place <= ${mostEndings})
    SELECT word FROM each_word WHERE substr(word, 1, length(${beginning})) = ${beginning}`)
  return rows.length > mostEndings ? null : rows.map(row => row.word)
}

async function areFewer(db: Database, match: string, limit: number): Promise<boolean> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (SELECT 1 FROM takes_search WHERE takes_search MATCH ${match} LIMIT ${limit})`)
  return (row?.count ?? 0) < limit
}
