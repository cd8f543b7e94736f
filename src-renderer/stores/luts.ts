/** The look-up tables of the studio, as main has them. */
import type { AssetId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio } from '../studio.ts'
import { useMedia } from './media.ts'
import { mirror } from './mirror.ts'

export const useLuts = defineStore('luts', () => {
  const media = useMedia()
  const picture = mirror((_key, options) => studio.luts.changes({}, options))
  /** By name, without those that were removed. */
  const listed = computed(() => picture.all.value.filter(lut => lut.isListed).toSorted((a, b) => a.name.localeCompare(b.name)))

  /** Its `.cube` file. Rejects where it is missing. */
  async function textOf(assetId: AssetId): Promise<string> {
    const response = await fetch(await media.url({ of: 'asset', assetId, variant: 'original' }))
    if (!response.ok)
      throw new Error(`HTTP ${response.status}`)
    return response.text()
  }
  return { listed, get: picture.get, isReady: picture.isReady, textOf }
})
