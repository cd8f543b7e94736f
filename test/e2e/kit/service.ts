/**
 * The practice service as a service elsewhere: in the test's own process, so that it outlives a studio, can be told to fail, and can be
 * asked what it took on.
 */
import type { PracticeOptions, PracticeService } from '../../../src-main/practice/index.ts'
import type { Kind } from '../../../src-main/practice/parameters.ts'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { findFfmpeg } from '../../kit/ffmpeg.ts'

export interface StoryService extends PracticeService {
  /** How many requests of this kind it took on, and so charged. */
  taken: (kind: Kind) => number
  /** What was spoken, in order. */
  spoken: () => string[]
  /** Lets no work of this kind through until the answer is called: "try again in a second". */
  hold: (kind: Kind) => () => void
}

/** Fast, and sounding the same everywhere. */
export async function openStoryService(options: Partial<PracticeOptions> = {}): Promise<StoryService> {
  const service = await openPracticeService({
    ffmpeg: await findFfmpeg(),
    voice: 'formant',
    pace: 0,
    shotTimes: { pendingMs: 50, processingMs: 100 },
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
