/**
 * Rows that cannot be understood: changed by another program, damaged in a way that SQLite does not detect, or brought by a
 * backup that was tampered with. Each is set aside: it stays in its database, hides no other row, and is told once.
 */
import { inPieces, stepsOf } from '../base/in-pieces.ts'

/** `key`: what the row says of its own id, shortened. The other values may be private texts, so only the columns are named. */
export interface UnreadableRow { readonly table: string, readonly key: string, readonly columns: readonly string[] }

export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError'
  readonly row: UnreadableRow

  constructor(table: string, row: object, columns: readonly string[], options?: ErrorOptions) {
    super(`A row of ${table} cannot be read: ${columns.join(', ')}`, options)
    this.row = { table, key: keyOf(row), columns }
  }
}

/** The limit of reported rows; each row is reported once. */
const mostTold = 1000
const told = new Set<string>()
const listeners = new Set<(row: UnreadableRow) => void>()

/** Called for each row that is set aside, once for as long as the program runs. Returns how to end that. */
export function onUnreadableRow(listener: (row: UnreadableRow) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What `read` makes of each row, without those of which it throws an UnreadableRowError. */
export function readEach<Result>(rows: readonly object[], read: (row: object) => Result): Result[] {
  return rows.flatMap((row) => {
    const result = readOne(row, read)
    return result === undefined ? [] : [result]
  })
}

/** The same, of thousands of rows: main does other work in between. */
export async function readMany<Result>(rows: readonly object[], read: (row: object) => Result): Promise<Result[]> {
  const results = await inPieces(stepsOf(rows, row => readOne(row, read)))
  return results.filter(result => result !== undefined)
}

/** Undefined for no row, and for one that is set aside. */
export function readOne<Result>(row: object | undefined, read: (row: object) => Result): Result | undefined {
  if (row === undefined)
    return undefined
  try {
    return read(row)
  }
  catch (error) {
    if (!(error instanceof UnreadableRowError))
      throw error
    tell(error.row)
    return undefined
  }
}

function tell(row: UnreadableRow): void {
  const name = `${row.table} ${row.key}`
  if (told.has(name) || told.size >= mostTold)
    return
  told.add(name)
  for (const listener of listeners)
    listener(row)
}

function keyOf(row: object): string {
  const keys = ['id', 'take_id', 'job_id', 'name', 'number'].flatMap(key => Reflect.get(row, key) ?? [])
  return String(keys[0] ?? Object.values(row)[0] ?? '').replaceAll(/[^\x20-\x7E]/g, '?').slice(0, 80)
}
