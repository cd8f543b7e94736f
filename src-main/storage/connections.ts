/**
 * The two connections to one file: a writer, and a reader that sees only committed data. Blocking: used on the database's thread.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { OpenCommand, QueryCommand, Rows, RunResult } from './database-messages.ts'
import type { SqlValue } from './sql.ts'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { found as foundCode } from '#contract/found.ts'
import { assertNever } from '../base/never.ts'
import { copyInto, migrate, newestVersion, refuseUnknown, versionOf } from './migrate.ts'
import { StorageError, toStorageError } from './storage-error.ts'

export interface Connections {
  query: (command: QueryCommand) => unknown
  begin: () => void
  commit: () => void
  rollback: () => void
  /** What is wrong with the file, in SQLite's words or as a code of `found.ts`; empty when it is intact. */
  check: () => readonly string[]
  copy: (targetPath: string) => Promise<void>
  close: () => void
}

const busyTimeoutMs = 5000
/** The first version without the WAL-reset bug, https://www.sqlite.org/wal.html#walresetbug. */
const oldestSqlite = [3, 51, 3] as const
const cachedStatements = 256
/**
 * Of the reader. SQLite's own 2 MB are less than one page of the library may read of 100,000 takes: each key press then read hundreds of
 * pages of the file again, and that was most of what it took.
 */
const readerCacheKib = 16 * 1024
/** SQLITE_READONLY_ROLLBACK: a change of a file that has no log yet was half done when the power went; only a writer can undo it. */
const halfDone = 776

/** @throws StorageError */
export async function openConnections(options: OpenCommand): Promise<Connections> {
  const { path, readOnly, mayDangle } = options
  // The last connection to close removes the -wal file, so an existing one is left from a kill or a power cut.
  const wasKilled = sizeOf(`${path}-wal`) > 0
  if (wasKilled)
    refuseDamaged(path)
  const writer = connect(path, readOnly)
  try {
    refuseOldSqlite(writer)
    setUp(writer, { readOnly, mayDangle })
    if (readOnly)
      refuseUnmigrated(writer, options)
    else
      await migrate(writer, options)
    for (const statement of readOnly ? [] : options.setUp)
      writer.exec(statement)
    const reader = readOnly ? writer : connect(path, true)
    if (!readOnly)
      setUp(reader, { readOnly: true, mayDangle })
    reader.exec(`PRAGMA cache_size = -${readerCacheKib}`)
    listWords(reader)
    return connections(path, writer, reader)
  }
  catch (error) {
    writer.close()
    throw toStorageError(error)
  }
}

function connections(path: string, writer: DatabaseSync, reader: DatabaseSync): Connections {
  const onWriter = createStatementCache(writer)
  const onReader = createStatementCache(reader)
  return {
    query({ how, where, text, params }) {
      // SQLite may roll back by itself, for example on a full disk; the statements that follow must not be committed separately.
      if (where === 'transaction' && !writer.isTransaction)
        throw new StorageError('other', 'The transaction is over: an earlier failure rolled it back')
      const statement = where === 'reader' ? onReader(text) : onWriter(text)
      return execute(statement, how, params.map(toInput))
    },
    begin: () => writer.exec('BEGIN IMMEDIATE'),
    commit: () => writer.exec('COMMIT'),
    rollback() {
      if (writer.isTransaction)
        writer.exec('ROLLBACK')
    },
    check: () => checkFile(path),
    copy: targetPath => copyInto(reader, targetPath),
    close() {
      if (reader !== writer)
        reader.close()
      writer.close()
    },
  }
}

function connect(path: string, readOnly: boolean): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs, enableForeignKeyConstraints: true, defensive: true })
  }
  catch (error) {
    throw toStorageError(error)
  }
}

function refuseOldSqlite(db: DatabaseSync): void {
  const version = String(db.prepare('SELECT sqlite_version() AS version').get()?.version)
  const parts = version.split('.').map(Number)
  for (const [place, oldest] of oldestSqlite.entries()) {
    const part = parts[place] ?? 0
    if (part > oldest)
      return
    if (part < oldest)
      throw new StorageError('other', `SQLite ${version} is older than ${oldestSqlite.join('.')}`)
  }
}

function setUp(db: DatabaseSync, { readOnly, mayDangle }: Pick<OpenCommand, 'readOnly' | 'mayDangle'>): void {
  // The journal mode is stored in the file; a reader uses it and cannot set it.
  const settings: [pragma: string, set: string | undefined, expected: unknown][] = [
    ['journal_mode', readOnly ? undefined : 'WAL', 'wal'],
    ['synchronous', 'FULL', 2],
    // macOS only: its fsync leaves the data in the drive's cache.
    ['fullfsync', 'ON', 1],
    ['checkpoint_fullfsync', 'ON', 1],
    mayDangle ? ['foreign_keys', 'OFF', 0] : ['foreign_keys', 'ON', 1],
    ['trusted_schema', 'OFF', 0],
  ]
  for (const [pragma, set, expected] of settings) {
    if (set !== undefined)
      db.exec(`PRAGMA ${pragma} = ${set}`)
    const actual = db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]
    if (actual !== expected)
      throw new StorageError('other', `SQLite set ${pragma} to ${String(actual)} instead of ${String(expected)}`)
  }
}

/**
 * Each search index has a temporary table of its words, `NAME_words`. By `instance`, which finds one word without reading the entries of
 * others; `row` would count them all. A plain name needs no quotes.
 */
function listWords(db: DatabaseSync): void {
  const indexes = db.prepare(`
    SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE % USING fts5(%' AND name NOT GLOB '*[^a-z_]*'`).all()
  for (const { name } of indexes)
    db.exec(`CREATE VIRTUAL TABLE temp.${String(name)}_words USING fts5vocab(main, ${String(name)}, instance)`)
}

// Over a read-only connection: closing a writer would move the log into a file that must not change.
function refuseDamaged(path: string): void {
  const [fault] = lookAt(path)
  if (fault !== undefined)
    throw new StorageError('corrupt', `The file is damaged: ${fault}`)
}

/**
 * What is wrong with a file. Writes to it only to undo a change that was half done, without which nobody can read it. Faster than `check`,
 * but does not find an index that is out of step. @throws StorageError when it cannot be opened or read at all
 */
export function lookAt(path: string): string[] {
  try {
    return quickFaults(path)
  }
  catch (error) {
    const trouble = toStorageError(error)
    if (trouble.code !== halfDone)
      throw trouble
  }
  undoHalfDone(path)
  return quickFaults(path)
}

function quickFaults(path: string): string[] {
  const db = connect(path, true)
  try {
    return integrityFaults(db, 'quick_check')
  }
  catch (error) {
    throw toStorageError(error)
  }
  finally {
    db.close()
  }
}

/** SQLite undoes it as soon as a writer reads. */
function undoHalfDone(path: string): void {
  const db = connect(path, false)
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
  }
  catch (error) {
    throw toStorageError(error)
  }
  finally {
    db.close()
  }
}

/**
 * On a new connection: FTS5 checks the connection's cached index, so a connection that read it before a write reports
 * damage that does not exist.
 */
function checkFile(path: string): string[] {
  const db = connect(path, true)
  try {
    return [...integrityFaults(db, 'integrity_check'), ...danglingRows(db)]
  }
  finally {
    db.close()
  }
}

function refuseUnmigrated(db: DatabaseSync, { migrations }: OpenCommand): void {
  const found = versionOf(db)
  refuseUnknown(found, migrations)
  if (found < newestVersion(migrations))
    throw new StorageError('readonly', `The file is at version ${found} and may not be migrated to ${newestVersion(migrations)}`)
}

function integrityFaults(db: DatabaseSync, pragma: 'integrity_check' | 'quick_check'): string[] {
  return db.prepare(`PRAGMA ${pragma}`).all().map(row => String(row[pragma])).filter(fault => fault !== 'ok')
}

function danglingRows(db: DatabaseSync): string[] {
  const rows = db.prepare('PRAGMA foreign_key_check').all()
  return rows.map(row => foundCode('broken-reference', `${String(row.table)}/${String(row.rowid)}/${String(row.parent)}`))
}

function createStatementCache(db: DatabaseSync): (text: string) => StatementSync {
  const cache = new Map<string, StatementSync>()
  return (text) => {
    const cached = cache.get(text)
    const statement = cached ?? prepareOne(db, text)
    // Removed and added again: the map's order is the order of last use.
    cache.delete(text)
    cache.set(text, statement)
    const [oldest] = cache.keys()
    if (cache.size > cachedStatements && oldest !== undefined)
      cache.delete(oldest)
    return statement
  }
}

// SQLite compiles up to the first semicolon and silently ignores the rest.
function prepareOne(db: DatabaseSync, text: string): StatementSync {
  const statement = db.prepare(text)
  const rest = text.slice(statement.sourceSQL.length).trim()
  if (rest !== '')
    throw new StorageError('other', 'Only one statement is allowed: there is text after a semicolon')
  return statement
}

function execute(statement: StatementSync, how: QueryCommand['how'], params: SQLInputValue[]): unknown {
  switch (how) {
    case 'all': return allOf(statement, params)
    case 'get': return statement.get(...params)
    case 'run': {
      const { changes, lastInsertRowid } = statement.run(...params)
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) } satisfies RunResult
    }
    default: return assertNever(how)
  }
}

function allOf(statement: StatementSync, params: SQLInputValue[]): Rows {
  statement.setReturnArrays(true)
  try {
    // The types do not know that the rows are arrays now.
    const rows = statement.all(...params) as unknown as SqlValue[][]
    return { columns: rows.length === 0 ? [] : statement.columns().map(({ name }) => name), rows }
  }
  finally {
    statement.setReturnArrays(false)
  }
}

// node:sqlite binds every JS number as a real: 7 / 2 would be 3.5, and a column without a type would store 7.0.
function toInput(value: SqlValue): SQLInputValue {
  if (typeof value === 'boolean')
    return value ? 1n : 0n
  return Number.isSafeInteger(value) ? BigInt(value as number) : value // isSafeInteger is true of numbers only
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
