/** Shots that a practice service continues making until the test lets them be done, however quick or slow the machine is. */
import type { PracticeOptions } from '../../src-main/practice/index.ts'

const longerThanAnyTestMs = 3_600_000

export interface HeldShots {
  /** For the practice service. */
  readonly options: Pick<PracticeOptions, 'clock' | 'shotTimes'>
  /** Every shot that is being made is done as soon as its film is. */
  finish: () => void
}

export function holdShots(): HeldShots {
  let aheadMs = 0
  return {
    options: {
      clock: { now: () => Date.now() + aheadMs },
      shotTimes: { pendingMs: 0, processingMs: longerThanAnyTestMs },
    },
    finish: () => aheadMs += longerThanAnyTestMs,
  }
}
