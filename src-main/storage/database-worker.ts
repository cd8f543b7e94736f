/** The database's own thread: runs one command after another, so that no query blocks the studio. */
import type { Connections } from './connections.ts'
import type { Command, Failure, Reply, Request } from './database-messages.ts'
import type { ForeignReader } from './foreign.ts'
import { parentPort } from 'node:worker_threads'
import { assertNever } from '../base/never.ts'
import { lookAt, openConnections } from './connections.ts'
import { openForeign } from './foreign.ts'
import { recover, repair } from './recover.ts'
import { StorageError, toStorageError } from './storage-error.ts'

function answerFrom(port: NonNullable<typeof parentPort>): void {
  let connections: Connections | undefined
  let foreign: ForeignReader | undefined

  function opened(): Connections {
    if (!connections)
      throw new StorageError('other', 'The database is closed')
    return connections
  }

  async function carryOut(command: Command): Promise<unknown> {
    switch (command.do) {
      case 'open':
        connections = await openConnections(command)
        return
      case 'query': return opened().query(command)
      case 'begin': return opened().begin()
      case 'commit': return opened().commit()
      case 'rollback': return opened().rollback()
      case 'check': return opened().check()
      case 'copy': return opened().copy(command.targetPath)
      case 'look': return lookAt(command.path)
      case 'recover': return recover(command)
      case 'repair': return repair(command)
      case 'open-foreign':
        foreign = openForeign(command.path)
        return foreign.file
      case 'read-foreign': return foreign?.read(command.table, command.columns, command.from)
      case 'close':
        connections?.close()
        foreign?.close()
        connections = undefined
        foreign = undefined
        return
      default: return assertNever(command)
    }
  }

  port.on('message', ({ id, command }: Request) => {
    carryOut(command).then(
      value => port.postMessage({ id, value } satisfies Reply),
      (error: unknown) => port.postMessage({ id, failure: describe(error, command) } satisfies Reply),
    )
  })
}

// The text of a statement contains no values, so it may be part of a message.
function describe(error: unknown, command: Command): Failure {
  const doing = command.do === 'query' ? command.text.replaceAll(/\s+/g, ' ').trim().slice(0, 120) : command.do
  const { kind, code, message } = toStorageError(error, doing)
  return { kind, code, message, stack: error instanceof Error ? error.stack : undefined }
}

if (parentPort)
  answerFrom(parentPort)
