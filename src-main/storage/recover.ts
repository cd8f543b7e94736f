/** Copies what can be read of a damaged file into a new one. Never writes to the damaged file. */
import type { SQLInputValue } from 'node:sqlite'
import type { Migration } from './migrate.ts'
import { closeSync, copyFileSync, constants as copying, existsSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from './migrate.ts'

export interface RecoverOptions {
  readonly path: string
  /** Created; an existing file is replaced. */
  readonly targetPath: string
  readonly migrations: readonly Migration[]
  /** Statements that replace lost rows by placeholders, run before foreign keys are checked. */
  readonly repairs: readonly string[]
  readonly nowMs: number
}

export interface RepairOptions extends Pick<RecoverOptions, 'path' | 'migrations' | 'repairs' | 'nowMs'> {}

export interface Recovery {
  /** Whether any part of the file could be read. */
  readonly isReadable: boolean
  /** Rows copied, by table. */
  readonly rows: Readonly<Record<string, number>>
  /** Regions of tables that could not be read; each is a page of rows, or a row. */
  readonly unreadable: number
  /** Rows that were read but omitted, because a row they refer to is lost. */
  readonly dropped: number
}

/** Blocking: used on the database's thread. */
export async function recover({ path, targetPath, migrations, repairs, nowMs }: RecoverOptions): Promise<Recovery> {
  const sourcePath = `${targetPath}.source`
  for (const each of [targetPath, sourcePath])
    removeDatabase(each)
  const target = new DatabaseSync(targetPath, { enableForeignKeyConstraints: false })
  let source: DatabaseSync | undefined
  try {
    await migrate(target, { migrations, path: targetPath, backupDir: null, nowMs })
    target.exec('PRAGMA foreign_keys = OFF')
    source = openCopy(path, sourcePath, target)
    const rows: Record<string, number> = {}
    let unreadable = 0
    target.exec('BEGIN')
    for (const table of source ? tablesOf(target) : []) {
      const found = copyTable(source!, target, table) // an empty list without a source
      rows[table] = found.rows
      unreadable += found.unreadable
    }
    for (const statement of repairs)
      target.exec(statement)
    const dropped = dropDangling(target)
    target.exec('COMMIT')
    target.exec('PRAGMA journal_mode = WAL')
    return { isReadable: source !== undefined, rows, unreadable, dropped }
  }
  finally {
    source?.close()
    target.close()
    removeDatabase(sourcePath)
  }
}

/** See `repairDatabase`. Blocking: used on the database's thread. */
export async function repair({ path, migrations, repairs, nowMs }: RepairOptions): Promise<number> {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: true })
  try {
    await migrate(db, { migrations, path, backupDir: null, nowMs, mayDangle: true })
    db.exec('BEGIN')
    for (const statement of repairs)
      db.exec(statement)
    const dropped = dropDangling(db)
    db.exec('COMMIT')
    return dropped
  }
  finally {
    db.close()
  }
}

/** A copy that may be changed while it is read: SQLite applies the logs of a killed program, and a damaged header is replaced. */
function openCopy(path: string, copyPath: string, target: DatabaseSync): DatabaseSync | undefined {
  if (!existsSync(path) || statSync(path).size === 0)
    return undefined
  for (const repairHead of [false, true]) {
    removeDatabase(copyPath)
    copyFileSync(path, copyPath, copying.COPYFILE_FICLONE)
    for (const log of ['-wal', '-journal']) {
      if (existsSync(path + log))
        copyFileSync(path + log, copyPath + log, copying.COPYFILE_FICLONE)
    }
    if (repairHead)
      replaceHead(copyPath, target)
    const opened = openIfReadable(copyPath)
    if (opened)
      return opened
  }
  return undefined
}

function openIfReadable(path: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    if (tablesOf(db).length > 0)
      return db
  }
  catch {
    // Not even the list of tables can be read: try the next copy, if any.
  }
  db?.close()
  return undefined
}

const headBytes = 100
const pageSizes = new Set([512, 1024, 2048, 4096, 8192, 16_384, 32_768])

/**
 * The first 100 bytes contain no data: the header of a new file with the same schema and the right page count can replace them
 * (https://www.sqlite.org/fileformat.html#the_database_header).
 */
function replaceHead(path: string, model: DatabaseSync): void {
  const pageSize = Number(model.prepare('PRAGMA page_size').get()?.page_size)
  if (!pageSizes.has(pageSize))
    return
  const head = Buffer.alloc(headBytes)
  head.write('SQLite format 3\0', 'latin1')
  head.writeUInt16BE(pageSize, 16)
  // WAL mode, no reserved bytes, and the three payload fractions that every file has.
  head.set([2, 2, 0, 64, 32, 32], 18)
  head.writeUInt32BE(1, 24)
  head.writeUInt32BE(Math.floor(statSync(path).size / pageSize), 28)
  head.writeUInt32BE(1, 40)
  head.writeUInt32BE(4, 44)
  head.writeUInt32BE(1, 56)
  head.writeUInt32BE(1, 92)
  head.writeUInt32BE(3_051_003, 96)
  const file = openSync(path, 'r+')
  try {
    writeSync(file, head, 0, headBytes, 0)
  }
  finally {
    closeSync(file)
  }
}

function tablesOf(db: DatabaseSync): string[] {
  return db.prepare(
    'SELECT name FROM pragma_table_list WHERE schema = \'main\' AND type = \'table\' AND name NOT LIKE \'sqlite_%\' ORDER BY name',
  ).all().map(row => String(row.name))
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  return db.prepare('SELECT name FROM pragma_table_info(?)').all(table).map(row => String(row.name))
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function copyTable(source: DatabaseSync, target: DatabaseSync, table: string): { rows: number, unreadable: number } {
  const known = new Set(columnsOf(source, table))
  const columns = columnsOf(target, table).filter(column => known.has(column))
  if (columns.length === 0)
    return { rows: 0, unreadable: 0 }
  const list = columns.map(quoted).join(', ')
  // Rows that a new file starts with are replaced by those of the damaged one.
  const isBegun = target.prepare(`SELECT 1 FROM ${quoted(table)} LIMIT 1`).get() !== undefined
  const insert = target.prepare(
    `INSERT OR ${isBegun ? 'REPLACE' : 'IGNORE'} INTO ${quoted(table)} (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  let rows = 0
  const unreadable = walk(source, table, list, (row) => {
    try {
      rows += Number(insert.run(...columns.map(column => row[column] as SQLInputValue)).changes) // another file held these values
      return true
    }
    catch {
      // A readable row that violates its table's constraints is damaged too.
      return false
    }
  })
  return { rows, unreadable }
}

const lowest = -(2n ** 63n)
const highest = 2n ** 62n

/** Every readable row, in the order of row ids; unreadable regions are skipped. Returns their number. */
function walk(source: DatabaseSync, table: string, list: string, take: (row: Record<string, unknown>) => boolean): number {
  const from = source.prepare(`SELECT rowid AS "recovered row", ${list} FROM ${quoted(table)} WHERE rowid >= ? ORDER BY rowid`)
  from.setReadBigInts(true)
  let unreadable = 0
  let next: bigint | null = lowest
  while (next !== null) {
    const begun: bigint = next
    try {
      for (const row of from.iterate(begun)) {
        // The statement selects it.
        next = row['recovered row'] as bigint + 1n
        if (!take(row))
          unreadable += 1
      }
      next = null
    }
    catch {
      unreadable += 1
      next = nextReadable(source, table, next)
    }
  }
  return unreadable
}

/** The first readable row id after a damaged region; null when there is none. */
function nextReadable(source: DatabaseSync, table: string, after: bigint | null): bigint | null {
  const probe = source.prepare(`SELECT rowid AS id FROM ${quoted(table)} WHERE rowid >= ? ORDER BY rowid LIMIT 1`)
  probe.setReadBigInts(true)
  const at = (id: bigint): bigint | null | 'damaged' => {
    try {
      return (probe.get(id)?.id ?? null) as bigint | null // the statement asks for a row id
    }
    catch {
      return 'damaged'
    }
  }
  const start = after === null || after < 0n ? 0n : after
  let good: bigint | undefined
  let bad = start
  for (let step = 1n; start + step < highest; step *= 2n) {
    const found = at(start + step)
    if (found === null)
      return null
    if (found !== 'damaged') {
      good = start + step
      break
    }
    bad = start + step
  }
  if (good === undefined)
    return null
  // The step width doubles, so the end of the damage is within the last step.
  while (good - bad > 1n) {
    const middle: bigint = (good + bad) / 2n
    if (at(middle) === 'damaged')
      bad = middle
    else
      good = middle
  }
  const found = at(good)
  return found === 'damaged' ? null : found
}

function dropDangling(target: DatabaseSync): number {
  let dropped = 0
  // Deleting a row may orphan others.
  const orphans = () => target.prepare('PRAGMA foreign_key_check').all()
  for (let rows = orphans(); rows.length > 0; rows = orphans()) {
    for (const { table, rowid } of rows)
      dropped += Number(target.prepare(`DELETE FROM ${quoted(String(table))} WHERE rowid = ?`).run(rowid as SQLInputValue).changes)
  }
  return dropped
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(`${path}${suffix}`, { force: true })
}
