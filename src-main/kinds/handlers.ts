/** The calls of the queue: pausing, ordering, trying again, cancelling. */
import type { StudioHandlers } from '../base/calls.ts'
import type { ConnectivityMonitor } from '../jobs/connectivity.ts'
import type { Engine } from '../jobs/engine.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Order } from '../jobs/order.ts'
import type { Outputs } from '../jobs/outputs.ts'
import type { QueueStateFeed } from '../jobs/queue-state.ts'
import type { WorkNotifications } from '../jobs/work-notifications.ts'
import type { CurlPorts } from './curl-of-job.ts'
import { gatheredChanges } from '../base/gathered.ts'
import { releaseRestoredJobs } from '../jobs/hold-restored-jobs.ts'
import { curlOfJob } from './curl-of-job.ts'
import { attachTask, decisionLane, lookAgain, markAsLost, retry, retryAll } from './retry.ts'
import { sentBy } from './sent-request.ts'

export interface JobPorts extends CurlPorts {
  readonly ledger: Ledger
  readonly order: Order
  readonly connectivity: ConnectivityMonitor
  readonly engine: Engine
  readonly outputs: Outputs
  readonly queueNews: QueueStateFeed
  readonly notifications: WorkNotifications
}

export function jobHandlers(ports: JobPorts): Omit<StudioHandlers['jobs'], 'attach'> {
  const { ledger, order, connectivity, engine, outputs, queueNews, notifications } = ports
  return {
    changes: (_, { signal }) => gatheredChanges(open => ledger.changes(open), signal),
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
    async request({ jobId }) {
      const row = await ledger.row(jobId)
      const times = { createdAt: row.created_at, sentAt: row.committed_at, endedAt: row.ended_at }
      return { ...sentBy(row), curl: await curlOfJob(ports, row), times }
    },
    async markAsLost({ jobId }) {
      await decisionLane.run(() => markAsLost(ledger, jobId))
      return {}
    },
    async cancel({ jobId }) {
      const { wasSent } = await engine.cancel(jobId)
      return { job: await ledger.get(jobId), wasSent }
    },
    async lookAgain({ jobId }) {
      const job = await decisionLane.run(() => lookAgain(ledger, jobId, engine.readAgain))
      engine.wake()
      return { job }
    },
    async attachTask(input) {
      const job = await decisionLane.run(() => attachTask(ledger, input))
      engine.wake()
      return { job }
    },
    cancelUnsent: ({ jobIds }) => engine.cancelUnsent(jobIds),
    async retry(input) {
      const job = await decisionLane.run(() => retry(ledger, input))
      engine.wake()
      return { job }
    },
    async retryAll(input) {
      const made = await decisionLane.run(() => retryAll(ledger, input))
      engine.wake()
      return { jobIds: made }
    },
    async release({ jobIds }) {
      const count = await connectivity.release(jobIds) + await releaseRestoredJobs(ledger, jobIds)
      engine.wake()
      return { count }
    },
    clear: async ({ jobIds }) => ({ count: await ledger.clear(jobIds) }),
  }
}
