/** The studio's end of the database thread: starts it, sends it requests, and settles every request, also when the thread dies. */
import type { Command, Reply, Request } from './database-messages.ts'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { childEnvironment } from '../base/child-environment.ts'
import { StorageError } from './storage-error.ts'

export interface DatabaseThread {
  /** @throws StorageError */
  ask: (command: Command) => Promise<unknown>
  end: () => Promise<void>
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: StorageError) => void
}

export function startDatabaseThread(): DatabaseThread {
  // Own flags: those of the host, such as a loader, must not be inherited.
  const worker = new Worker(workerFile(), { name: 'database', execArgv: [], env: childEnvironment() })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let death: StorageError | undefined

  function die(cause: unknown): void {
    death ??= new StorageError('other', 'The database thread has ended', { cause })
    for (const { reject } of waiting.values())
      reject(death)
    waiting.clear()
  }

  worker.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('failure' in reply)
      asked?.reject(errorFrom(reply.failure))
    else
      asked?.resolve(reply.value)
  })
  worker.on('error', die)
  worker.on('exit', code => die(new Error(`exit code ${code}`)))

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

// In a build the worker is an entry beside the hosts, while this code may be in chunks/; from source it is a file beside this one.
function workerFile(): URL {
  const places = ['./database-worker.js', '../database-worker.js', './database-worker.ts'].map(place => new URL(place, import.meta.url))
  const found = places.find(place => existsSync(place))
  if (!found)
    throw new StorageError('other', 'The program is incomplete: its database worker is missing')
  return found
}
