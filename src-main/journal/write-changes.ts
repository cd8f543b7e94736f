/** Writes changes of rows, after a look at whether these are still as they were left. */
import type { Transaction } from '../storage/database.ts'
import type { Sql, SqlValue } from '../storage/sql.ts'
import type { Lost } from './references.ts'
import type { RecordedTable, RowChange, Values } from './row-changes.ts'
import { Fault } from '#contract/faults.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { lostReferences } from './references.ts'
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
 * @throws Fault changed-meanwhile where a row was changed since, not-found where it, or what it refers to, was deleted for good
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
  const lost = await lostReferences(tx, changes, tableOf)
  for (const change of changes) {
    const table = tableOf(change.table)
    const now = present.get(keyOf(change)) ?? null
    const lostOf = lost.get(keyOf(change)) ?? new Map<string, Lost>()
    const rest = remaining(table, change, now, lostOf)
    if (rest) {
      left.push(rest)
      continue
    }
    const isGone = now === null && change.before !== null
    const [gone] = isGone ? [{ word: table.word, id: String(change.key.at(-1)) }] : lostOf.values()
    refusal = gone ? new Fault('not-found', gone) : new Fault('changed-meanwhile', { word: table.word })
    if (!table.isLoose)
      throw refusal
  }
  if (refusal && left.length === 0)
    throw refusal
  return left
}

/** In their order. @throws Fault changed-meanwhile where other rows of today exclude one */
export async function writeChanges(
  tx: Transaction,
  changes: readonly RowChange[],
  { tableOf, nowMs }: { tableOf: (name: string) => RecordedTable, nowMs: number },
): Promise<void> {
  for (const alike of runsOf(changes)) {
    const table = tableOf(alike[0].table)
    try {
      await tx.run(alike.length > 1 ? statementOfAll(table, alike, nowMs) : statementOf(table, alike[0], nowMs))
    }
    catch (error) {
      const isExcluded = error instanceof StorageError && error.kind === 'constraint'
      throw isExcluded ? new Fault('changed-meanwhile', { word: table.word }, { cause: error }) : error
    }
  }
}

type Run = [RowChange, ...RowChange[]]

/** Neighbours that are made, deleted or changed in the same columns: thousands of them are one statement. */
function runsOf(changes: readonly RowChange[]): Run[] {
  const runs: Run[] = []
  let last = ''
  for (const change of changes) {
    const { table, before, after } = change
    const columns = JSON.stringify([table, before === null, after === null, ...Object.keys(after ?? {})])
    const run = runs.at(-1)
    if (run && columns === last)
      run.push(change)
    else
      runs.push([change])
    last = columns
  }
  return runs
}

function statementOfAll(table: RecordedTable, changes: Run, nowMs: number): Sql {
  const name = sql.identifier(table.name)
  const [{ before, after }] = changes
  const asked = (part: string): Sql => sql`asked.value ->> ${part}`
  const keys = table.key.map((_, at) => asked(`$.key[${at}]`))
  if (after === null) {
    const keyColumns = sql.join(table.key.map(column => sql.identifier(column)))
    return sql`DELETE FROM ${name} WHERE (${keyColumns}) IN (SELECT ${sql.join(keys)} FROM ${sql.each(changes)} AS asked)`
  }
  const rows = changes.map(change => ({ key: change.key, after: Object.fromEntries(entriesOf(table, change.after ?? {}, nowMs)) }))
  const columns = Object.keys(rows[0]?.after ?? {})
  if (before === null) {
    const all = sql.join([...table.key, ...columns].map(column => sql.identifier(column)))
    const values = sql.join([...keys, ...columns.map(column => asked(`$.after.${column}`))])
    return sql`INSERT INTO ${name} (${all}) SELECT ${values} FROM ${sql.each(rows)} AS asked`
  }
  const set = sql.join(columns.map(column => sql`${sql.identifier(column)} = ${asked(`$.after.${column}`)}`))
  const isMeant = sql.join(table.key.map((column, at) => sql`${name}.${sql.identifier(column)} = ${keys[at] ?? sql.empty}`), sql` AND `)
  return sql`UPDATE ${name} SET ${set} FROM ${sql.each(rows)} AS asked WHERE ${isMeant}`
}

/** What is written into a row. */
function entriesOf({ stamp, moments }: RecordedTable, after: Values, nowMs: number): [string, SqlValue][] {
  const moment = (column: string, value: SqlValue): SqlValue => value !== null && moments?.includes(column) ? nowMs : value
  return [
    ...Object.entries(after).map(([column, value]): [string, SqlValue] => [column, moment(column, value)]),
    ...stamp === undefined ? [] : [[stamp, nowMs] satisfies [string, SqlValue]],
  ]
}

function statementOf(table: RecordedTable, { key, before, after }: RowChange, nowMs: number): Sql {
  const name = sql.identifier(table.name)
  if (after === null)
    return sql`DELETE FROM ${name} WHERE ${whereKey(table, key)}`
  const entries = entriesOf(table, after, nowMs)
  if (before === null) {
    const all = [...table.key.map((column, at): [string, SqlValue] => [column, key[at] ?? null]), ...entries]
    const columns = sql.join(all.map(([column]) => sql.identifier(column)))
    return sql`INSERT INTO ${name} (${columns}) VALUES (${sql.join(all.map(([, value]) => value))})`
  }
  const set = sql.join(entries.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`))
  return sql`UPDATE ${name} SET ${set} WHERE ${whereKey(table, key)}`
}
