/** Pins: the content of files that were adopted and whose takes are not filed yet. Nothing with a pin is removed. */
import type { Asset } from '#contract/takes.ts'
import type { AssetId } from '#contract/words.ts'

export interface Pins {
  /** Whether anybody is about to file it. */
  has: (assetId: AssetId) => boolean
  release: (assetId: AssetId) => void
  /** With a pin, which stays where the work succeeds. */
  during: (assetId: AssetId, work: () => Promise<void>) => Promise<void>
}

export function createPins(): Pins {
  /** How often each asset was adopted and not yet filed. */
  const counts = new Map<AssetId, number>()

  function release(assetId: AssetId): void {
    const left = (counts.get(assetId) ?? 0) - 1
    if (left > 0)
      counts.set(assetId, left)
    else
      counts.delete(assetId)
  }

  return {
    release,
    has: assetId => counts.has(assetId),
    async during(assetId, work) {
      counts.set(assetId, (counts.get(assetId) ?? 0) + 1)
      try {
        await work()
      }
      catch (error) {
        release(assetId)
        throw error
      }
    },
  }
}

/** What is looked up of an adopted file before its take is filed. Where that fails, the file leaves the library, which would keep it for good. */
export async function beforeFiling<T>(
  assets: {
    readonly releasePin: (assetId: AssetId) => void
    readonly discard: (asset: Pick<Asset, 'id' | 'extension'>) => Promise<void>
  },
  asset: Pick<Asset, 'id' | 'extension'>,
  look: () => Promise<T>,
): Promise<T> {
  try {
    return await look()
  }
  catch (error) {
    assets.releasePin(asset.id)
    await assets.discard(asset)
    throw error
  }
}
