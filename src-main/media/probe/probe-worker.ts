/** The worker thread that reads the tracks of one file after another; separate, because reading some damaged files never ends. */
import { parentPort } from 'node:worker_threads'
import { readTracks } from './probe-tracks.ts'

parentPort?.on('message', (path: string) => {
  void readTracks(path).then(streams => parentPort?.postMessage(streams))
})
