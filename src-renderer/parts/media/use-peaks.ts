/** The peaks of an asset, fetched once and kept while they are likely to be drawn again. */
import type { MaybeRefOrGetter, ShallowRef } from 'vue'
import type { Asset } from '#contract/takes.ts'
import type { AssetId } from '#contract/words.ts'
import type { Peaks } from '../../player/peaks.ts'
import { defineStore } from 'pinia'
import { shallowRef, toValue, watch } from 'vue'
import { parsePeaks } from '../../player/peaks.ts'
import { useMediaUrl } from '../../stores/media.ts'

/** A take of ten seconds has 2 kB of peaks. */
const kept = 500

const usePeaksKept = defineStore('peaks', () => {
  const byAsset = new Map<AssetId, Promise<Peaks | null>>()

  async function fetchPeaks(url: string): Promise<Peaks | null> {
    const answer = await fetch(url)
    return answer.ok ? parsePeaks(await answer.arrayBuffer()) : null
  }

  function peaksOf(assetId: AssetId, url: string): Promise<Peaks | null> {
    const known = byAsset.get(assetId)
    if (known)
      return known
    const asked = fetchPeaks(url).catch(() => {
      // Disconnected: a plain line is drawn now, and the next card asks again.
      byAsset.delete(assetId)
      return null
    })
    byAsset.set(assetId, asked)
    for (const oldest of byAsset.keys()) {
      if (byAsset.size <= kept)
        break
      byAsset.delete(oldest)
    }
    return asked
  }
  return { peaksOf }
})

/** Null until they are there, and for assets that have none. */
export function usePeaks(asset: MaybeRefOrGetter<Pick<Asset, 'id' | 'hasPeaks'> | null>): Readonly<ShallowRef<Peaks | null>> {
  const store = usePeaksKept()
  const peaks = shallowRef<Peaks | null>(null)
  const url = useMediaUrl(() => {
    const wanted = toValue(asset)
    return wanted?.hasPeaks ? { of: 'asset', assetId: wanted.id, variant: 'peaks' } : null
  })
  watch([url, () => toValue(asset)?.id], async ([address, assetId], before) => {
    if (assetId !== before[1])
      peaks.value = null
    if (!address || !assetId)
      return
    const found = await store.peaksOf(assetId, address)
    if (toValue(asset)?.id === assetId)
      peaks.value = found
  }, { immediate: true })
  return peaks
}
