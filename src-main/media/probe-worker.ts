/** The thread that reads one file's tracks and ends; its own, because some damaged files never come back. */
import { parentPort, workerData } from 'node:worker_threads'
import { readTracks } from './probe-tracks.ts'

async function answer(path: unknown): Promise<void> {
  if (typeof path === 'string')
    parentPort?.postMessage(await readTracks(path))
}

void answer(workerData)
