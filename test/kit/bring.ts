/** Files that come into a project as a person brings them. */
import type { ProjectId } from '#contract/words.ts'
import type { Studio } from '../../src-main/studio/ports.ts'
import { createReadStream } from 'node:fs'

const call = { signal: new AbortController().signal, origin: 'page' } as const

/** Imports a file by its path, and answers its take. */
export function bringInto({ handlers, receiveFile }: Pick<Studio, 'handlers' | 'receiveFile'>, projectId: ProjectId) {
  return async (path: string) => {
    const ticket = await receiveFile(path, createReadStream(path), null)
    return (await handlers.takes.import({ ticket, projectId }, call)).take
  }
}
