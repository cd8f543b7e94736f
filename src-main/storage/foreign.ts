/**
 * Reads a database of unknown origin as data: rows of plain tables, and nothing that the file would execute. Its
 * triggers, views, constraints, defaults and generated columns never run here. Blocking: used on the database's thread.
 */
import type { SqlValue } from './sql.ts'
import { Buffer } from 'node:buffer'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StorageError, toStorageError } from './storage-error.ts'

export interface ForeignFile {
  /** Its `user_version`. */
  readonly version: number
  /** The columns of each plain table. What only looks like a table is not among them. */
  readonly tables: Readonly<Record<string, readonly string[]>>
  /** Everything that its schema declares, as `type name`, in lower case. */
  readonly declared: readonly string[]
}

export interface ForeignRows {
  /** In the order of the columns that were asked for. */
  readonly rows: readonly (readonly SqlValue[])[]
  /** Where the next ones begin; null after the last. */
  readonly next: bigint | null
}

export interface ForeignReader {
  readonly file: ForeignFile
  /** Some rows, in their order in the table. */
  readonly read: (table: string, columns: readonly string[], from: bigint | null) => ForeignRows
  readonly close: () => void
}

/** No text of Takeroom is longer. A longer value arrives as an empty blob, which no column accepts. */
const mostBytesOfValue = 64 * 2 ** 20
const mostRowsAtOnce = 500
const mostBytesAtOnce = 8 * 2 ** 20
const lowest = -(2n ** 63n)

/** @throws StorageError 'corrupt' */
export function openForeign(path: string): ForeignReader {
  try {
    return readerOf(path)
  }
  catch (error) {
    throw toStorageError(error)
  }
}

function readerOf(path: string): ForeignReader {
  // Immutable: no log next to it is looked for, nothing is locked, nothing written.
  const place = pathToFileURL(path)
  place.searchParams.set('immutable', '1')
  const db = new DatabaseSync(place, {
    readOnly: true,
    defensive: true,
    enableForeignKeyConstraints: false,
    limits: { attach: 0, triggerDepth: 0 },
  })
  try {
    for (const pragma of ['trusted_schema = OFF', 'query_only = ON', 'cell_size_check = ON', 'mmap_size = 0', 'temp_store = MEMORY'])
      db.exec(`PRAGMA ${pragma}`)
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
    const schema = db.prepare('SELECT type, name FROM sqlite_schema').all()
    const declared = schema.map(({ type, name }) => `${String(type)} ${String(name)}`.toLowerCase())
    const tables = plainTables(db)
    const file = { version, declared, tables: Object.fromEntries([...tables].map(([name, { columns }]) => [name, columns])) }
    // Of a well-formed file all values together are no longer than it is; pages that are used twice would multiply them.
    let bytesLeft = 4 * statSync(path).size + mostBytesAtOnce
    return {
      file,
      read(table, columns, from) {
        const read = readRows(db, table, { columns, number: tables.get(table)?.number ?? 'rowid', from })
        bytesLeft -= read.bytes
        if (bytesLeft < 0)
          throw new StorageError('corrupt', `The rows of ${table} are longer than the file`)
        return read
      },
      close: () => db.close(),
    }
  }
  catch (error) {
    db.close()
    throw error
  }
}

/** Tables with row numbers whose columns are all stored: no views, virtual tables, generated columns. */
function plainTables(db: DatabaseSync): Map<string, { columns: string[], number: string }> {
  const listed = db.prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr = 0`).all()
  return new Map(listed.flatMap(({ name }) => {
    const columns = db.prepare('SELECT name, hidden FROM pragma_table_xinfo(?)').all(String(name))
    const names = columns.map(column => String(column.name))
    // A column may have the name of the row number.
    const number = ['rowid', '_rowid_', 'oid'].find(each => !names.some(column => column.toLowerCase() === each))
    return columns.some(({ hidden }) => hidden !== 0) || number === undefined ? [] : [[String(name), { columns: names, number }] as const]
  }))
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface What { readonly columns: readonly string[], readonly number: string, readonly from: bigint | null }

function readRows(db: DatabaseSync, table: string, { columns, number, from }: What): ForeignRows & { readonly bytes: number } {
  const values = columns.map(column =>
    `CASE WHEN octet_length(${quoted(column)}) > ${mostBytesOfValue} THEN zeroblob(0) ELSE ${quoted(column)} END`)
  // Without its indexes, which may say anything.
  const statement = db.prepare(
    `SELECT ${number}, ${values.join(', ')} FROM ${quoted(table)} NOT INDEXED WHERE ${number} >= ? ORDER BY ${number} LIMIT ${mostRowsAtOnce + 1}`,
  )
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const rows: SqlValue[][] = []
  let bytes = 0
  let last: bigint | null = null
  for (const row of statement.iterate(from ?? lowest) as Iterable<unknown> as Iterable<SqlValue[]>) {
    const [at, ...rest] = row
    if (typeof at !== 'bigint' || at < (from ?? lowest) || (last !== null && at <= last))
      throw new StorageError('corrupt', `The rows of ${table} are not in order`)
    last = at
    if (rows.length === mostRowsAtOnce || bytes > mostBytesAtOnce)
      return { rows, bytes, next: at }
    rows.push(rest.map(plain))
    bytes += rest.reduce<number>((sum, value) => sum + bytesOf(value), 0)
  }
  return { rows, bytes, next: null }
}

/** Whole numbers as numbers, where they are exact. */
function plain(value: SqlValue): SqlValue {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function bytesOf(value: SqlValue): number {
  if (typeof value === 'string')
    return Buffer.byteLength(value)
  return value instanceof Uint8Array ? value.byteLength : 0
}
