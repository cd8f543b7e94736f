/** Reads every row of every table by its declaration, and names those that cannot be read: elsewhere they are left out. */
import type { Database } from '../storage/database.ts'
import type { StoredTable } from '../storage/table.ts'
import { sql } from '../storage/sql.ts'
import { rowParser, UnreadableRowError } from '../storage/table.ts'

const atOnce = 500
const rowNumber = 'row number'

/** In the order of the tables; `signal` ends it between two batches. */
export async function findUnreadable(
  db: Pick<Database, 'all'>,
  tables: readonly StoredTable[],
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = []
  for (const { name, stored } of tables) {
    const parse = rowParser(name, stored)
    const columns = sql.join(Object.keys(stored.shape).map(column => sql`${sql.identifier(column)}`))
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      signal.throwIfAborted()
      const rows = await db.all(sql`
        SELECT rowid AS ${sql.identifier(rowNumber)}, ${columns} FROM ${sql.identifier(name)}
        WHERE rowid > ${after} ORDER BY rowid LIMIT ${atOnce}`)
      for (const row of rows) {
        const said = whyUnreadable(row, parse)
        if (said !== null)
          found.push(said)
      }
      if (rows.length < atOnce)
        break
      after = Number(rows.at(-1)?.[rowNumber])
    }
  }
  return found
}

function whyUnreadable(row: object, parse: (row: object) => unknown): string | null {
  try {
    parse(row)
    return null
  }
  catch (error) {
    if (!(error instanceof UnreadableRowError))
      throw error
    const { table, key, columns } = error.row
    return `${table} ${key}: ${columns.join(', ')}`
  }
}
