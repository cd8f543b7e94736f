/**
 * Sound that can be heard while it is being made: a file in the job's folder, which the page reads as it grows. The paid
 * answer has its own file, so an error here ends neither the job nor the program.
 */
import type { Work } from '../jobs/kind.ts'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { inside } from '../base/inside.ts'

/** Live sound is served as PCM s16le mono at this rate. */
const liveSampleRate = 24_000

export function livePath(workFolder: string, jobId: string): string {
  return inside(workFolder, jobId, 'live.pcm')
}

export interface LiveSound {
  readonly onAudio: (pcm: Uint8Array, format: { sampleRate: number, channels: number }) => void
  /** Resolves when the file is closed, complete or not. */
  end: () => Promise<void>
}

export function openLiveSound({ workFolder, row, log }: Pick<Work<unknown>, 'workFolder' | 'row' | 'log'>): LiveSound {
  const file = createWriteStream(livePath(workFolder, row.id))
  // Without a listener a full disk would end the program here, in the middle of a paid answer.
  file.on('error', error => log.warn('live-audio-write-failed', { jobId: row.id, error }))
  const closed = once(file, 'close').catch(() => {})
  return {
    onAudio(pcm, format) {
      // Another format would sound wrong: it is heard when the take is filed.
      if (format.sampleRate === liveSampleRate && format.channels === 1)
        file.write(pcm)
    },
    async end() {
      file.end()
      await closed
    },
  }
}
