/** Jobs as the contract shows them, for tests of what a page makes of them. */
import type { Job } from '#contract/jobs.ts'
import { JobId, RequestId } from '#contract/words.ts'

/** A UUID that ends in this number. */
export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A line that is being spoken, asked for by its own request. */
export function jobOf(n: number, more: Partial<Job> = {}): Job {
  return {
    id: JobId.parse(idOf(n)),
    requestId: RequestId.parse(idOf(n)),
    kind: 'speech',
    state: 'running',
    blockedBy: null,
    title: `Line ${n}`,
    modelId: null,
    accountId: null,
    projectId: null,
    lineId: null,
    requestKey: null,
    batchId: null,
    progress: null,
    framesPerSecond: null,
    expectedSeconds: null,
    taskId: null,
    serviceState: null,
    charged: null,
    hasAnswer: false,
    failure: null,
    takeIds: [],
    deliveryId: null,
    isLive: false,
    retryOf: null,
    place: n,
    isPaused: false,
    createdAt: n,
    startedAt: null,
    sentAt: null,
    endedAt: null,
    wakesAt: null,
    ...more,
  }
}
