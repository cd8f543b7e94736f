/** How the queue as a whole stands, from the parts that know it, announced when it changes. */
import type { QueueState } from '#contract/jobs.ts'
import type { Order } from './order.ts'
import type { Outbox } from './outbox.ts'
import { createFeed } from '../base/feed.ts'

export interface QueueNews { changes: (signal?: AbortSignal) => AsyncIterable<QueueState> }

export function createQueueNews({ order, outbox }: { order: Pick<Order, 'isPaused' | 'onChange'>, outbox: Pick<Outbox, 'away' | 'onChange'> }): QueueNews {
  const feed = createFeed<QueueState>()
  const get = async (): Promise<QueueState> => ({ isPaused: await order.isPaused(), away: outbox.away() })

  function publish(): void {
    get().then(feed.publish, () => {
      // The studio is closing: nobody is left to be told.
    })
  }
  order.onChange(publish)
  outbox.onChange(publish)
  return { changes: signal => feed.subscribe(get, signal) }
}
