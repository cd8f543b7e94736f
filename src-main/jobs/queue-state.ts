/** How the queue as a whole stands, from the parts that know it, announced when it changes. */
import type { QueueState } from '#contract/jobs.ts'
import type { ConnectivityMonitor } from './connectivity.ts'
import type { Order } from './order.ts'
import { createFeed } from '../base/feed.ts'

export interface QueueNews { changes: (signal?: AbortSignal) => AsyncIterable<QueueState> }

export function createQueueNews({ order, connectivity }: { order: Pick<Order, 'isPaused' | 'onChange'>, connectivity: Pick<ConnectivityMonitor, 'away' | 'onChange'> }): QueueNews {
  const feed = createFeed<QueueState>()
  const get = async (): Promise<QueueState> => ({ isPaused: await order.isPaused(), away: connectivity.away() })

  function publish(): void {
    get().then(feed.publish, () => {
      // The studio is closing: nobody is left to be told.
    })
  }
  order.onChange(publish)
  connectivity.onChange(publish)
  return { changes: signal => feed.subscribe(get, signal) }
}
