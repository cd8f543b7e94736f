/** Takes by what they cost: the ledger knows that of jobs, the library which takes are of which job. */
import type { TakeSort } from '#contract/take-order.ts'
import type { Database } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

/** Jobs by what one of their results cost, the dearest first: ids as a JSON array, which is the same as long as its version is. */
export interface DearestJobs { readonly now: () => Promise<{ version: number, jobIds: string }> }

export interface CostOrder {
  /** `numbers` are the newest first: so those without a known cost stay, behind all others. */
  readonly arranged: (numbers: readonly number[], sort: Pick<TakeSort, 'isAscending'>) => Promise<number[]>
}

export function createCostOrder(db: Pick<Database, 'get'>, dearest: DearestJobs): CostOrder {
  let last: { readonly version: number, readonly newest: number, readonly numbers: Promise<readonly number[]> } | null = null

  async function read(jobIds: string): Promise<readonly number[]> {
    const row = await db.get<{ numbers: string }>(sql`
      SELECT json_group_array(number) AS numbers FROM (
        SELECT takes.number FROM json_each(${jobIds}) AS paid CROSS JOIN takes ON takes.job_id = paid.value
        ORDER BY paid.key, takes.number DESC)`)
    return JSON.parse(row?.numbers ?? '[]') as number[] // json_group_array of integers
  }

  /** All that have a known cost, the dearest first. A take never gets another job. */
  async function paidNow(): Promise<readonly number[]> {
    const newest = (await db.get<{ newest: number | null }>(sql`SELECT max(number) AS newest FROM takes`))?.newest ?? 0
    const { version, jobIds } = await dearest.now()
    if (last?.version !== version || last.newest !== newest) {
      const mine = last = { version, newest, numbers: read(jobIds) }
      mine.numbers.catch(() => {
        if (last === mine)
          last = null
      })
    }
    return last.numbers
  }

  return {
    async arranged(numbers, { isAscending }) {
      const paid = await paidNow()
      const left = new Uint8Array(numbers.reduce((most, number) => Math.max(most, number), -1) + 1)
      for (const number of numbers)
        left[number] = 1
      const known: number[] = []
      // Of several currencies, the first counts.
      for (const number of paid) {
        if (left[number] === 1)
          known.push(number)
        left[number] = 0
      }
      return [...isAscending ? known.toReversed() : known, ...numbers.filter(number => left[number] === 1)]
    },
  }
}
