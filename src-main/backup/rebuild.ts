/**
 * Rebuilds a database of a backup: a new file of our own is made at the version of the old one, the rows of its known tables are copied
 * through their declarations, and our own migrations bring it to the newest version. No schema, trigger, view, index, constraint or
 * setting of the file comes along, and no row that no version of Takeroom writes.
 */
import type { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import type { Transaction } from '../storage/database.ts'
import type { ForeignDatabase } from '../storage/foreign-database.ts'
import type { Migration } from '../storage/migrate.ts'
import type { SqlValue } from '../storage/sql.ts'
import type { StoredTable } from '../storage/table.ts'
import { openDatabase, repairDatabase } from '../storage/database.ts'
import { openForeignDatabase } from '../storage/foreign-database.ts'
import { refuseUnknown } from '../storage/migrate.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { isJson } from '../storage/table.ts'
import { plainJson } from './plain-json.ts'

export type ForeignRow = Readonly<Record<string, SqlValue>>

/** Changes what a restored studio must not take as it comes, before the row is checked; null leaves the row out. */
export type ForeignRule = (row: ForeignRow) => ForeignRow | null

export interface RebuildOptions {
  readonly path: string
  readonly targetPath: string
  readonly tables: readonly StoredTable[]
  readonly migrations: readonly Migration[]
  /** By table. */
  readonly rules: Readonly<Record<string, ForeignRule>>
  /** Statements that replace rows that others refer to, and that do not exist. */
  readonly repairs: readonly string[]
  readonly clock: Clock
  readonly signal: AbortSignal
}

export interface LeftOut {
  /** Rows that were not taken over, by table; with an empty name those that refer to rows which do not exist. */
  readonly rows: Readonly<Record<string, number>>
  /** Triggers, views and other things that Takeroom's databases do not have. */
  readonly things: number
}

const mostVariables = 30_000

/** @throws StorageError 'corrupt', 'newer', 'older' */
export async function rebuildDatabase(options: RebuildOptions): Promise<LeftOut> {
  const { path, targetPath, tables, migrations, repairs, clock, signal } = options
  const foreign = await openForeignDatabase(path)
  try {
    const { version } = foreign
    if (version < 1)
      throw new StorageError('corrupt', `The file is at version ${version}`)
    refuseUnknown(version, migrations)
    // References are made good at the end, for all tables at once.
    const first = migrations.filter(each => each.version <= version)
    const target = await openDatabase(targetPath, { migrations: first, clock, mayDangle: true })
    const rows: Record<string, number> = {}
    const things = await foreignThings(foreign, target)
    try {
      for (const table of tables)
        rows[table.name] = await copyRows(foreign, target, table, options)
    }
    finally {
      await target.close()
    }
    signal.throwIfAborted()
    const dangling = await repairDatabase({ path: targetPath, migrations, repairs, nowMs: clock.now() })
    if (dangling > 0)
      rows[''] = dangling
    return { rows: Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0)), things }
  }
  finally {
    await foreign.close()
  }
}

/** What the file declares and a new database of its version does not. */
async function foreignThings({ declared }: ForeignDatabase, target: Pick<Transaction, 'all'>): Promise<number> {
  const own = await target.all<{ thing: string }>(sql`SELECT lower(type || ' ' || name) AS thing FROM sqlite_schema`)
  const known = new Set([...own.map(row => row.thing), 'table sqlite_sequence'])
  return declared.filter(thing => !known.has(thing)).length
}

/** Answers how many rows were left out. */
async function copyRows(
  foreign: ForeignDatabase,
  target: Pick<Transaction, 'all' | 'get'> & { transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T> },
  { name, stored }: StoredTable,
  { rules, signal }: Pick<RebuildOptions, 'rules' | 'signal'>,
): Promise<number> {
  const own = await target.all<{ column: string }>(sql`SELECT name AS column FROM pragma_table_info(${name})`)
  // A table of a later version.
  if (own.length === 0)
    return 0
  const found = foreign.tables[name]
  if (!found)
    throw new StorageError('corrupt', `${name} is missing, or is not a plain table`)
  const columns = own.map(each => each.column).filter(column => found.includes(column) && column in stored.shape)
  const read = readerOf(stored, columns)
  const isBegun = await target.get(sql`SELECT 1 FROM ${sql.identifier(name)} LIMIT 1`) !== undefined
  let leftOut = 0
  for await (const batch of foreign.rows(name, columns)) {
    signal.throwIfAborted()
    const rows = batch.flatMap((row) => {
      const kept = rules[name] ? rules[name](row) : row
      const values = kept && read(kept)
      return values ? [values] : []
    })
    leftOut += batch.length
    // Rows of the same key were never in one table.
    await target.transaction(async (tx) => {
      for (const some of portionsOf(rows, columns.length))
        leftOut -= await insertRows(tx, { name, columns, isBegun }, some)
    })
  }
  return leftOut
}

/** The values of a row as they are to be stored, in the order of the columns; null for a row that no version writes. */
function readerOf({ shape }: z.ZodObject, columns: readonly string[]): (row: ForeignRow) => SqlValue[] | null {
  const known = columns.map(column => ({ column, type: shape[column] as z.ZodType }))
  return (row) => {
    const values: SqlValue[] = []
    for (const { column, type } of known) {
      const value = row[column] ?? null
      const plain = typeof value === 'string' && isJson(type) ? plainJson(value) : value
      // JSON that cannot be written again is none, also where the column may be empty.
      if ((plain === null && value !== null) || !type.safeParse(plain).success)
        return null
      values.push(plain)
    }
    return values
  }
}

function* portionsOf(rows: readonly SqlValue[][], columns: number): Generator<readonly SqlValue[][]> {
  const most = Math.max(1, Math.floor(mostVariables / columns))
  for (let at = 0; at < rows.length; at += most)
    yield rows.slice(at, at + most)
}

/** Answers how many were inserted. */
async function insertRows(
  tx: Transaction,
  { name, columns, isBegun }: { name: string, columns: readonly string[], isBegun: boolean },
  rows: readonly SqlValue[][],
): Promise<number> {
  // A row that a new database begins with is replaced by that of the backup.
  const otherwise = isBegun ? sql`REPLACE` : sql`IGNORE`
  const { changes } = await tx.run(sql`
    INSERT OR ${otherwise} INTO ${sql.identifier(name)} (${sql.join(columns.map(column => sql.identifier(column)))})
    VALUES ${sql.join(rows.map(values => sql`(${sql.join(values)})`))}`)
  return changes
}
