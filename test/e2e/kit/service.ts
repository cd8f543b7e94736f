/**
 * The practice service as an external service. It runs in the test's process, so it outlives a studio, can be made to fail, and can be
 * asked what it accepted.
 */
import type { PracticeOptions, PracticeService } from '../../../src-main/practice/index.ts'
import type { Kind } from '../../../src-main/practice/parameters.ts'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { findFfmpeg, smallShots } from '../../kit/ffmpeg.ts'

export interface StoryService extends PracticeService {
  /** How many requests of this kind it accepted, and so charged. */
  taken: (kind: Kind) => number
  /** The spoken texts, in order. */
  spoken: () => string[]
  /** Answers requests of this kind with "try again in a second" until the returned function is called. */
  hold: (kind: Kind) => () => void
}

/** Fast, with small videos, and the same sound on every machine. */
export async function openStoryService(options: Partial<PracticeOptions> = {}): Promise<StoryService> {
  const service = await openPracticeService({
    ffmpeg: findFfmpeg,
    voice: 'formant',
    pace: 0,
    shotTimes: { pendingMs: 50, processingMs: 100 },
    ...smallShots,
    ...options,
  })
  let isClosed = false
  return {
    ...service,
    taken: kind => service.ledger().filter(work => work.kind === kind).length,
    spoken: () => service.ledger().filter(work => work.kind === 'speech').map(work => String(work.values.text)),
    hold: kind => service.faults.set({ do: 'refuse', status: 429, retryAfter: 1, when: { kind } }),
    async close() {
      if (!isClosed)
        await service.close()
      isClosed = true
    },
  }
}
