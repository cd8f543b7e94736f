/** An asynchronous SQLite database on its own thread, safe against a kill at any moment. */
import type { AskedChange } from '../base/asked-change.ts'
import type { Clock } from '../base/clock.ts'
import type { Command, QueryCommand, Rows, RunResult } from './database-messages.ts'
import type { Migration } from './migrate.ts'
import type { RecoverOptions, Recovery, RepairOptions } from './recover.ts'
import type { Sql, SqlValue } from './sql.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname, join } from 'node:path'
import { askedChange } from '../base/asked-change.ts'
import { systemClock } from '../base/clock.ts'
import { createLane } from '../base/concurrency.ts'
import { inPieces, stepsOf } from '../base/in-pieces.ts'
import { startDatabaseThread } from './database-thread.ts'
import { markChange } from './done-changes.ts'
import { StorageError } from './storage-error.ts'

export type { RunResult } from './database-messages.ts'
export type { Recovery } from './recover.ts'

/** A row of unknown shape: integers and reals as numbers, blobs as Uint8Array. */
export type Row = Readonly<Record<string, Exclude<SqlValue, boolean | bigint>>>

/** Every query throws StorageError. The row type is the caller's claim about its own statement. */
export interface Transaction {
  all: <T extends object = Row>(query: Sql) => Promise<T[]>
  /** The first row, undefined when there is none. */
  get: <T extends object = Row>(query: Sql) => Promise<T | undefined>
  run: (query: Sql) => Promise<RunResult>
}

export interface Database extends Transaction {
  readonly path: string
  readonly isReadOnly: boolean
  /**
   * Transactions run one after another, each completely or not at all: when `work` throws, everything is undone and the error is passed on.
   * Use only `tx` within `work`: `all` and `get` of the database itself read the state before it, and its `run`
   * and `transaction` are refused, because they would deadlock. Do nothing slow in `work`.
   */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** Writes a compacted copy to `targetPath`, replacing an existing file. */
  vacuumInto: (targetPath: string) => Promise<void>
  /** What is wrong with the file, in SQLite's words; empty when it is intact. Reads all of it. */
  check: () => Promise<readonly string[]>
  /** The same as `quickCheck`, on this database's thread: cheaper, but queries wait for it. */
  look: () => Promise<readonly string[]>
  /** Waits for running transactions, then closes the file. Repeats are harmless. */
  close: () => Promise<void>
}

/** Notes what a transaction changes, in that very transaction. */
export interface Recorder {
  /** Statements for the connection that writes. */
  readonly setUp: readonly string[]
  /** Whether what is written now is noted. */
  readonly isRecording: () => boolean
  /** Does the work, and notes what it changes. */
  readonly record: <T>(tx: Transaction, work: (tx: Transaction) => Promise<T>) => Promise<T>
}

export interface DatabaseOptions {
  readonly migrations: readonly Migration[]
  readonly clock?: Clock
  /** The folder for the copy made before a migration; null makes none. Default: `backups` next to the file. */
  readonly backupDir?: string | null
  /** Opens read-only; the file must be at the newest version. Default false. */
  readonly readOnly?: boolean
  /** The first write on behalf of a change that has an id writes the id as well, into `done_changes`. Default false. */
  readonly marksChanges?: boolean
  /** Notes what transactions change. */
  readonly recorder?: Recorder
  /** For a file that is being put together: see `repairDatabase`. Default false. */
  readonly mayDangle?: boolean
}

/**
 * Opens or creates the file and migrates it to the newest version. After a kill or a power cut the file is
 * checked (0.2 s for 100,000 takes in 106 MB), but not after an orderly close.
 * @throws StorageError 'corrupt', 'newer', 'older', 'io', 'full', 'readonly'
 */
export async function openDatabase(path: string, options: DatabaseOptions): Promise<Database> {
  const { migrations, clock = systemClock, backupDir = join(dirname(path), 'backups'), readOnly = false, mayDangle = false } = options
  const { recorder = null } = options
  const thread = startDatabaseThread()
  try {
    await thread.ask({ do: 'open', path, migrations, backupDir, readOnly, nowMs: clock.now(), mayDangle, setUp: recorder?.setUp ?? [] })
  }
  catch (error) {
    await thread.end()
    throw error
  }
  return createDatabase(path, { isReadOnly: readOnly, marksAt: options.marksChanges ? clock.now : null, recorder }, thread.ask, thread.end)
}

/**
 * Examines a file on its own thread, while it may be open elsewhere. Returns what is wrong, in SQLite's words.
 * @throws StorageError
 */
export async function quickCheck(path: string): Promise<readonly string[]> {
  // The worker's `look` answers a list of strings.
  return await inOwnThread({ do: 'look', path }) as readonly string[]
}

/**
 * Copies what can be read of a damaged file into a new one, on its own thread. The damaged file is not changed. @throws StorageError
 */
export async function recoverDatabase(options: RecoverOptions): Promise<Recovery> {
  return await inOwnThread({ do: 'recover', ...options }) as Recovery // the worker's `recover` answers this
}

/**
 * Completes a file that was put together from rows of another one: migrates it to the newest version, replaces rows that others refer
 * to, and removes what still refers to nothing. Answers how many rows were removed. @throws StorageError
 */
export async function repairDatabase(options: RepairOptions): Promise<number> {
  return await inOwnThread({ do: 'repair', ...options }) as number // the worker's `repair` answers this
}

async function inOwnThread(command: Command): Promise<unknown> {
  const thread = startDatabaseThread()
  try {
    return await thread.ask(command)
  }
  finally {
    await thread.end()
  }
}

function createDatabase(
  path: string,
  { isReadOnly, marksAt, recorder }: {
    readonly isReadOnly: boolean
    readonly marksAt: (() => number) | null
    readonly recorder: Recorder | null
  },
  ask: (command: Command) => Promise<unknown>,
  end: () => Promise<void>,
): Database {
  const writes = createLane({ concurrency: 1 })
  const inside = new AsyncLocalStorage<{ isOver: boolean }>()
  let closing: Promise<void> | undefined

  async function askOpen(command: Command): Promise<unknown> {
    if (closing)
      throw new StorageError('other', 'The database is closed')
    return ask(command)
  }

  async function write<T>(work: () => Promise<T>): Promise<T> {
    if (inside.getStore()?.isOver === false)
      throw new StorageError('other', 'Inside a transaction, use the transaction to write')
    if (closing)
      throw new StorageError('other', 'The database is closed')
    return writes.run(work)
  }

  const unmarked = (): AskedChange | null => {
    const change = marksAt ? askedChange() : null
    return change?.isMarked === false ? change : null
  }

  async function transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const life = { isOver: false }
    const change = unmarked()
    await ask({ do: 'begin' })
    try {
      const tx = questions(async (command) => {
        if (life.isOver)
          throw new StorageError('other', 'The transaction is over')
        return ask(command)
      }, { read: 'transaction', write: 'transaction' })
      if (change && marksAt)
        await markChange(tx, change.id, marksAt())
      const result = await inside.run(life, () => recorder?.isRecording() ? recorder.record(tx, work) : work(tx))
      life.isOver = true
      await ask({ do: 'commit' })
      if (change)
        change.isMarked = true
      return result
    }
    catch (error) {
      life.isOver = true
      // A failed rollback means a dead thread or disk. The first error explains more, and closing the file rolls back.
      await ask({ do: 'rollback' }).catch(() => {})
      throw error
    }
  }

  return {
    path,
    isReadOnly,
    ...questions(
      command => command.where === 'reader'
        ? askOpen(command)
        : write(() => unmarked() || recorder?.isRecording() ? transact(() => ask({ ...command, where: 'transaction' })) : ask(command)),
      { read: 'reader', write: 'writer' },
    ),
    transaction: work => write(() => transact(work)),
    vacuumInto: async (targetPath) => {
      await askOpen({ do: 'copy', targetPath })
    },
    // The worker's `check` and `look` answer lists of strings.
    check: async () => await askOpen({ do: 'check' }) as readonly string[],
    look: async () => await askOpen({ do: 'look', path }) as readonly string[],
    close() {
      closing ??= writes.run(async () => {
        await ask({ do: 'close' })
        await end()
      })
      return closing
    },
  }
}

function questions(
  ask: (command: QueryCommand) => Promise<unknown>,
  where: { readonly read: QueryCommand['where'], readonly write: QueryCommand['where'] },
): Transaction {
  // The casts below are the caller's claim about its rows; rows of SQLite have no static type.
  return {
    all: async <T extends object>({ text, params }: Sql) =>
      await objectsOf(await ask({ do: 'query', how: 'all', where: where.read, text, params }) as Rows) as T[],
    get: async <T extends object>({ text, params }: Sql) =>
      await ask({ do: 'query', how: 'get', where: where.read, text, params }) as T | undefined,
    run: async ({ text, params }) => await ask({ do: 'query', how: 'run', where: where.write, text, params }) as RunResult,
  }
}

function objectsOf({ columns, rows }: Rows): Promise<Record<string, SqlValue>[]> {
  return inPieces(stepsOf(rows, (values) => {
    const row: Record<string, SqlValue> = {}
    for (let at = 0; at < columns.length; at++)
      row[columns[at]!] = values[at]!
    return row
  }))
}
