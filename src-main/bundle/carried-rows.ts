/** The rows that a bundle has next to the version of a project: read and written by the declarations of their tables. */
import type { z } from 'zod'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { StoredTable } from '../storage/table.ts'
import type { StoredRow } from './bundle-format.ts'
import { plainJson } from '../backup/plain-json.ts'
import { acceptedDriftTable } from '../drift/accepted-drift.ts'
import { conversationsTable, messagesTable } from '../library/conversation-rows.ts'
import { choicesTable } from '../library/delivery-choices.ts'
import { lutsTable } from '../library/luts.ts'
import { takesTable } from '../library/take-rows.ts'
import { takeTagsTable } from '../library/take-tags.ts'
import { transcriptsTable } from '../library/transcripts.ts'
import { voicesTable } from '../library/voices.ts'
import { rightTakesTable } from '../listening/right-takes.ts'
import { sql } from '../storage/sql.ts'
import { isJson } from '../storage/table.ts'

interface Carried {
  readonly table: StoredTable
  /** What is of this studio alone: its accounts, its jobs, its trash, the order in which its takes were filed. A stack is computed. */
  readonly leaves: readonly string[]
}

const carried = (table: StoredTable, ...leaves: string[]): Carried => ({ table, leaves })

/** In the order in which they are written: each refers only to those before it. */
export const carriedTables = {
  takes: carried(takesTable, 'number', 'account_id', 'job_id', 'job_part', 'stack'),
  take_tags: carried(takeTagsTable),
  transcripts: carried(transcriptsTable),
  right_takes: carried(rightTakesTable),
  accepted_drift: carried(acceptedDriftTable),
  luts: carried(lutsTable),
  voices: carried(voicesTable, 'trashed_at'),
  conversations: carried(conversationsTable, 'trashed_at'),
  messages: carried(messagesTable, 'job_id'),
  delivery_choices: carried(choicesTable),
} as const satisfies Record<string, Carried>
export type CarriedName = keyof typeof carriedTables
export type CarriedRows = Record<CarriedName, StoredRow[]>

export function isCarried(name: string): name is CarriedName {
  return Object.hasOwn(carriedTables, name)
}

function columnsOf({ table, leaves }: Carried): string[] {
  return Object.keys(table.stored.shape).filter(column => !leaves.includes(column))
}

/** In the order in which they were written. */
export async function readRows(db: Pick<Transaction, 'all'>, name: CarriedName, where: Sql): Promise<StoredRow[]> {
  const of = carriedTables[name]
  return db.all<StoredRow>(sql`
    SELECT ${sql.join(columnsOf(of).map(column => sql.identifier(column)))} FROM ${sql.identifier(of.table.name)}
    WHERE ${where} ORDER BY rowid`)
}

/** The row as it is to be stored, JSON written again. Null for one that no version of Takeroom writes. */
export function checkedRow(name: CarriedName, row: StoredRow): StoredRow | null {
  const of = carriedTables[name]
  const shape: Readonly<Record<string, z.ZodType>> = of.table.stored.shape
  const columns = columnsOf(of)
  // A column that was added later has the value that older rows have.
  const known = columns.filter(column => column in row)
  if (Object.keys(row).length > known.length)
    return null
  const checked: StoredRow = {}
  for (const column of known) {
    const type = shape[column]
    const value = row[column] ?? null
    const isText = typeof value === 'string' && type && (isJson(type) || (name === 'takes' && column === 'request'))
    const plain = isText ? plainJson(value) : value
    if ((plain === null && value !== null) || !type?.safeParse(plain).success)
      return null
    checked[column] = plain
  }
  return checked
}

/** In their order. @throws StorageError 'constraint' where they do not fit what is there */
export async function insertRows(tx: Pick<Transaction, 'run'>, name: CarriedName, rows: readonly StoredRow[]): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row)
    await tx.run(sql`
      INSERT INTO ${sql.identifier(name)} (${sql.join(columns.map(column => sql.identifier(column)))})
      VALUES (${sql.join(columns.map(column => row[column] ?? null))})`)
  }
}
