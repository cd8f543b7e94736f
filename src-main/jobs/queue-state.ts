/** The state of the whole queue, put together from the parts that know it and published when it changes. */
import type { QueueState } from '#contract/jobs.ts'
import type { ConnectivityMonitor } from './connectivity.ts'
import type { Holds } from './engine/holds.ts'
import type { Order } from './order.ts'
import { createFeed } from '../base/feed.ts'

export interface QueueStateFeed { changes: (signal?: AbortSignal) => AsyncIterable<QueueState> }

export function createQueueStateFeed({ order, connectivity, holds }: {
  order: Pick<Order, 'isPaused' | 'onChange'>
  connectivity: Pick<ConnectivityMonitor, 'away' | 'back' | 'onChange'>
  holds: Pick<Holds, 'list' | 'onChange'>
}): QueueStateFeed {
  const feed = createFeed<QueueState>()
  const get = async (): Promise<QueueState> =>
    ({ isPaused: await order.isPaused(), away: connectivity.away(), back: connectivity.back(), holds: holds.list() })

  function publish(): void {
    get().then(feed.publish, () => {
      // The studio is closing and has no subscribers any more.
    })
  }
  order.onChange(publish)
  connectivity.onChange(publish)
  holds.onChange(publish)
  return { changes: signal => feed.subscribe(get, signal) }
}
