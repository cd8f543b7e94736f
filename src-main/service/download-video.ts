/** Downloads the result of a video task: from the documented address, or where the answer to a status question says that it is. */
import type { VideoTask } from './poll.ts'
import type { Downloaded, DownloadOptions } from './wire/download.ts'
import type { Connection, TransportContext } from './wire/transport.ts'
import { readFile, rm, stat } from 'node:fs/promises'
import { found } from '#contract/found.ts'
import { writeFileAtomic } from '../base/atomic-file.ts'
import { pictureOf } from './answer-format.ts'
import { endpointUrl } from './base-url.ts'
import { firstText, isObject, parseJson } from './json.ts'
import { askStatus } from './poll.ts'
import { readHead, referencesIn, referencesOf } from './references.ts'
import { ServiceError } from './service-error.ts'
import { download } from './wire/download.ts'

const longestWord = 2 ** 20

/** These say nothing about where the result is. */
const passing: ReadonlySet<ServiceError['kind']> = new Set([
  'network',
  'proxy',
  'timeout',
  'rate',
  'auth',
  'not-ready',
  'internal',
  'interrupted',
])

export async function downloadVideo(
  transport: TransportContext,
  connection: Connection,
  task: VideoTask,
  options: DownloadOptions,
): Promise<Downloaded> {
  const url = endpointUrl(connection.baseUrl, '/generate/result', { jobId: task.taskId, model: task.modelId })
  try {
    return await download(transport, connection, url, 'video', options)
  }
  catch (error) {
    return orNamedByStatus(transport, connection, { task, medium: 'video' }, options, error)
  }
}

/** The same for a picture that the service answered with a task: its bytes, a JSON that holds it, or the answer that names it. */
export async function downloadPicture(
  transport: TransportContext,
  connection: Connection,
  task: VideoTask,
  options: DownloadOptions,
): Promise<Downloaded> {
  const url = endpointUrl(connection.baseUrl, '/generate/result', { jobId: task.taskId, model: task.modelId })
  try {
    const downloaded = await download(transport, connection, url, 'anything', options)
    await assertPicture(options.partPath)
    return downloaded
  }
  catch (error) {
    return orNamedByStatus(transport, connection, { task, medium: 'picture' }, options, error)
  }
}

async function assertPicture(partPath: string): Promise<void> {
  if (pictureOf(await readHead(partPath)) !== null || (await referencesOf(partPath, 'picture')).length > 0)
    return
  const json = (await stat(partPath)).size > longestWord ? undefined : parseJson(await readFile(partPath, 'utf8'))
  // Removed, so that the next attempt does not resume it.
  await rm(partPath)
  const isWord = isObject(json) && firstText(json, 'status', 'task_status', 'state') === null
  throw new ServiceError({ kind: 'undecodable', status: 200, said: found('no-image'), charged: 'no', isServiceWord: isWord })
}

/** Rejects with the error unless the answer to a status question names what is missing. */
async function orNamedByStatus(
  transport: TransportContext,
  connection: Connection,
  { task, medium }: { task: VideoTask, medium: 'video' | 'picture' },
  options: DownloadOptions,
  error: unknown,
): Promise<Downloaded> {
  if (!(error instanceof ServiceError) || passing.has(error.kind))
    throw error
  const named = await namedByStatus(transport, connection, { task, medium }, options.signal)
  if (named === null)
    throw error
  await writeFileAtomic(options.partPath, named)
  return { sizeBytes: Buffer.byteLength(named), etag: null, totalBytes: null }
}

/** The answer to a status question, if it names or contains the results; null otherwise. */
async function namedByStatus(
  transport: TransportContext,
  connection: Connection,
  { task, medium }: { task: VideoTask, medium: 'video' | 'picture' },
  signal: AbortSignal,
): Promise<string | null> {
  const { status, text } = await askStatus(transport, connection, task, signal).catch(() => ({ status: null, text: '' }))
  return status?.state === 'completed' && referencesIn(text, medium).length > 0 ? text : null
}
