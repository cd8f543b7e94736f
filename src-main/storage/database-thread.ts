/** The studio's end of the database thread: starts it, sends it requests, and settles every request, also when the thread dies. */
import type { Command, Reply, Request } from './database-messages.ts'
import { createWorkerPool } from '../base/worker-pool.ts'
import { StorageError } from './storage-error.ts'

export interface DatabaseThread {
  /** @throws StorageError */
  ask: (command: Command) => Promise<unknown>
  /** Once its database is closed. Leaves the thread to the next database, unless a command has failed. */
  end: () => Promise<void>
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: StorageError) => void
}

// In a build the worker is an entry next to the hosts, while this code may be in chunks/; from source it is a file next to this one.
const threads = createWorkerPool(
  'database',
  ['./database-worker.js', '../database-worker.js', './database-worker.ts'].map(place => new URL(place, import.meta.url)),
)

export function startDatabaseThread(): DatabaseThread {
  const worker = threads.take()
  if (!worker)
    throw new StorageError('other', 'The program is incomplete: its database worker is missing')
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let hasFailed = false
  let death: StorageError | undefined

  function die(cause: unknown): void {
    death ??= new StorageError('other', 'The database thread has ended', { cause })
    for (const { reject } of waiting.values())
      reject(death)
    waiting.clear()
  }

  function settle(reply: Reply): void {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('failure' in reply) {
      hasFailed = true
      asked?.reject(errorFrom(reply.failure))
    }
    else {
      asked?.resolve(reply.value)
    }
  }

  worker.on('message', settle).on('error', die).on('exit', code => die(new Error(`exit code ${code}`)))

  return {
    ask: command => new Promise((resolve, reject) => {
      if (death) {
        reject(death)
        return
      }
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ id: lastId, command } satisfies Request)
    }),
    async end() {
      const isReusable = !hasFailed && !death && waiting.size === 0
      die(new Error('ended'))
      if (isReusable)
        threads.giveBack(worker)
      else
        await worker.terminate()
    },
  }
}

function errorFrom({ kind, code, message, stack }: Extract<Reply, { failure: unknown }>['failure']): StorageError {
  const cause = new Error(message)
  if (stack !== undefined)
    cause.stack = stack
  return new StorageError(kind, message, { code, cause })
}
