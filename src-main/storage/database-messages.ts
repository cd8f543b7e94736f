/** The messages between the studio's thread and the database's thread. */
import type { Migration } from './migrate.ts'
import type { RecoverOptions, RepairOptions } from './recover.ts'
import type { SqlValue } from './sql.ts'
import type { StorageErrorKind } from './storage-error.ts'

export interface OpenCommand {
  readonly do: 'open'
  readonly path: string
  readonly migrations: readonly Migration[]
  readonly backupDir: string | null
  readonly readOnly: boolean
  readonly nowMs: number
  /** Rows may refer to others that do not exist (yet): see `repairDatabase`. */
  readonly mayDangle: boolean
  /** Run on the connection that writes, once the file is at the newest version: what belongs to the connection alone. */
  readonly setUp: readonly string[]
}

export interface QueryCommand {
  readonly do: 'query'
  readonly how: 'all' | 'get' | 'run'
  /** reader: committed data · writer: its own transaction · transaction: within the open one. */
  readonly where: 'reader' | 'writer' | 'transaction'
  readonly text: string
  readonly params: readonly SqlValue[]
}

export type Command
  = | OpenCommand
    | QueryCommand
    | { readonly do: 'begin' | 'commit' | 'rollback' | 'check' | 'close' }
    | { readonly do: 'copy', readonly targetPath: string }
    /** These need no open file: each opens and closes its own. */
    | { readonly do: 'look', readonly path: string }
    | ({ readonly do: 'recover' } & RecoverOptions)
    | ({ readonly do: 'repair' } & RepairOptions)
    | { readonly do: 'open-foreign', readonly path: string }
    | { readonly do: 'read-foreign', readonly table: string, readonly columns: readonly string[], readonly from: bigint | null }

export interface Request {
  readonly id: number
  readonly command: Command
}

export interface Failure {
  readonly kind: StorageErrorKind
  readonly code: number
  readonly message: string
  readonly stack: string | undefined
}

export type Reply
  = | { readonly id: number, readonly value: unknown }
    | { readonly id: number, readonly failure: Failure }

/** What `all` answers. Without the names in each of thousands of rows, they are read and sent in half the time. */
export interface Rows {
  readonly columns: readonly string[]
  /** Each with a value for every column. */
  readonly rows: readonly (readonly SqlValue[])[]
}

export interface RunResult {
  readonly changes: number
  readonly lastInsertRowid: number
}
