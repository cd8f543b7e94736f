/** The calls of the queue: pausing, ordering, trying again, cancelling. */
import type { Parts } from './parts.ts'
import type { StudioHandlers } from './ports.ts'
import { createLane } from '../base/lanes.ts'
import { attach } from '../files/attach.ts'
import { releaseRestoredJobs } from '../jobs/hold-restored-jobs.ts'
import { attachTask, lookAgain, markAsLost, retry } from '../kinds/retry.ts'
import { sentBy } from '../kinds/sent-request.ts'

export function jobHandlers(parts: Parts): StudioHandlers['jobs'] {
  const { ledger, order, connectivity, engine, outputs, queueNews, notifications } = parts
  const retries = createLane({ concurrency: 1 })
  return {
    changes: (_, { signal }) => ledger.changes(signal),
    output: ({ jobId }, { signal }) => outputs.changes(jobId, signal),
    queue: (_, { signal }) => queueNews.changes(signal),
    notifications: (_, { signal }) => notifications.changes(signal),
    async pause({ jobIds, isPaused }) {
      const count = await order.pause(jobIds, isPaused)
      if (isPaused)
        await engine.pause(jobIds)
      engine.wake()
      return { count }
    },
    async pauseAll({ isPaused }) {
      await order.pauseAll(isPaused)
      if (isPaused)
        await engine.pause()
      return {}
    },
    async move({ jobIds, beforeJobId }) {
      await order.move(jobIds, beforeJobId)
      return {}
    },
    async runNext({ jobIds }) {
      await order.runNext(jobIds)
      engine.wake()
      return {}
    },
    async tryNow({ jobId }) {
      await engine.tryNow(jobId)
      return { job: await ledger.get(jobId) }
    },
    async lookForNetwork() {
      connectivity.look()
      return {}
    },
    request: async ({ jobId }) => sentBy(await ledger.row(jobId)),
    attach: input => attach(parts, input),
    async markAsLost({ jobId }) {
      await markAsLost(ledger, jobId)
      return {}
    },
    async cancel({ jobId }) {
      const { wasSent } = await engine.cancel(jobId)
      return { job: await ledger.get(jobId), wasSent }
    },
    async lookAgain({ jobId }) {
      const job = await retries.run(() => lookAgain(ledger, jobId, engine.readAgain))
      engine.wake()
      return { job }
    },
    async attachTask(input) {
      const job = await retries.run(() => attachTask(ledger, input))
      engine.wake()
      return { job }
    },
    cancelUnsent: ({ jobIds }) => engine.cancelUnsent(jobIds),
    async retry(input) {
      const job = await retries.run(() => retry(ledger, input))
      engine.wake()
      return { job }
    },
    async release({ jobIds }) {
      const count = await connectivity.release(jobIds) + await releaseRestoredJobs(ledger, jobIds)
      engine.wake()
      return { count }
    },
    clear: async ({ jobIds }) => ({ count: await ledger.clear(jobIds) }),
    restore: async ({ jobIds }) => ({ count: await ledger.restore(jobIds) }),
  }
}
