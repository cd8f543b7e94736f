/** Stacks: takes that are tries of the same thing. Which takes are of one is read once and kept in memory, by the numbers of takes. */
import type { Database } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { sql } from '../storage/sql.ts'
import { usedTakes } from './take-references.ts'

export interface Stacks {
  /** Of these takes, those of which several are of one stack: the numbers of each stack, its best first, then the newest first. */
  readonly among: (numbers: readonly number[]) => Promise<number[][]>
  /** The stacks of takes that are there already were computed. */
  readonly forget: () => void
}

interface Known {
  /** By the numbers of takes: equal for those of one stack, 0 for those of none. */
  groups: Uint32Array
  count: number
  /** The newest take that is known. */
  newest: number
}

type Reader = Pick<Database, 'get'>

export function createStacks(db: Reader): Stacks {
  let known: Promise<Known> | null = null
  let ranks: { readonly version: number, readonly read: Promise<Uint8Array> } | null = null

  /** With those that were filed since: all of their stacks are read again. */
  async function readMore(before: Known): Promise<Known> {
    const row = await db.get<{ newest: number | null }>(sql`SELECT max(number) AS newest FROM takes`)
    const newest = row?.newest ?? 0
    if (newest <= before.newest)
      return before
    const filed = before.newest === 0
      ? sql.empty
      : sql`AND stack IN (SELECT stack FROM takes WHERE number > ${before.newest} AND stack > 0)`
    const found = await db.get<{ groups: string }>(sql`
      SELECT json_group_array(json(numbers)) AS groups FROM (
        SELECT json_group_array(number) AS numbers FROM takes INDEXED BY takes_by_stack
        WHERE stack > 0 ${filed} GROUP BY stack HAVING count(*) > 1)`)
    const read = JSON.parse(found?.groups ?? '[]') as number[][] // json_group_array of arrays of integers
    const highest = read.reduce((most, numbers) => Math.max(most, numbers.at(-1) ?? 0), newest)
    let { groups, count } = before
    if (highest >= groups.length) {
      groups = new Uint32Array(Math.max(highest + 1, groups.length * 2))
      groups.set(before.groups)
    }
    for (const numbers of read) {
      const group = groups[numbers.find(number => groups[number] !== 0) ?? 0] || ++count
      for (const number of numbers)
        groups[number] = group
    }
    return { groups, count, newest }
  }

  function knownNow(): Promise<Known> {
    const before = known ?? Promise.resolve({ groups: new Uint32Array(1024), count: 0, newest: 0 })
    const mine = before.then(readMore)
    known = mine
    mine.catch(() => {
      if (known === mine)
        known = null
    })
    return mine
  }

  async function readRanks(): Promise<Uint8Array> {
    const numbersOf = async (query: Sql): Promise<number[]> => {
      const row = await db.get<{ numbers: string }>(query)
      return JSON.parse(row?.numbers ?? '[]') as number[] // json_group_array of integers
    }
    const starred = await numbersOf(sql`SELECT json_group_array(number) AS numbers FROM takes WHERE is_starred = 1`)
    const used = await numbersOf(sql`SELECT json_group_array(number) AS numbers FROM takes WHERE id IN (${usedTakes})`)
    const highest = [...starred, ...used].reduce((most, number) => Math.max(most, number), 0)
    const ranked = new Uint8Array(highest + 1)
    for (const number of used)
      ranked[number] = 1
    for (const number of starred)
      ranked[number] = 2 + (ranked[number] ?? 0)
    return ranked
  }

  /** 2 for a star and 1 for a use. Read again when the library was written to. */
  async function ranksNow(): Promise<Uint8Array> {
    const version = (await db.get<{ data_version: number }>(sql`PRAGMA data_version`))?.data_version ?? 0
    if (ranks?.version !== version) {
      const mine = ranks = { version, read: readRanks() }
      mine.read.catch(() => {
        if (ranks === mine)
          ranks = null
      })
    }
    return ranks.read
  }

  return {
    async among(numbers) {
      const [{ groups, count }, ranked] = [await knownNow(), await ranksNow()]
      const sizes = new Uint32Array(count + 1)
      for (const number of numbers)
        sizes[groups[number] ?? 0] = (sizes[groups[number] ?? 0] ?? 0) + 1
      const stacks = new Map<number, number[]>()
      for (const number of numbers) {
        const group = groups[number] ?? 0
        if (group === 0 || (sizes[group] ?? 0) < 2)
          continue
        const stack = stacks.get(group)
        if (stack)
          stack.push(number)
        else
          stacks.set(group, [number])
      }
      const rankOf = (number: number): number => ranked[number] ?? 0
      for (const stack of stacks.values()) {
        stack.sort((a, b) => b - a)
        const best = stack.reduce((most, number) => rankOf(number) > rankOf(most) ? number : most)
        stack.splice(stack.indexOf(best), 1)
        stack.unshift(best)
      }
      return [...stacks.values()]
    },
    forget() {
      known = null
    },
  }
}
