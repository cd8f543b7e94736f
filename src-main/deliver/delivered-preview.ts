/** The preview of a delivered file that a page cannot decode: made on demand, like the preview of a take. */
import type { DeliveryPreview } from '#contract/deliveries.ts'
import type { Rendition } from '#contract/renditions.ts'
import type { AssetId, DeliveryId } from '#contract/words.ts'
import type { DeliveredSources } from '../library/delivered-sources.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Renditions } from '../library/renditions.ts'
import { nameOf } from '../library/rendition-store.ts'

export interface DeliveredPreviews {
  /** Asks for it and says how far it is, until the signal aborts. Without followers, unfinished work is dropped. */
  follow: (deliveryId: DeliveryId, signal?: AbortSignal) => AsyncGenerator<DeliveryPreview, void, void>
}

export function createDeliveredPreviews({ deliveries, sources, renditions }: {
  deliveries: Pick<Deliveries, 'get'>
  sources: Pick<DeliveredSources, 'idOf'>
  renditions: Pick<Renditions, 'want' | 'leave' | 'changes'>
}): DeliveredPreviews {
  const followers = new Map<AssetId, number>()

  /** Answers how to leave it, once. */
  function join(assetId: AssetId): () => void {
    followers.set(assetId, (followers.get(assetId) ?? 0) + 1)
    let isIn = true
    return () => {
      if (!isIn)
        return
      isIn = false
      const left = (followers.get(assetId) ?? 1) - 1
      if (left > 0)
        return void followers.set(assetId, left)
      followers.delete(assetId)
      void renditions.leave(assetId)
    }
  }

  return {
    async* follow(deliveryId, signal) {
      const assetId = await sources.idOf(await deliveries.get(deliveryId))
      if (assetId === null) {
        yield { preview: null }
        return await untilAborted(signal)
      }
      // A caller that aborts before the first event is sent may never ask for another, nor end this.
      if (signal?.aborted)
        return
      const leave = join(assetId)
      signal?.addEventListener('abort', leave)
      try {
        const isOurs = (one: Rendition): boolean => nameOf(one) === nameOf({ assetId, speed: 100 })
        const [first] = await renditions.want([assetId])
        yield { preview: first ?? null }
        for await (const { changed } of renditions.changes(signal)) {
          const now = changed.find(isOurs)
          if (!now)
            continue
          yield { preview: now }
          // Cleared, or its last follower left when this began.
          if (now.state === 'none')
            await renditions.want([assetId])
        }
      }
      finally {
        signal?.removeEventListener('abort', leave)
        leave()
      }
    },
  }
}

async function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  if (!signal?.aborted)
    await new Promise<void>(resolve => signal?.addEventListener('abort', () => resolve(), { once: true }))
}
