/** Writes changes of rows, after a look at whether these are still as they were left. */
import type { Transaction } from '../storage/database.ts'
import type { Sql, SqlValue } from '../storage/sql.ts'
import type { RecordedTable, RowChange, Values } from './row-changes.ts'
import { Fault } from '#contract/faults.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { keyOf, remaining } from './row-changes.ts'

function whereKey({ key: names }: RecordedTable, key: RowChange['key']): Sql {
  return sql.join(names.map((name, at) => sql`${sql.identifier(name)} = ${key[at] ?? null}`), sql` AND `)
}

/** The rows of these changes as they are now, by `keyOf`. */
async function rowsNow(tx: Transaction, table: RecordedTable, changes: readonly RowChange[]): Promise<Map<string, Values>> {
  const name = sql.identifier(table.name)
  const columns = sql.join([...table.columns, ...table.key].map(column => sql`${name}.${sql.identifier(column)}`))
  const isMeant = sql.join(table.key.map((column, at) =>
    sql`${name}.${sql.identifier(column)} = asked.value ->> ${at}`), sql` AND `)
  // The columns that are recorded are texts and numbers.
  const rows = await tx.all<Values>(sql`
    SELECT ${columns} FROM ${sql.each(changes.map(change => change.key))} AS asked CROSS JOIN ${name} ON ${isMeant}`)
  return new Map(rows.map(row => [keyOf({ table: table.name, key: table.key.map(column => row[column] ?? '') }), row]))
}

/**
 * What can be done of these changes. Nothing is written yet.
 * @throws Fault changed-meanwhile where a row was changed since, not-found where it was deleted for good
 */
export async function requireRemaining(
  tx: Transaction,
  changes: readonly RowChange[],
  tableOf: (name: string) => RecordedTable,
): Promise<RowChange[]> {
  const left: RowChange[] = []
  let refusal: Fault | null = null
  const present = new Map<string, Values>()
  for (const [name, ofTable] of Map.groupBy(changes, change => change.table)) {
    for (const [key, row] of await rowsNow(tx, tableOf(name), ofTable))
      present.set(key, row)
  }
  for (const change of changes) {
    const table = tableOf(change.table)
    const now = present.get(keyOf(change)) ?? null
    const rest = remaining(table, change, now)
    if (rest) {
      left.push(rest)
      continue
    }
    const isGone = now === null
    refusal = isGone
      ? new Fault('not-found', { word: table.word, id: String(change.key.at(-1)) })
      : new Fault('changed-meanwhile', { word: table.word })
    if (!table.isLoose)
      throw refusal
  }
  if (refusal && left.length === 0)
    throw refusal
  return left
}

/** @throws Fault not-found where it refers to what was deleted for good */
export async function writeChange(tx: Transaction, table: RecordedTable, change: RowChange, nowMs: number): Promise<void> {
  try {
    await tx.run(statementOf(table, change, nowMs))
  }
  catch (error) {
    const isGone = error instanceof StorageError && error.kind === 'constraint'
    throw isGone ? new Fault('not-found', { word: table.refersTo ?? 'take', id: '' }, { cause: error }) : error
  }
}

function statementOf(table: RecordedTable, { key, before, after }: RowChange, nowMs: number): Sql {
  const name = sql.identifier(table.name)
  if (after === null)
    return sql`DELETE FROM ${name} WHERE ${whereKey(table, key)}`
  const stamp: [string, SqlValue][] = table.stamp === undefined ? [] : [[table.stamp, nowMs]]
  const moment = (column: string, value: SqlValue): SqlValue => value !== null && table.moments?.includes(column) ? nowMs : value
  const entries = [
    ...Object.entries(after).map(([column, value]): [string, SqlValue] => [column, moment(column, value)]),
    ...stamp,
  ]
  if (before === null) {
    const all = [...table.key.map((column, at): [string, SqlValue] => [column, key[at] ?? null]), ...entries]
    const columns = sql.join(all.map(([column]) => sql.identifier(column)))
    return sql`INSERT INTO ${name} (${columns}) VALUES (${sql.join(all.map(([, value]) => value))})`
  }
  const set = sql.join(entries.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`))
  return sql`UPDATE ${name} SET ${set} WHERE ${whereKey(table, key)}`
}
