/** A database of unknown origin, read on its own thread: see `foreign.ts`. */
import type { Command } from './database-messages.ts'
import type { ForeignFile, ForeignRows } from './foreign.ts'
import type { SqlValue } from './sql.ts'
import { startDatabaseThread } from './database-thread.ts'

export interface ForeignDatabase extends ForeignFile {
  /** The rows of a table, some at a time, each with a value for each of these columns of it. @throws StorageError */
  readonly rows: (table: string, columns: readonly string[]) => AsyncGenerator<Record<string, SqlValue>[], void, void>
  readonly close: () => Promise<void>
}

/** @throws StorageError 'corrupt' */
export async function openForeignDatabase(path: string): Promise<ForeignDatabase> {
  const thread = startDatabaseThread()
  const ask = (command: Command): Promise<unknown> => thread.ask(command)
  try {
    const file = await ask({ do: 'open-foreign', path }) as ForeignFile // the worker answers this
    return {
      ...file,
      async* rows(table, columns) {
        for (let from: bigint | null | undefined; from !== null;) {
          const read = await ask({ do: 'read-foreign', table, columns, from: from ?? null }) as ForeignRows // the worker answers this
          from = read.next
          yield read.rows.map(values => Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])))
        }
      },
      async close() {
        await ask({ do: 'close' })
        await thread.end()
      },
    }
  }
  catch (error) {
    await thread.end()
    throw error
  }
}
