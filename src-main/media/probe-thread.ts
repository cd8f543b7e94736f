/** Reads tracks in a thread of their own, and ends it when it takes too long. */
import type { Streams } from './probe-types.ts'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Null when the tracks cannot be read, or not in time. mediabunny 1.61 loops without end on some cut or altered files
 * (MP4, FLAC and Matroska were seen, about one in a thousand altered ones): in the main thread that would stop the whole studio.
 */
export function probeTracks(path: string, timeoutMs = 10_000): Promise<Streams | null> {
  const file = workerFile()
  if (!file)
    return Promise.resolve(null)
  return new Promise((resolve) => {
    const worker = new Worker(file, { name: 'probe', workerData: path, execArgv: [] })
    const limit = setTimeout(() => void worker.terminate(), timeoutMs)
    let streams: Streams | null = null
    worker.on('message', (answer: Streams | null) => {
      streams = answer
    })
    // A thread that fails has nothing to say; ffmpeg is asked next.
    worker.on('error', () => {})
    worker.on('exit', () => {
      clearTimeout(limit)
      resolve(streams)
    })
  })
}

/** Beside this file in the source tree; beside or above the chunk it was built into. */
function workerFile(): string | null {
  return ['./probe-worker.ts', './probe-worker.js', '../probe-worker.js']
    .map(name => fileURLToPath(new URL(name, import.meta.url)))
    .find(existsSync) ?? null
}
