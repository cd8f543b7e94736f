/** Reads tracks in a worker thread, which is terminated when it takes too long. */
import type { ReadStreams } from './probe-tracks.ts'
import { createWorkerPool } from '../../base/worker-pool.ts'

// In a build the worker is an entry next to the hosts, while this code may be in chunks/; from source it is a file next to this one.
const threads = createWorkerPool(
  'probe',
  ['./probe-worker.js', '../probe-worker.js', './probe-worker.ts'].map(place => new URL(place, import.meta.url)),
)

/**
 * Null when the tracks cannot be read in time. mediabunny 1.61 loops forever on some cut or altered files (MP4, FLAC and
 * Matroska; about one in a thousand altered files), which would block the main thread.
 */
export function probeTracks(path: string, timeoutMs = 10_000, pool = threads): Promise<ReadStreams | null> {
  const worker = pool.take()
  if (!worker)
    return Promise.resolve(null)
  return new Promise((resolve) => {
    const limit = setTimeout(() => void worker.removeAllListeners('message').terminate(), timeoutMs)
    const finish = (streams: ReadStreams | null): void => {
      clearTimeout(limit)
      resolve(streams)
    }
    worker.once('message', (streams: ReadStreams | null) => {
      finish(streams)
      pool.giveBack(worker)
    })
    // When the thread fails, the caller tries ffmpeg next.
    worker.once('exit', () => finish(null))
    worker.postMessage(path)
  })
}
