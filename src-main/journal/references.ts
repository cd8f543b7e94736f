/**
 * What rows refer to, by the foreign keys of the schema. A step may bring back the name of something that was deleted for good since: the
 * statement that writes it would fail, and thousands of rows are one statement.
 */
import type { Transaction } from '../storage/database.ts'
import type { RecordedTable, RowChange, Values } from './row-changes.ts'
import { sql } from '../storage/sql.ts'
import { keyOf } from './row-changes.ts'

interface ForeignKey {
  readonly name: string
  readonly column: string
  readonly parent: string
  readonly target: string
}

/** What is gone, in the words of faults. */
export interface Lost { readonly word: RecordedTable['word'], readonly id: string }

/** By `keyOf`: the columns that a change would set to what is not there. Changes without any are not in it. */
export async function lostReferences(
  tx: Transaction,
  changes: readonly RowChange[],
  tableOf: (name: string) => RecordedTable,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Lost>>> {
  const lost = new Map<string, Map<string, Lost>>()
  const byTable = Map.groupBy(changes, change => change.table)
  for (const { name, column, parent, target } of await foreignKeys(tx, [...byTable.keys()])) {
    const named = (byTable.get(name) ?? []).flatMap((change) => {
      const value = written(tableOf(name), change, column)
      return value === null ? [] : [{ change, value }]
    })
    const gone = new Set(await goneOf(tx, { parent, target }, [...new Set(named.map(({ value }) => value))]))
    for (const { change, value } of named.filter(({ value }) => gone.has(value))) {
      const ofChange = lost.get(keyOf(change)) ?? new Map<string, Lost>()
      lost.set(keyOf(change), ofChange.set(column, { word: tableOf(parent).word, id: String(value) }))
    }
  }
  return lost
}

function foreignKeys(tx: Transaction, names: readonly string[]): Promise<ForeignKey[]> {
  return tx.all(sql`
    SELECT asked.value AS name, keys."from" AS "column", keys."table" AS parent, keys."to" AS target
    FROM ${sql.each(names)} AS asked CROSS JOIN pragma_foreign_key_list(asked.value) AS keys`)
}

/** What a change writes into a column; null where it leaves it as it is, or empties it. */
function written(table: RecordedTable, { key, before, after }: RowChange, column: string): Values[string] {
  const at = table.key.indexOf(column)
  if (after === null || (at !== -1 && before !== null))
    return null
  return (at === -1 ? after[column] : key[at]) ?? null
}

async function goneOf(
  tx: Transaction,
  { parent, target }: Pick<ForeignKey, 'parent' | 'target'>,
  values: readonly Values[string][],
): Promise<Values[string][]> {
  if (values.length === 0)
    return []
  const rows = await tx.all<{ value: Values[string] }>(sql`
    SELECT asked.value AS value FROM ${sql.each(values)} AS asked
    WHERE NOT EXISTS (SELECT 1 FROM ${sql.identifier(parent)} WHERE ${sql.identifier(target)} = asked.value)`)
  return rows.map(({ value }) => value)
}
