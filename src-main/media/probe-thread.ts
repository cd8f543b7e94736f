/** Reads tracks in a worker thread, which is terminated when it takes too long. */
import type { Streams } from './probe-types.ts'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { childEnvironment } from '../base/child-environment.ts'

/**
 * Null when the tracks cannot be read in time. mediabunny 1.61 loops forever on some cut or altered files (MP4, FLAC and
 * Matroska; about one in a thousand altered files), which would block the main thread.
 */
export function probeTracks(path: string, timeoutMs = 10_000): Promise<Streams | null> {
  const file = workerFile()
  if (!file)
    return Promise.resolve(null)
  return new Promise((resolve) => {
    const worker = new Worker(file, { name: 'probe', workerData: path, execArgv: [], env: childEnvironment() })
    const limit = setTimeout(() => void worker.terminate(), timeoutMs)
    let streams: Streams | null = null
    worker.on('message', (answer: Streams | null) => {
      streams = answer
    })
    // When the worker fails, the caller tries ffmpeg next.
    worker.on('error', () => {})
    worker.on('exit', () => {
      clearTimeout(limit)
      resolve(streams)
    })
  })
}

/** Next to this file in the source tree; next to or above the chunk in a build. */
function workerFile(): string | null {
  return ['./probe-worker.ts', './probe-worker.js', '../probe-worker.js']
    .map(name => fileURLToPath(new URL(name, import.meta.url)))
    .find(existsSync) ?? null
}
