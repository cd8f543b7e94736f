/** Downloads the result of a video task: from the documented address, or where the answer to a status question says that it is. */
import type { VideoTask } from './poll.ts'
import type { Downloaded, DownloadOptions } from './wire/download.ts'
import type { Connection, TransportContext } from './wire/transport.ts'
import { writeFileAtomic } from '../base/atomic-file.ts'
import { endpointUrl } from './base-url.ts'
import { askStatus } from './poll.ts'
import { referencesIn } from './references.ts'
import { ServiceError } from './service-error.ts'
import { download } from './wire/download.ts'

/** These say nothing about where the result is. */
const passing: ReadonlySet<ServiceError['kind']> = new Set(['network', 'timeout', 'rate', 'auth', 'not-ready', 'internal', 'interrupted'])

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
    if (!(error instanceof ServiceError) || passing.has(error.kind))
      throw error
    const named = await namedByStatus(transport, connection, task, options.signal)
    if (named === null)
      throw error
    await writeFileAtomic(options.partPath, named)
    return { sizeBytes: Buffer.byteLength(named), etag: null, totalBytes: null }
  }
}

/** The answer to a status question, if it names the videos; null otherwise. */
async function namedByStatus(
  transport: TransportContext,
  connection: Connection,
  task: VideoTask,
  signal: AbortSignal,
): Promise<string | null> {
  const { status, text } = await askStatus(transport, connection, task, signal).catch(() => ({ status: null, text: '' }))
  return status?.state === 'completed' && referencesIn(text, 'video').length > 0 ? text : null
}
