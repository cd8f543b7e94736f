/** Records the statements that studios in this process send to their databases, by listening at the threads of those. */
import type { Request } from '../../src-main/storage/database-messages.ts'
import { Worker } from 'node:worker_threads'

export interface Statement {
  readonly text: string
  readonly how: 'all' | 'get' | 'run'
  /** Characters of the longest value sent with it. */
  readonly longestValue: number
}

export interface Recording {
  /** All so far, in order. */
  readonly statements: readonly Statement[]
  readonly end: () => void
}

const listeners = new Set<(statement: Statement) => void>()
let isListening = false

function listen(): void {
  if (isListening)
    return
  isListening = true
  Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
    apply(post, worker, message: unknown[]) {
      const { command } = (message[0] ?? {}) as Partial<Request>
      if (command?.do === 'query') {
        const longestValue = Math.max(0, ...command.params.map(value => typeof value === 'string' ? value.length : 0))
        listeners.forEach(listener => listener({ text: command.text, how: command.how, longestValue }))
      }
      return Reflect.apply(post, worker, message)
    },
  })
}

export function recordStatements(): Recording {
  listen()
  const statements: Statement[] = []
  const listener = (statement: Statement): void => void statements.push(statement)
  listeners.add(listener)
  return { statements, end: () => void listeners.delete(listener) }
}
