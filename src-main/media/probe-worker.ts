/** The worker thread that reads the tracks of one file; separate, because reading some damaged files never ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { readTracks } from './probe-tracks.ts'

async function answer(path: unknown): Promise<void> {
  if (typeof path === 'string')
    parentPort?.postMessage(await readTracks(path))
}

void answer(workerData)
