/** What the terms of a search ask of takes, as conditions of one query. Names are looked up first, in the short lists that they come from. */
import type { AccountId, CollectionId, ModelId, ProjectId } from '#contract/words.ts'
import type { SearchTerm } from '#rules/search/query.ts'
import type { Database } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { foldName } from '#rules/search/names.ts'
import { startOfDate } from '#rules/search/values.ts'
import { sql } from '../storage/sql.ts'
import { collectionNames } from './collections.ts'
import { numbersOfProject } from './project-takes.ts'
import { duplicates } from './same-content.ts'
import { isUsed, usedTakes } from './take-references.ts'
import { modelsOfTakes, voicesOfTakes } from './take-rows.ts'
import { allTags } from './take-tags.ts'

export interface SearchNames {
  /** Of the model list; takes may be of others. */
  readonly models: () => readonly { readonly id: ModelId, readonly label: string }[]
  /** All that there have been: takes keep the account that they were bought with. */
  readonly accounts?: () => Promise<readonly { readonly id: AccountId, readonly name: string }[]>
  readonly nowMs: () => number
}

type NamedTerm = Extract<SearchTerm, { is: 'voice' | 'model' | 'tag' | 'project' | 'collection' | 'account' }>
export interface Named<Id> { readonly id: Id, readonly names: readonly string[] }

/** Of so few takes that have words, all are put in order; of so many duplicates at most, their numbers are listed. */
export const few = 300
const usualPage = 50

/**
 * Of fewer takes all are read and put in order; of more, the newest of all takes are tried one after the other until a page is full. At
 * this number either reads as many takes.
 */
async function fewToSort(db: Database): Promise<number> {
  const row = await db.get<{ newest: number | null }>(sql`SELECT max(number) AS newest FROM takes`)
  return Math.max(few, Math.round(Math.sqrt(usualPage * (row?.newest ?? 0))))
}

/** Those of exactly this name, or else those whose name has it as a part. */
export function called<Id>(all: readonly Named<Id>[], typed: string): Id[] {
  const wanted = foldName(typed)
  const those = (fits: (name: string) => boolean): Id[] =>
    all.filter(({ names }) => names.some(name => fits(foldName(name)))).map(each => each.id)
  const exact = those(name => name === wanted)
  return exact.length > 0 ? exact : those(name => name.includes(wanted))
}

async function namedCollections(db: Pick<Database, 'all'>): Promise<Named<CollectionId>[]> {
  return (await collectionNames(db)).map(({ id, name }) => ({ id, names: [name] }))
}

/** The only collection that is asked for; null where there is none, or several. */
export async function onlyCollection(db: Pick<Database, 'all'>, terms: readonly SearchTerm[]): Promise<CollectionId | null> {
  const asked = terms.flatMap(term => term.is === 'collection' && !term.isNot ? [term.value] : [])
  const known = asked.length === 0 ? [] : await namedCollections(db)
  const [only, other] = new Set(asked.flatMap(value => called(known, value)))
  return other === undefined ? only ?? null : null
}

const byThemselves = (names: readonly string[]): Named<string>[] => names.map(name => ({ id: name, names: [name] }))

/** By an index in the order of the page. */
export const isIncomplete = sql`takes.arrival IS NOT NULL AND takes.arrival ->> '$.incomplete' IS NOT NULL`

export interface Conditions {
  readonly wheres: readonly Sql[]
  /** How many takes are left at most; Infinity where nobody counted. */
  readonly most: number
  /** Some are about the file of a take. */
  readonly needsAssets: boolean
}

/** A query for the numbers of takes that have rows, such as those of a tag. */
function numbersWith(rows: Sql): Sql {
  return sql`SELECT takes.number FROM (SELECT take_id FROM ${rows}) AS listed CROSS JOIN takes ON takes.id = listed.take_id`
}

/** The conditions of all terms but words and phrases. `areFewAnyway`: of so few takes, each is tried sooner than a list is read. */
export async function conditionsOf(
  db: Database,
  terms: readonly SearchTerm[],
  names: SearchNames,
  { areFewAnyway }: { readonly areFewAnyway: boolean },
): Promise<Conditions> {
  function of<Name extends SearchTerm['is']>(...wanted: readonly Name[]) {
    const names = new Set<string>(wanted)
    return terms.filter((term): term is Extract<SearchTerm, { is: Name }> => names.has(term.is))
  }
  const not = (isNot: boolean, condition: Sql): Sql => isNot ? sql`NOT (${condition})` : condition
  const wheres: Sql[] = []
  let most = Infinity
  let needsAssets = false

  /** Null where there are as many, or more. */
  async function countBelow(rows: Sql, limit: number): Promise<number | null> {
    const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM (SELECT 1 FROM (${rows}) LIMIT ${limit})`)
    const count = row?.count ?? 0
    return count < limit ? count : null
  }

  /**
   * `condition` is the same as being one of the `numbers`, for one take after the other. `rows` are as many as the numbers, or where a file
   * may have several takes, as many as the files: these are quickly counted. SQLite reads a list of numbers in the order of the page, and
   * stops after one page.
   */
  async function oneOfFew(numbers: Sql, condition: Sql, rows: Sql = numbers): Promise<Sql> {
    const count = areFewAnyway ? null : await countBelow(rows, await fewToSort(db))
    if (count === null)
      return condition
    most = Math.min(most, count)
    return sql`takes.number IN (${numbers})`
  }

  /** By what is known of files. */
  async function ofFewFiles(which: Sql, condition: Sql): Promise<Sql> {
    const numbers = sql`SELECT takes.number FROM assets CROSS JOIN takes ON takes.asset_id = assets.id WHERE ${which}`
    const files = sql`SELECT 1 FROM assets WHERE ${which}`
    const areMany = areFewAnyway || await countBelow(files, await fewToSort(db)) === null
    return areMany ? condition : oneOfFew(numbers, condition)
  }

  /** A take has one of each: several that are asked for are alternatives. */
  async function alternatives<Id extends string>(
    asked: readonly NamedTerm[],
    all: () => Promise<readonly Named<Id>[]>,
    condition: (ids: Id[]) => Sql,
  ): Promise<void> {
    if (asked.length === 0)
      return
    const known = await all()
    const wanted = asked.filter(term => !term.isNot)
    if (wanted.length > 0)
      wheres.push(condition(wanted.flatMap(term => called(known, term.value))))
    for (const term of asked.filter(each => each.isNot))
      wheres.push(not(true, condition(called(known, term.value))))
  }

  const kinds = of('kind')
  const wantedKinds = kinds.filter(term => !term.isNot).map(term => term.value)
  wheres.push(...wantedKinds.length > 0 ? [oneOf(sql`takes.kind`, wantedKinds)] : [])
  wheres.push(...kinds.filter(term => term.isNot).map(term => sql`takes.kind <> ${term.value}`))
  await alternatives(of('voice'), async () => byThemselves(await voicesOfTakes(db)), voices =>
    sql`takes.voice IS NOT NULL AND ${oneOf(sql`takes.voice`, voices)}`)
  await alternatives(of('model'), async () => [
    ...names.models().map(({ id, label }) => ({ id, names: [id, label] })),
    ...byThemselves(await modelsOfTakes(db)),
  ], ids => sql`takes.model_id IS NOT NULL AND ${oneOf(sql`takes.model_id`, ids)}`)
  await alternatives(of('project'), async () => (await db.all<{ id: ProjectId, name: string }>(
    sql`SELECT id, name FROM projects WHERE template_at IS NULL`,
  )).map(({ id, name }) => ({ id, names: [name] })), ids =>
    sql`takes.number IN (${ids.length === 0 ? sql`SELECT 0 WHERE 0` : sql.join(ids.map(numbersOfProject), sql` UNION `)})`)
  await alternatives(of('account'), async () => (await names.accounts?.() ?? []).map(({ id, name }) => ({ id, names: [name] })), ids =>
    sql`takes.account_id IS NOT NULL AND ${oneOf(sql`takes.account_id`, ids)}`)
  const collectionTerms = of('collection')
  if (collectionTerms.length > 0) {
    const known = await namedCollections(db)
    const having = async (values: readonly string[], isNot: boolean): Promise<Sql> => {
      const ids = sql.list(values.flatMap(value => called(known, value)))
      const has = sql`EXISTS (SELECT 1 FROM collection_takes WHERE take_id = takes.id AND collection_id IN ${ids})`
      const rows = sql`collection_takes WHERE collection_id IN ${ids}`
      return isNot ? not(true, has) : oneOfFew(numbersWith(rows), has, sql`SELECT take_id FROM ${rows}`)
    }
    const wanted = collectionTerms.filter(term => !term.isNot).map(term => term.value)
    if (wanted.length > 0)
      wheres.push(await having(wanted, false))
    for (const { value } of collectionTerms.filter(term => term.isNot))
      wheres.push(await having([value], true))
  }
  const tagTerms = of('tag')
  const tags = tagTerms.length > 0 ? byThemselves(await allTags(db)) : []
  for (const { value, isNot } of tagTerms) {
    const found = sql.list(called(tags, value))
    const has = sql`EXISTS (SELECT 1 FROM take_tags WHERE take_tags.take_id = takes.id AND take_tags.tag IN ${found})`
    const rows = sql`take_tags WHERE tag IN ${found}`
    wheres.push(isNot ? not(true, has) : await oneOfFew(numbersWith(rows), has, sql`SELECT take_id FROM ${rows}`))
  }
  for (const { is, value, isNot } of of('before', 'after')) {
    const from = startOfDate(value, names.nowMs())
    wheres.push((is === 'before') === isNot ? sql`takes.taken_at >= ${from}` : sql`takes.taken_at < ${from}`)
  }
  for (const { is, value, isNot } of of('longer', 'shorter')) {
    const fits = is === 'longer' ? sql`assets.duration_seconds > ${value}` : sql`assets.duration_seconds < ${value}`
    // The length of a still means nothing.
    const condition = sql`(takes.medium <> 'picture' AND ${fits})`
    needsAssets = true
    wheres.push(isNot ? sql`NOT coalesce(${condition}, 0)` : sql`${await ofFewFiles(fits, condition)} AND takes.medium <> 'picture'`)
  }
  for (const { value, isNot } of of('is')) {
    switch (value) {
      case 'starred':
        wheres.push(isNot ? sql`takes.is_starred = 0` : sql`takes.is_starred = 1`)
        break
      case 'practice':
        wheres.push(isNot ? sql`takes.is_practice = 0` : sql`takes.is_practice = 1`)
        break
      case 'incomplete':
        wheres.push(isNot ? sql`takes.arrival ->> '$.incomplete' IS NULL` : isIncomplete)
        break
      case 'missing': {
        needsAssets = true
        wheres.push(isNot ? sql`assets.is_missing = 0` : await ofFewFiles(sql`assets.is_missing = 1`, sql`assets.is_missing = 1`))
        break
      }
      case 'check': {
        if (isNot)
          break // None is listed unless it is asked for.
        wheres.push(await oneOfFew(sql`SELECT number FROM takes WHERE check_of IS NOT NULL`, sql`takes.check_of IS NOT NULL`))
        break
      }
      case 'duplicate': {
        const rows = isNot ? [] : await db.all<{ number: number }>(sql`SELECT number FROM (${duplicates}) LIMIT ${few}`)
        const areFew = !isNot && rows.length < few
        most = areFew ? Math.min(most, rows.length) : most
        const those = areFew ? sql.list(rows.map(row => row.number)) : sql`(${duplicates})`
        wheres.push(isNot ? sql`takes.number NOT IN ${those}` : sql`takes.number IN ${those}`)
        break
      }
      case 'used':
      case 'unused':
        wheres.push((value === 'unused') !== isNot
          ? not(true, isUsed)
          : await oneOfFew(sql`SELECT number FROM takes WHERE id IN (${usedTakes})`, isUsed, usedTakes))
    }
  }
  return { wheres, most, needsAssets }
}

/** One value has an index that is in the order of the page. */
export function oneOf(column: Sql, values: readonly string[]): Sql {
  const [first] = values
  return values.length === 1 && first !== undefined ? sql`${column} = ${first}` : sql`${column} IN ${sql.list(values)}`
}
